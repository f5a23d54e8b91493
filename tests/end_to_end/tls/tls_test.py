#!/usr/bin/python3
"""TLS on the server's own port: matches over wss, the page over https, and what plain visitors get."""

import asyncio
import socket
import sys

import tls_limits
import tls_files

from cases import Suite, arguments_of, finish
from certificates import NAME, Authority
from client import Client
from http_get import http_get
from raw_socket import RawSocket
from rooms_play import Context, play_out
from server_process import PATIENCE, Server, tls_of, within

suite = Suite("tls")


class TlsContext(Context):
    """One server for most cases."""

    def __init__(self, server, authority, metrics, redirect):
        super().__init__(server)
        self.authority = authority
        self.metrics = metrics
        self.redirect = redirect


# What players use


@suite.case("a whole match over wss, with a spectator")
async def whole_match(context):
    world = await context.world("over wss", seals=1)
    await world.spectate("Watcher")
    await world.start_match([True, True])
    await play_out(world)
    await world.close()


@suite.case("the page over https, and HSTS")
async def page(context):
    for path in ("/", "/healthz", "/nothing"):
        status, headers, body = await http_get(context.port, path)
        assert status == (404 if path == "/nothing" else 200), (path, status)
        assert headers["strict-transport-security"] == "max-age=31536000", headers
        assert body, path
    head, _, _ = await http_get(context.port, "/", method="HEAD")
    assert head == 200


@suite.case("a messenger's preview has https addresses")
async def preview(context):
    status, _, body = await http_get(context.port, "/K7QX2M", headers=["User-Agent: Messenger"])
    assert status in (200, 404), status
    assert status == 404 or b'content="https://127.0.0.1/K7QX2M"' in body, body


@suite.case("over wss, a page from plain http may not connect, one from https may")
async def origins(context):
    for origin, expected in (("http://127.0.0.1", 403), ("https://127.0.0.1", 101), ("https://example.org", 403)):
        raw = await RawSocket.open(context.port)
        status, _, _ = await raw.shake(origin=origin)
        assert status == expected, (origin, status)
        raw.abort()


@suite.case("an answer ends with close_notify, so that nobody can shorten it")
async def close_notify(context):
    for request in ("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "nonsense\r\n\r\n"):
        assert b"HTTP/1.1" in await asyncio.to_thread(read_to_the_end, context, request.encode())


def read_to_the_end(context, request):
    """Raises ssl.SSLEOFError if the connection ends without close_notify."""
    with socket.create_connection(("127.0.0.1", context.port), PATIENCE) as plain:
        with tls_of(context.port).wrap_socket(plain, server_hostname=NAME, suppress_ragged_eofs=False) as tls:
            tls.sendall(request)
            answer = b""
            while piece := tls.recv(65536):
                answer += piece
            return answer


@suite.case("two hundred connections at once, half of which hang up in the middle")
async def many(context):
    # On a busy machine, two hundred handshakes take this program longer than a server usually waits.
    options = [*context.authority.options("many"), "--no-limits", "--upgrade-timeout=2min"]
    async with Server(context.server.binary, *options, name="tls-many") as server:
        clients = await asyncio.gather(*(Client.connect(server.ws, label=f"many {number}") for number in range(200)))
        await asyncio.gather(*(client.cut() for client in clients[::2]))
        await asyncio.gather(*(client.ok("ping") for client in clients[1::2]))
        await asyncio.gather(*(client.close() for client in clients[1::2]))


# Versions and ciphers


OLD = "@SECLEVEL=0"


@suite.case("Mozilla's intermediate profile: TLS 1.2 and 1.3, forward secrecy, authenticated ciphers, three curves")
async def profile(context):
    accepted = [
        *["-tls1_2", "-tls1_3"],
        *[f"-tls1_3 -ciphersuites TLS_{name}" for name in ("AES_128_GCM_SHA256", "AES_256_GCM_SHA384")],
        "-tls1_3 -ciphersuites TLS_CHACHA20_POLY1305_SHA256",
        *[f"-tls1_2 -cipher ECDHE-ECDSA-{name}" for name in ("AES128-GCM-SHA256", "AES256-GCM-SHA384")],
        "-tls1_2 -cipher ECDHE-ECDSA-CHACHA20-POLY1305",
        *[f"-groups {name}" for name in ("X25519", "P-256", "P-384")],
        "-alpn http/1.1",
        "-alpn h2,http/1.1",
    ]
    refused = [
        *[f"-tls1 -cipher ALL:{OLD}", f"-tls1_1 -cipher ALL:{OLD}"],
        *[f"-tls1_2 -cipher ECDHE-ECDSA-{name}:{OLD}" for name in ("AES128-SHA", "AES256-SHA384", "AES128-CCM")],
        *[f"-tls1_2 -cipher {name}:{OLD}" for name in ("AES128-GCM-SHA256", "aNULL", "ADH", "PSK")],
        "-tls1_3 -ciphersuites TLS_AES_128_CCM_SHA256",
        *[f"-groups {name}" for name in ("P-521", "X448", "ffdhe2048")],
        "-alpn h2",
    ]
    answers = await asyncio.gather(*(s_client(context, *options.split()) for options in accepted))
    for options, said in zip(accepted, answers):
        assert "Verify return code: 0 (ok)" in said and "Compression: NONE" in said, (options, said)
        assert "-alpn" not in options or "ALPN protocol: http/1.1" in said, said
    answers = await asyncio.gather(*(s_client(context, *options.split()) for options in refused))
    for options, said in zip(refused, answers):
        assert "Cipher is (NONE)" in said or "no cipher" in said.lower(), (options, said)


@suite.case("each client's preferred cipher is used: phones without AES in hardware prefer ChaCha20")
async def preference(context):
    for first, second in (
        ("AES_128_GCM_SHA256", "CHACHA20_POLY1305_SHA256"),
        ("CHACHA20_POLY1305_SHA256", "AES_128_GCM_SHA256"),
    ):
        said = await s_client(context, "-tls1_3", "-ciphersuites", f"TLS_{first}:TLS_{second}")
        assert f"Cipher is TLS_{first}" in said, said


@suite.case("renegotiation is refused, and the server goes on")
async def renegotiation(context):
    said = await s_client(context, "-tls1_2", text="R\n")
    assert "no renegotiation" in said or "unexpected message" in said.lower(), said
    assert (await http_get(context.port, "/healthz"))[0] == 200


async def s_client(context, *options, text=""):
    """What openssl's client says about one connection, on which it types the text."""
    client = await asyncio.create_subprocess_exec(
        *["openssl", "s_client", "-connect", f"127.0.0.1:{context.port}", "-CAfile", context.authority.ca],
        *["-verify_return_error", *options],
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said = b""
    while text and b"Verify return code" not in said:  # what is typed earlier may be lost
        said += await read_some(client)
    if text:
        client.stdin.write(text.encode())
        said += await within(client.stdout.read())  # until the server ends the connection
    rest, _ = await within(client.communicate(b""))
    return (said + rest).decode(errors="replace")


async def read_some(client):
    piece = await within(client.stdout.read(65536))
    assert piece, "openssl has ended"
    return piece


# What others get


@suite.case("plain requests are redirected to https, from the TLS port and from --redirect")
async def redirects(context):
    for port, host, expected in (
        (context.port, "example.org:8080", "example.org:8080"),
        (context.port, "[::1]:8080", "[::1]:8080"),
        (context.redirect, "example.org", f"example.org:{context.port}"),
        (context.redirect, "example.org:80", f"example.org:{context.port}"),
        (context.redirect, "[::1]", f"[::1]:{context.port}"),
    ):
        for method in ("GET", "HEAD"):
            status, headers = await plain_head(port, f"{method} /a/b?c=d HTTP/1.1\r\nHost: {host}\r\n\r\n")
            assert (status, headers.get("location")) == (308, f"https://{expected}/a/b?c=d"), (host, status, headers)
            assert "strict-transport-security" not in headers, headers


@suite.case("what can't be redirected is refused")
async def not_redirected(context):
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    for lines, expected in (
        ("GET / HTTP/1.1", 400),
        ("GET / HTTP/1.0", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b", 400),
        ("GET / HTTP/1.1\r\nHost: ", 400),
        ("GET / HTTP/1.1\r\nHost: evil.example/x", 400),
        ("GET / HTTP/1.1\r\nHost: me@evil.example", 400),
        ("GET / HTTP/1.1\r\nHost: a b", 400),
        ("GET / HTTP/1.1\r\nHost: a:b", 400),
        ("GET / HTTP/1.1\r\nHost: a:123456", 400),
        ("GET / HTTP/1.1\r\nHost: " + "a" * 300, 400),
        ("GET /\xc3\xa4 HTTP/1.1\r\nHost: a", 400),
        ("POST / HTTP/1.1\r\nHost: a", 405),
        ("GET /ws HTTP/1.1\r\nHost: a\r\n" + upgrade.strip(), 426),
    ):
        for port in (context.port, context.redirect):
            status, headers, body = await plain_request(port, lines + "\r\n\r\n")
            assert status == expected, (lines, status, headers)
            assert "location" not in headers, headers
            assert expected != 426 or b"wss://a" in body, body
    for target, location in (
        ("//evil.example/x", "https://a//evil.example/x"),
        ("http://evil.example/x", "https://a/x"),
        ("/x#y", "https://a/x"),
    ):
        _, headers, _ = await plain_request(context.redirect, f"GET {target} HTTP/1.1\r\nHost: a\r\n\r\n")
        assert headers.get("location") == location.replace("//a", f"//a:{context.port}"), (target, headers)


async def plain_head(port, text):
    """(status, headers)"""
    raw = await RawSocket.open(port, plain_only=True)
    raw.write(text.encode())
    first, *rest = (await within(raw.wire.until(b"\r\n\r\n"))).decode().strip().split("\r\n")
    raw.abort()
    return int(first.split()[1]), {name.lower(): value for name, value in (line.split(": ", 1) for line in rest)}


async def plain_request(port, text):
    raw = await RawSocket.open(port, plain_only=True)
    raw.write(text.encode("latin-1"))
    answer = await raw.read_response()
    raw.abort()
    return answer


@suite.case("healthcheck --tls")
async def health(context):
    for options, expected in ((["--tls"], 0), ([], 1)):
        check = await asyncio.create_subprocess_exec(
            context.server.binary,
            *["healthcheck", "--connect", f"127.0.0.1:{context.port}", *options],
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await within(check.communicate())
        assert check.returncode == expected, (options, said)
        assert expected == 0 or b"the server speaks TLS" in said, said


async def main():
    arguments = arguments_of(__doc__)
    authority = Authority()
    # Cases run side by side in this one program: it can take long until a connection gets its turn.
    patient = ["--no-limits", "--upgrade-timeout=2min"]
    options = [*authority.options("shared"), "--redirect=127.0.0.1:0", "--metrics=127.0.0.1:0"]
    async with Server(arguments.server, *patient, *options, name="tls") as server:
        ports = await server.says("metrics on"), await server.says("redirecting from")
        context = TlsContext(server, authority, *ports)
        passed = failed = 0
        for each in (suite, tls_limits.suite, tls_files.suite):
            good, failures = await each.run(context, arguments.only)
            passed += good
            failed += len(failures)
        server.failed = failed > 0
    finish(passed, failed)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
