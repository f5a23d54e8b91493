"""Test cases for threats_test: what strangers can learn from the game's port, and the metrics port."""

import asyncio
import re

from cases import Suite
from http_get import http_get
from raw_socket import RawSocket
from server_process import within
from threats import client_of, start_match, until

suite = Suite("administration")
PATHS = """/metrics /admin /admin/ /debug /debug/pprof /debug/vars /server-status /stats /healthcheck /ready /livez /config /config.json /shutdown
/sessions /api /api/v1/rooms /console /env /.env /.git/config /restore /data /log /logs /server.log /jaipur.db /favicon.ico /robots.txt
/replays /replays/ /replays/.. /replays/../metrics /ws/metrics /healthz/../metrics //metrics /metrics/ /METRICS /%6detrics /metrics?x /ws/admin""".split()
METHODS = "POST PUT DELETE PATCH OPTIONS TRACE CONNECT PROPFIND".split()
POLICY = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}


def forbids(headers):
    """Whether the policy forbids everything that it doesn't name."""
    policy = headers["content-security-policy"]
    return policy.startswith("default-src 'none'; ") and "unsafe" not in policy and "frame-ancestors 'none'" in policy


@suite.case("the game's port serves only the page, /ws, /healthz and replays; never a cookie, always a policy")
async def game_port(context):
    async with context.server() as server:
        answers = {path: await http_get(server.port, path) for path in PATHS}
        for path, (status, _, body) in answers.items():
            assert status == 404, f"{path}: {status} {body[:100]}"
        served = {path: await http_get(server.port, path) for path in ("/", "/healthz", "/ws")}
        page = served["/"][0]  # 404: the server was built without the page, and says so
        assert page in (200, 404) and [served[path][0] for path in served] == [page, 200, 426], served
        assert served["/healthz"][2].strip() == b"ok", served["/healthz"]
        for path, (_, headers, body) in (answers | served).items():
            assert "set-cookie" not in headers, f"{path} sets a cookie"
            assert headers.items() >= POLICY.items() and forbids(headers), f"{path}: {headers}"
            assert headers["cache-control"] == (
                "no-cache" if path == "/" and page == 200 else "no-store"
            ), f"{path}: {headers}"
            assert path in ("/", "/ws") or path.encode() not in body, f"{path} is echoed in the response"
        for method in METHODS:
            raw = await RawSocket.open(server.port)
            raw.write(f"{method} / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
            status, headers, _ = await raw.read_response()
            assert status in (400, 404, 405), f"{method}: {status}"
            raw.abort()
        raw = await RawSocket.open(server.port)
        status, headers, _ = await raw.shake(Cookie="seat=1")
        assert status == 101 and "set-cookie" not in headers, headers
        raw.abort()
        context.did["paths"] += len(PATHS) + len(METHODS)


@suite.case("names with HTML are text: returned unchanged, as JSON, and never in a page")
async def html(context):
    name = "<img onerror=x src>"
    async with context.server() as server:
        client = await client_of(server)
        created = await client.ok("create_room", name=name, options={"public": True})
        assert (await client.wait_room())["players"][0]["name"] == name
        assert (await client.ok("list_rooms"))["rooms"][0]["names"][0] == name
        _, _, page = await http_get(server.port, "/")
        for path in ("/", f"/?{name}", f"/{created['room']}", f"/replays/{'00' * 16}?<script>"):
            raw = await RawSocket.open(server.port)
            raw.write(f"GET {path} HTTP/1.1\r\nHost: <b>\r\n\r\n".encode())
            status, headers, body = await raw.read_response()
            said = body.replace(page, b"")  # the page is the same for everybody
            assert b"<img" not in said and b"<b>" not in said and b"<script>" not in said, f"{path}: {body[:200]}"
            assert status == 400 or forbids(headers), f"{path}: {headers}"
            raw.abort()
        await client.close()


async def metrics_port(server):
    found = []

    async def said():
        found[:] = re.findall(r"metrics[^\n]*?127\.0\.0\.1:(\d+)", server.log_text())
        return found

    await until(said, "the server didn't print its metrics address")
    return int(found[0])


@suite.case("metrics have their own loopback port, contain only numbers, and survive attacks")
async def metrics(context):
    async with context.server("--metrics", "127.0.0.1:0", "--upgrade-timeout", "5s") as server:
        first, second, code, tokens = await start_match(server)
        port = await metrics_port(server)
        assert port != server.port
        status, headers, body = await http_get(port, "/metrics")
        assert status == 200 and "set-cookie" not in headers, f"{status} {headers}"
        text = body.decode("ascii")
        for line in text.splitlines():
            assert re.fullmatch(
                r"#.*|[a-zA-Z_:][a-zA-Z0-9_:]*(\{[^{}]*\})? [0-9.eE+-]+(Inf|NaN)?", line
            ), f"not a metric: {line!r}"
        assert not [secret for secret in (code, *tokens) if secret in text], "the metrics contain a code or a token"
        for path in ("/", "/ws", "/replays/" + "00" * 16, "/admin", "/shutdown"):
            status, _, _ = await http_get(port, path)
            assert status >= 400, f"{path} on the metrics port: {status}"
        assert (await http_get(server.port, "/metrics"))[0] == 404
        await hostile_to_metrics(port)
        assert (await http_get(port, "/metrics"))[0] == 200
        assert (await second.ok("ping"))["at"] > 0
        for client in (first, second):
            await client.close()


async def hostile_to_metrics(port):
    """Silence, endless headers, garbage, and too many connections."""
    silent = [await RawSocket.open(port) for _ in range(100)]
    for garbage in (
        b"\0" * 100,
        b"GET /metrics HTTP/1.1\r\nX: " + b"x" * 100_000,
        b"GET " + b"/" * 50_000,
        b"\r\n" * 1000,
    ):
        raw = await RawSocket.open(port)
        raw.write(garbage)
        await raw.ended()
        raw.abort()
    ended = await asyncio.gather(*(raw.ended() for raw in silent[:20]))
    assert len(ended) == 20
    for raw in silent:
        raw.abort()


@suite.case("metrics are available even while strangers have taken all connections")
async def metrics_when_full(context):
    async with context.server("--metrics", "127.0.0.1:0", "--connections", "5", "--upgrade-timeout", "30s") as server:
        port = await metrics_port(server)
        crowd = [await RawSocket.open(server.port) for _ in range(200)]
        await asyncio.sleep(0.3)
        hung_up = sum(raw.wire.ended for raw in crowd)
        assert hung_up >= 25, f"the server hung up on only {hung_up} of 200"
        status, _, body = await http_get(port, "/metrics")
        assert status == 200 and b"jaipur_connections_hung_up_total" in body, f"{status} {body[:100]}"
        context.did["connections"] += 200
        for raw in crowd:
            raw.abort()


@suite.case("metrics are refused on addresses other than loopback")
async def metrics_elsewhere(context):
    for address in ("0.0.0.0:0", "[::]:0", "192.0.2.1:9100", "example.org:9100"):
        process = await asyncio.create_subprocess_exec(
            *[context.binary, "--listen", "127.0.0.1:0", "--in-memory", "--metrics", address],
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            _, told = await within(process.communicate())
        except asyncio.TimeoutError:
            process.kill()
            raise AssertionError(f"metrics on {address} were accepted") from None
        assert process.returncode == 64 and b"metrics" in told, f"{address}: {process.returncode} {told[-300:]}"


@suite.case("a crash leaves no memory dump: core dumps are off")
async def no_core(context):
    async with context.server() as server:
        limits = (server.proc / "limits").read_text()
        found = re.search(r"Max core file size\s+(\S+)\s+(\S+)", limits)
        assert found.groups() == ("0", "0"), f"core dump limits: {found.groups()}"
