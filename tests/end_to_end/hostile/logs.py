"""Test cases for threats_test: what hostile clients can write into the log."""

import asyncio
import json
import os
import re

from cases import Suite
from raw_socket import PING, RawSocket
from threats import client_of, until

suite = Suite("logs")
FORGED = "forged-7f3a"
# A second line, a second record, colours, reversed text, bytes that aren't text.
ATTEMPTS = [
    f'x\n{{"time":"2026-01-01T00:00:00.000Z","level":"info","event":"{FORGED}"}}',
    f'x","event":"{FORGED}',
    f"x\r\n\r\n{FORGED}",
    f"\x1b[31m{FORGED}\x1b[0m",
    f"\u202e{FORGED}\u2066",
    f"\x00{FORGED}\x7f\x9b",
    f"{FORGED}%s%n%d{{}}",
    f"{FORGED}\u2028\u2029\u200b😀",
]
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def records(text):
    """The log's records. Each line must be one JSON object of printable ASCII with time, level and event."""
    found = []
    for line in text.splitlines():
        if re.fullmatch(r"(listening|metrics) on 127\.0\.0\.1:\d+", line):  # from its standard output
            continue
        assert line.isascii() and line.isprintable(), f"not printable ASCII: {line!r}"
        pairs = json.loads(line, object_pairs_hook=list)
        assert len({name for name, _ in pairs}) == len(pairs), f"duplicate key: {line}"
        record = dict(pairs)
        assert list(record)[:3] == ["time", "level", "event"] and TIME.fullmatch(record["time"]), line
        assert record["level"] in ("debug", "info", "warning", "error"), line
        assert all(type(value) in (str, int) for value in record.values()), line
        found.append(record)
    return found


async def say_it_over_http(port, text):
    """Puts the text into the target and into headers, read and unread ones; as raw bytes, since clients are too careful."""
    data = text.encode()
    for request in (
        b"GET /" + data + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /replays/" + data + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /ws HTTP/1.1\r\nHost: " + data + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: " + data + b"\r\n\r\n",
        data + b" / HTTP/1.1\r\nHost: x\r\n\r\n",
    ):
        raw = await RawSocket.open(port)
        raw.write(request)
        await raw.read_response()
        raw.abort()
    for header in (
        "origin",
        "subprotocol",
        "User_Agent",
        "X_Forwarded_For",
        "Cookie",
        "Sec_WebSocket_Key",
        "Sec_WebSocket_Extensions",
    ):
        raw = await RawSocket.open(port)
        raw.write(handshake_with(header, data))
        await raw.read_response()
        raw.abort()


def handshake_with(header, data):
    name = {"origin": "Origin", "subprotocol": "Sec-WebSocket-Protocol"}.get(header, header.replace("_", "-")).encode()
    usual = [
        b"GET /ws HTTP/1.1",
        b"Host: x",
        b"Connection: Upgrade",
        b"Upgrade: websocket",
        b"Sec-WebSocket-Version: 13",
    ]
    return b"\r\n".join([*usual, b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", name + b": " + data, b"", b""])


async def say_it_as_client(server, text, secrets):
    """Sends the text as name, chat, password, token, code, commitment and type, and in bad frames."""
    raw = await RawSocket.connect(server.port)
    wire = json.dumps(text)[1:-1]
    for request in (
        f'{{"type":"{wire}","id":1}}',
        f'{{"type":"join_room","id":1,"room":"{wire}","name":"{wire}","password":"{wire}"}}',
        f'{{"type":"resume","id":1,"room":"{wire}","token":"{wire}"}}',
        f'{{"type":"ping","id":1,"{wire}":"{wire}"}}',
        "{" + text,
    ):
        raw.text(request)
        await raw.reply()
    password = os.urandom(8).hex()
    raw.request("create_room", name="".join(c for c in text if c.isalnum())[:20], options={"password": password})
    created = await raw.reply()
    assert created["type"] == "ok", created
    said, nonce = os.urandom(8).hex(), os.urandom(32).hex()
    for kind, fields in (
        ("chat", {"text": said}),
        ("chat", {"text": text}),
        ("ready", {"commit": nonce}),
        ("reveal", {"nonce": nonce}),
        ("act", {"ply": 0, "action": {"type": "take", "card": "gold"}}),
    ):
        raw.request(kind, **fields)
        await raw.reply()
    secrets += [password, created["token"], said, nonce]
    raw.frame(PING, text.encode()[:125])
    raw.frame(8, b"\x03\xe8" + text.encode()[:100])
    await raw.ended()


async def attack(context, level):
    """Returns (the records, the secrets that the server was given)."""
    secrets = []
    async with context.server("--no-limits", "--log-level", level, "--trusted-proxy", "127.0.0.1") as server:
        for text in ATTEMPTS:
            await say_it_over_http(server.port, text)
            await say_it_as_client(server, text, secrets)
            context.did["lines for the log"] += 30
        client = await client_of(server)
        await client.ok("ping")
        await client.close()

        async def written():
            return level != "debug" or server.log_text().count('"session ended"') > len(ATTEMPTS)

        await until(written, "nothing was logged")
        await asyncio.sleep(0.2)
        return server.log_text(), secrets


@suite.case("whatever clients send: one line of ASCII JSON per event, never a secret, and at info none of their text")
async def injection(context):
    for level in ("info", "debug"):
        text, secrets = await attack(context, level)
        found = records(text)
        assert len(found) >= (2 * len(ATTEMPTS) if level == "debug" else 1), f"{len(found)} records at {level}"
        assert not [record for record in found if FORGED in record["event"]], "an event was forged"
        assert not any(FORGED in name for record in found for name in record), "a field was forged"
        told = [secret for secret in secrets if secret in text]
        assert len(secrets) == 4 * len(ATTEMPTS) and not told, f"the log at {level} contains {told}"
        if level == "info":
            assert FORGED not in text, "the log at info contains a client's text"
