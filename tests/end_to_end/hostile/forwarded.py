"""Test cases for threats_test: what a request says about the address it comes from."""

from collections import Counter

from cases import Suite
from client import Client
from http_get import http_get
from raw_socket import RawSocket, handshake_bytes
from threats import alive, arrive

suite = Suite("forwarded")
FIRST, SECOND = "198.51.100.1", "198.51.100.2"
LIMITS = ("--connections-per-address", "5", "--new-connections-per-address", "0")

# All of them come from FIRST, if the proxy is this machine.
FROM_FIRST = (
    [f"X-Forwarded-For: {FIRST}"],
    ["X-Forwarded-For: 192.0.2.1", f"X-Forwarded-For: {FIRST}"],
    [f"X-Forwarded-For: {SECOND}, 192.0.2.1", "X-Forwarded-For: 127.0.0.1", f"X-Forwarded-For: {FIRST}"],
    [f"X-Forwarded-For: 127.0.0.1, {SECOND}, ::1, {FIRST}"],
    [f"X-Forwarded-For: {SECOND}, {FIRST}, 127.0.0.1"],
    [f"x-forwarded-for:{FIRST}:4711"],
    [f"X-FORWARDED-FOR:  \t {FIRST} \t"],
    [f"X-Forwarded-For: {SECOND},, ,{FIRST} , ,"],
    [f"X-Forwarded-For: ::ffff:{FIRST}"],
    [f"X-Forwarded-For: [::ffff:{FIRST}]:4711"],
    ["Forwarded: for=192.0.2.1", f"X-Forwarded-For: {FIRST}", "Forwarded: for=127.0.0.1;by=127.0.0.1"],
    ["X-Real-IP: 127.0.0.1", f"X-Forwarded-For: {FIRST}", "X-Client-IP: 192.0.2.1", "True-Client-IP: 192.0.2.1"],
    [f"X-Forwarded-For: {'192.0.2.1, ' * 600}{FIRST}"],
    [f"X-Forwarded-For: {'garbage, ' * 600}{FIRST}"],
    [*["X-Forwarded-For: 127.0.0.1"] * 150, f"X-Forwarded-For: {FIRST}"],
)

UNREADABLE = (
    "unknown", "_hidden", "localhost", "fe80::1%eth0", "fe80::1%1", "[fe80::1%25eth0]:4711", "for=127.0.0.1", '"127.0.0.1"',
    "1.2.3", "0177.0.0.1", "0x7f.1", "2130706433", "999.1.1.1", "127.0.0.1/8", "127.0.0.1 127.0.0.1", "[::1", "::1]",
    "[::1]x", "[127.0.0.1", ":", ":4711", "%", "\x80\xff", "127.0.0.1\x0b", "９.9.9.9", "9" * 300, "'", "*", "::1::1",
)  # fmt: skip


async def enter(server, *lines):
    """The status of an upgrade with these header lines, and the connection."""
    raw = await RawSocket.open(server.port)
    raw.write(handshake_bytes()[:-2] + "".join(f"{line}\r\n" for line in lines).encode() + b"\r\n")
    status, _, _ = await raw.read_response()
    return status, raw


def close(connections):
    for raw in connections:
        raw.abort()


async def all_of(server, requests):
    """(count of each status, the accepted connections)."""
    answers = [await enter(server, *lines) for lines in requests]
    return Counter(status for status, _ in answers), [raw for status, raw in answers if status == 101]


@suite.case("only the last address that isn't a trusted proxy's counts, in whatever form it comes")
async def last_one(context):
    async with context.behind_proxy(*LIMITS) as server:
        statuses, inside = await all_of(server, FROM_FIRST * 2)
        assert statuses == {101: 5, 429: 2 * len(FROM_FIRST) - 5}, statuses
        close(inside)
    for lines in FROM_FIRST:  # each of them, when the address has no connection left
        async with context.behind_proxy(*LIMITS) as server:
            _, inside = await all_of(server, FROM_FIRST[:1] * 5)
            assert (await enter(server, *lines))[0] == 429, lines
            status, other = await enter(server, f"X-Forwarded-For: {SECOND}")
            assert status == 101
            await alive(inside)
            close([*inside, other])


@suite.case("entries that aren't addresses count as one, never as this machine")
async def unreadable(context):
    async with context.behind_proxy(*LIMITS) as server:
        statuses, inside = await all_of(server, [[f"X-Forwarded-For: {FIRST}, {text}"] for text in UNREADABLE])
        assert statuses[101] == 5 and statuses[429] + statuses[400] == len(UNREADABLE) - 5, statuses
        assert statuses[400] <= 3, statuses  # control characters
        exempt, more = await arrive(server.port, 6)
        assert exempt == {101: 6}, "a request without the header is this machine's own"
        close([*inside, *more])


@suite.case("an IPv6 address counts with or without brackets and port")
async def ipv6(context):
    async with context.behind_proxy(*LIMITS) as server:
        forms = ("2001:db8:5::1", "[2001:db8:5::2]", "[2001:db8:5::3]:4711", "2001:DB8:5:0:0:0:0:4", "[2001:db8:5::5]:")
        statuses, inside = await all_of(server, [[f"X-Forwarded-For: {form}"] for form in forms * 2])
        assert statuses == {101: 5, 429: 5}, statuses
        status, other = await enter(server, "X-Forwarded-For: [2001:db8:5:1::1]:4711")
        assert status == 101
        close([*inside, other])


@suite.case("no header changes the address of a peer that isn't trusted")
async def untrusted(context):
    async with context.server("--wrong-joins", "5", "--trusted-proxy", "192.0.2.9") as server:
        codes = []
        for lines in FROM_FIRST[:12]:
            headers = [tuple(line.replace("192.0.2.1", "192.0.2.9").split(":", 1)) for line in lines]
            headers = [(name, value.strip()) for name, value in headers]
            client = await Client.connect(server.ws, extra_headers=headers)
            codes.append((await client.request("join_room", room="222222", name="Eve")).code)
            await client.close()
        assert codes == ["no_such_room"] * 5 + ["rate_limited"] * 7, codes


@suite.case("headers that are too long get 431")
async def too_long(context):
    async with context.behind_proxy(*LIMITS) as server:
        for lines in (
            [f"X-Forwarded-For: {'192.0.2.1, ' * 800}{FIRST}"],
            [f"X-Forwarded-For: {'1' * 9000}"],
            [f"X-Forwarded-For: 192.0.2.{n % 200}" for n in range(400)],
            [f"Forwarded: for={'1' * 9000}"],
        ):
            assert (await enter(server, *lines))[0] == 431, lines[0][:80]


@suite.case("the PROXY protocol isn't spoken: 400")
async def proxy_protocol(context):
    signature = b"\r\n\r\n\x00\r\nQUIT\n"
    async with context.behind_proxy(*LIMITS) as server:
        for before in (
            b"PROXY TCP4 127.0.0.1 127.0.0.1 4711 7777\r\n",
            b"PROXY TCP6 ::1 ::1 4711 7777\r\n",
            b"PROXY UNKNOWN\r\n",
            signature + b"\x21\x11\x00\x0c" + bytes(12),
            signature + b"\x20\x00\x00\x00",
        ):
            raw = await RawSocket.open(server.port)
            raw.write(before + b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = await raw.ended()
            assert answer.startswith(b"HTTP/1.1 400 ") and answer.endswith(b"This is not an HTTP request.\n"), answer
        assert (await http_get(server.port, "/healthz"))[0] == 200
