#!/usr/bin/python3
"""The console client refuses servers that it can't trust, and says what is wrong, in every command."""

import asyncio
import ssl
import sys
import time

from cases import Suite
from consoles import Console, Context, opened_room
from issuer import Issuer
from server_process import within
from terminal import GIVEN_BACK, Terminal
from terminator import answering
from with_client import run_with_client

suite = Suite("servers that the console can't trust")


# What is wrong


def date(days):
    return time.strftime("%Y-%m-%d", time.gmtime(time.time() + days * 86400))


async def says(context, server, wanted, *words, code=1, **more):
    """Plain mode says it once and ends at once, with this exit code."""
    ended, said = await context.run("--server", server, "--plain", *(words or ("rooms",)), **more)
    assert ended == code and said.count(wanted) == 1, (server, wanted, ended, said)
    assert "Trying again" not in said and "The program ends here." in said, said


@suite.case("a bad certificate: the client says what is wrong, and ends")
async def bad_certificates(context):
    issuer = context.issuer
    stranger = Issuer(context.folder, "Someone Else")
    trust = {"JAIPUR_CA": str(issuer.ca)}
    for certificate, wanted in (
        (issuer.certificate("127.0.0.1", begin=-9, end=-1), f"its certificate expired on {date(-1)}."),
        (
            issuer.certificate("127.0.0.1", begin=3, end=9),
            f"its certificate is valid only from {date(3)} on, by this computer's clock.",
        ),
        (
            issuer.certificate("other.example", "*.example.org", "192.0.2.7", "2001:db8::7"),
            "its certificate is for other.example, *.example.org, 192.0.2.7, …, not for 127.0.0.1.",
        ),
        (issuer.certificate(), "its certificate names no host."),
        (
            issuer.certificate("127.0.0.1", self_signed=True),
            "its certificate is self-signed. If somebody you trust gave you the certificate, add --ca FILE.",
        ),
        (
            stranger.certificate("127.0.0.1"),
            "this computer doesn't know Someone Else, the issuer of its certificate. If somebody you trust gave you "
            "the issuer's certificate, add --ca FILE.",
        ),
        (stranger.certificate("127.0.0.1\x1b[2J", begin=-9, end=-1), "this computer doesn't know Someone Else"),
    ):
        async with context.tls(certificate) as tls:
            await says(context, tls.url, f"Can't reach {tls.url}: {wanted}", **trust)
    by_name = issuer.certificate("localhost")
    async with context.tls(by_name) as tls:
        await says(context, tls.url, "its certificate is for localhost, not for 127.0.0.1.", **trust)
        code, said = await context.run("--server", f"https://localhost:{tls.port}", "--plain", "rooms", **trust)
        assert code == 0 and "Connected to" in said, (code, said)
        assert tls.asked_for == [None, "localhost"], tls.asked_for


@suite.case("a self-signed certificate is accepted if the user adds it")
async def self_signed(context):
    own = context.issuer.certificate("127.0.0.1", self_signed=True)
    async with context.tls(own) as tls:
        code, said = await context.run("--ca", str(own), "--server", tls.url, "--plain", "rooms")
        assert code == 0 and f"Connected to {tls.url}" in said, (code, said)


@suite.case("every command says what is wrong, in the user's language")
async def every_command(context):
    async with context.tls(context.issuer.certificate("127.0.0.1", begin=-9, end=-1)) as tls:
        trust = {"JAIPUR_CA": str(context.issuer.ca)}
        wanted = f"its certificate expired on {date(-1)}."
        await says(context, tls.url, wanted, "join", "K7QX2M", **trust)
        await says(context, tls.url, wanted, "watch", "K7QX2M", **trust)
        await says(context, tls.url, wanted, "new", **trust)
        code, said = await context.run("bot", "--join", f"{tls.url}/K7QX2M", **trust)
        assert code == 1 and said.count(wanted) == 1, (code, said)
        for words in (["--server", tls.url, "replay", "0" * 32], ["verify", f"{tls.url}/replay/{'0' * 32}"]):
            code, said = await context.run(*words, **trust)
            assert code == 2 and f"didn't send the replay: {wanted}" in said, (words, code, said)
        for language, wanted in (
            ("de", f"{tls.url} ist nicht erreichbar: sein Zertifikat ist am {date(-1)} abgelaufen."),
            ("es", f"No se puede conectar con {tls.url}: su certificado caducó el {date(-1)}."),
            ("fr", f"Impossible de joindre {tls.url}\u00a0: son certificat a expiré le {date(-1)}."),
        ):
            code, said = await context.run("--language", language, "--server", tls.url, "--plain", "rooms", **trust)
            assert code == 1 and wanted in said, (code, said)


@suite.case("games lists the seats on other servers if one has a bad certificate")
async def games(context):
    home = context.home()
    async with context.tls() as tls:
        host, code = await opened_room(context, tls, home)
        await host.kill()
        await tls.restart(context.issuer.certificate("127.0.0.1", begin=-9, end=-1))
        ended, said = await context.trusting("games", home=home)
        assert ended == 1 and f"Can't ask about 1 seat: its certificate expired on {date(-1)}." in said, (ended, said)
        await tls.restart(context.good)
        ended, said = await context.trusting("games", home=home)
        assert ended == 0 and code in said, (ended, said)


@suite.case("the full screen gives the terminal back and says what is wrong")
async def full_screen(context):
    async with context.tls() as tls:
        terminal = await Terminal().start(context, "--server", tls.url)
        code = await within(terminal.process.wait())
        await asyncio.sleep(0.2)
        shown = bytes(terminal.shown)
        assert code == 1 and GIVEN_BACK in shown, (code, shown[-1000:])
        after = shown.rpartition(GIVEN_BACK)[2].decode()
        assert "Can't reach" in after and "add --ca FILE" in " ".join(after.split()), after


@suite.case("a port without encryption, and one that has nothing else")
async def mixed_up(context):
    plain = f"127.0.0.1:{context.server.port}"
    await says(context, f"https://{plain}", f"Can't reach https://{plain}: that port doesn't use encryption (https).")
    async with answering(b"SSH-2.0-OpenSSH_9.2\r\n") as port:
        await says(context, f"https://127.0.0.1:{port}", "that port doesn't use encryption (https).")
    async with context.tls() as tls:
        at = f"127.0.0.1:{tls.port}"
        wanted = f"Can't reach {at}: it requires an encrypted connection: use the address https://{at}."
        await says(context, at, wanted)
        code, said = await context.run("--server", at, "replay", "0" * 32)
        assert code == 2 and f"it requires an encrypted connection: use the address https://{at}." in said, (code, said)
    for answer, port, there in (
        (b"HTTP/1.1 308 Permanent Redirect\r\nLocation: https://127.0.0.1/ws\r\n", None, "https://127.0.0.1"),
        (b"HTTP/1.1 301 Moved\r\nLocation: https://127.0.0.1:8443/ws\r\n", None, "https://127.0.0.1:8443"),
        (b"HTTP/1.1 400 Bad Request\r\n", b"The plain HTTP request was sent to HTTPS port", "https://127.0.0.1:PORT"),
        (b"HTTP/1.0 400 Bad Request\r\n", b"Client sent an HTTP request to an HTTPS server.", "https://127.0.0.1:PORT"),
    ):
        body = port or b""
        async with answering(answer + b"Content-Length: %d\r\n\r\n" % len(body) + body) as port:
            there = there.replace("PORT", str(port))
            await says(context, f"127.0.0.1:{port}", f"it requires an encrypted connection: use the address {there}.")
    alert = b"\x15\x03\x01\x00\x02\x02\x46"
    async with answering(alert) as port:
        await says(context, f"127.0.0.1:{port}", f"use the address https://127.0.0.1:{port}.")
    async with answering(
        b"HTTP/1.1 308 Moved\r\nLocation: https://evil.example/ws\r\nContent-Length: 0\r\n\r\n"
    ) as port:
        code, said = await context.run("--server", f"127.0.0.1:{port}", "--plain", "rooms")
        assert code == 1 and "it answered HTTP 308" in said and "evil" not in said, (code, said)


@suite.case("outdated and failed encryption")
async def no_agreement(context):
    for alert, wanted in (
        (70, "its encryption is outdated: it must be TLS 1.2 or newer."),  # protocol_version
        (40, "the encrypted connection failed ("),  # handshake_failure
    ):
        async with answering(bytes([0x15, 3, 3, 0, 2, 2, alert])) as port:
            await says(context, f"https://127.0.0.1:{port}", wanted)

    def newest_old(tls):
        tls.maximum_version = ssl.TLSVersion.TLSv1_2

    async with context.tls(tune=newest_old) as tls:
        code, said = await context.trusting("--server", tls.url, "--plain", "rooms")
        assert code == 0, (code, said)


@suite.case("a server that says nothing is given up after some seconds, and tried again")
async def silence(context):
    async def silent(reader, _):
        await reader.read(1)
        await asyncio.sleep(60)

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
        at = f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        console = Console(await context.start(context.home(), "--server", at, "--plain"))
        await console.until(f"^Can't reach {at}: it did?(n't| not|es)? ?.*answer.* Trying again")
        await console.end()


@suite.case("a file of certificates that can't be used")
async def bad_file(context):
    empty = context.folder / "empty.pem"
    empty.write_text("hello")
    for file, wanted in (
        ("/nonexistent", "the file /nonexistent can't be read"),
        (str(empty), f"{empty} contains no readable certificate"),
        (str(context.folder), f"the file {context.folder} can't be read"),
    ):
        code, said = await context.run("--ca", file, "--plain", "rooms")
        assert code == 2 and f"--ca: {wanted}" in said, (code, said)
    home = context.home()
    (home / "jaipur").mkdir()
    (home / "jaipur" / "settings").write_text("ca = /nonexistent\n")
    async with context.tls() as tls:
        await says(context, tls.url, "the file /nonexistent can't be read.", home=home)
    code, said = await context.run("--server", f"127.0.0.1:{context.server.port}", "--plain", "rooms", home=home)
    assert code == 0, (code, said)


if __name__ == "__main__":
    sys.exit(asyncio.run(run_with_client(suite, __doc__, "encrypted", Context)))
