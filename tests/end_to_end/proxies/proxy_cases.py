"""What players, and attackers, do through a proxy."""

import asyncio
import re
import shutil
import ssl
import sys
from pathlib import Path

from authority import NAME
from cases import Skipped, Suite
from client import Closed
from http_get import http_get
from pebble import Pebble
from raw_socket import CLOSE
from server_process import within
from setting import GUESTS, HERE, ORIGIN

suite = Suite("the server as it is started for a proxy")
limited = Suite("a server with low limits per address")
rough = Suite("the proxy reads its configuration again, the server is killed")

SILENCE = 65  # seconds; longer than the proxies' timeouts
CHALLENGE = "/.well-known/acme-challenge/x"


@suite.case("http leads to https, with path and query")
async def redirect(setting):
    for path in ("/", "/K7QX2M?a=b"):
        status, headers, _ = await setting.get(path, port=80)
        assert status in (301, 308) and headers["location"] == ORIGIN + path, f"{path}: {status} {headers}"


@suite.case("http answers the challenges for certificates itself")
async def challenge(setting):
    (setting.proxy.folder / CHALLENGE[1:]).parent.mkdir(parents=True, exist_ok=True)
    (setting.proxy.folder / CHALLENGE[1:]).write_text("this is it")
    status, headers, body = await setting.get(CHALLENGE, port=80)
    due = {"nginx": (200, b"this is it"), "haproxy": (503, None), "caddy": (308, b"")}[setting.proxy.program]
    assert status == due[0] and due[1] in (None, body), f"{status} {headers} {body}"


@suite.case("the page arrives as the server sends it")
async def page(setting):
    for path in ("/", "/help"):
        for accepted in ("br", "gzip", "identity"):
            status, headers, body = await setting.get(path, f"Accept-Encoding: {accepted}")
            direct = await http_get(7777, path, headers=[f"Accept-Encoding: {accepted}"])
            assert status == direct[0] == 200 and body == direct[2], f"{path}: {status}"
            for name in ("content-encoding", "content-security-policy", "etag", "cache-control", "vary"):
                assert headers.get(name) == direct[1].get(name), f"{path}: {name} is {headers.get(name)}"
        status, _, body = await setting.get(path, "Accept-Encoding: identity", f"If-None-Match: {headers['etag']}")
        assert (status, body) == (304, b""), f"{path}: {status}"


@suite.case("the page's WebSocket gets 101, a foreign page's 403, and anything else 426")
async def upgrades(setting):
    for origin, due in ((ORIGIN, 101), (None, 101), ("https://elsewhere.example", 403), (f"http://{NAME}:1", 403)):
        raw = await setting.open()
        status, headers, body = await raw.shake(host=NAME, origin=origin)
        assert status == due, f"{origin}: {status} {body}"
        assert due != 101 or headers["sec-websocket-protocol"] == "jaipur.v1", headers
        raw.abort()
    assert (await setting.get("/ws"))[0] == 426


@suite.case("link previews name https addresses, whatever the client claims")
async def previews(setting):
    client = await setting.client()
    room = (await client.ok("create_room", name="Asha"))["room"]
    for claimed in ([], ["X-Forwarded-Proto: http"], ["X-Forwarded-Proto: http", "X-Forwarded-Host: evil.example"]):
        status, _, body = await setting.get(f"/{room}", "User-Agent: TelegramBot", *claimed)
        named = re.findall(r'property="og:(url|image)" content="([^"]*)"', body.decode())
        assert status == 200 and b"Asha" in body and len(named) == 2, f"{status} {body[:1500]}"
        assert all(url.startswith(f"{ORIGIN}/") for _, url in named), named
    await client.close()


@suite.case("a connection survives silence that is longer than the proxy's timeouts")
async def silence(setting):
    client = await setting.client()
    await client.ok("create_room", name="Asha")
    await asyncio.sleep(SILENCE)
    await client.barrier()
    await client.close()


@suite.case("large replays arrive whole, also for a slow reader")
async def replays(setting):
    path = f"/replays/{setting.large}"
    _, _, due = await http_get(7777, path)
    assert len(due) > 150_000, f"only {len(due)} bytes"
    status, _, body = await setting.get(path, source=GUESTS[3])
    assert status == 200 and body == due, f"{status}, {len(body)} bytes of {len(due)}"
    raw = await setting.open(GUESTS[4])
    raw.write(f"GET {path} HTTP/1.1\r\nHost: {NAME}\r\n\r\n".encode())
    raw.sleep()
    await asyncio.sleep(5)
    raw.wake()
    status, _, body = await raw.read_response()
    assert status == 200 and body == due, f"slowly: {status}, {len(body)} bytes of {len(due)}"
    raw.abort()


@suite.case("long headers get an answer, and the server's limits hold")
async def long_headers(setting):
    status, _, _ = await setting.get("/", f"X-Long: {'x' * 6000}")
    assert status == 200, status
    status, headers, body = await setting.get("/", *(f"X-Long-{n}: {'x' * 5000}" for n in range(6)))
    assert status in (400, 431), f"{status} {headers} {body[:200]}"


def forged(number):
    """What a client may claim about itself; another address each time."""
    ways = (
        {"X_Forwarded_For": f"203.0.113.{number}"},
        {"X_Forwarded_For": f"127.0.0.1, 203.0.113.{number}, 127.0.0.1"},
        {"X_Forwarded_For": "127.0.0.1\r\nX-Forwarded-For: ::1", "Forwarded": f"for=203.0.113.{number}"},
        {"X_Real_IP": f"203.0.113.{number}", "Forwarded": "for=127.0.0.1;proto=http"},
        {"X_Forwarded_For": "127.0.0.1", "Connection": "Upgrade, X-Forwarded-For"},
        {"X_Forwarded_For": f"[2001:db8:{number}::1]:443"},
    )
    return ways[number % len(ways)]


@limited.case("each client has its own limit of connections, whatever it claims")
async def connections(setting):
    for source, claims in ((GUESTS[0], lambda _: {}), (GUESTS[1], lambda _: {}), (GUESTS[2], forged)):
        statuses, inside = await setting.arrive(17, source, claims)
        assert statuses == {101: 5, 429: 12}, f"{source}: {statuses}"
        for raw in inside:
            raw.request("ping")
            assert (await raw.reply())["type"] == "ok"
            raw.frame(CLOSE)


@limited.case("a flood of requests from one client costs others nothing, over whatever connections")
async def requests(setting):
    flood = [await setting.get("/healthz", f"X-Forwarded-For: 203.0.113.{n}", source=GUESTS[3]) for n in range(45)]
    statuses = [status for status, _, _ in flood]
    assert statuses[:20] == [200] * 20 and statuses.count(429) >= 10, statuses
    for source in (GUESTS[4], HERE):
        assert (await setting.get("/healthz", source=source))[0] == 200


@limited.case("wrong guesses count for each client")
async def guesses(setting):
    for source in GUESTS[5:7]:
        codes = []
        for _ in range(5):
            client = await setting.client(source=source)
            codes.append((await client.request("join_room", room="222222", name="Eve")).code)
            await client.close()
        assert codes == ["no_such_room"] * 3 + ["rate_limited"] * 2, f"{source}: {codes}"


async def returned(setting, code, token):
    """A client that has its seat again; while the server is away, it tries."""
    for _ in range(100):
        try:
            client = await setting.client()
            await client.ok("resume", room=code, token=token)
            return client
        except (Closed, OSError, asyncio.TimeoutError) as error:
            last = error
        except Exception as error:  # the handshake was refused; its class depends on the library's version
            assert re.search(r"HTTP 50[234]", str(error)), error
            last = error
        await asyncio.sleep(0.1)
    raise AssertionError(f"no way back: {last}")


@rough.case("a match goes on after the proxy has read its configuration again, and after the server was killed")
async def goes_on(setting):
    first, second, code, tokens = await setting.match()
    await setting.proxy.reload()
    await asyncio.sleep(1)
    if setting.proxy.keeps_connections:
        await first.ok("chat", text="still here")
        await second.wait_push("chat")
    else:
        await first.wait_closed()
        first = await returned(setting, code, tokens[0])
    assert (await setting.get("/healthz"))[0] == 200
    await setting.server.restart_after_kill()
    await first.wait_closed()
    first = await returned(setting, code, tokens[0])
    second = await returned(setting, code, tokens[1])
    assert (await second.wait_view())["phase"] == "playing"
    await first.ok("resign")
    await second.wait_view(lambda view: view["phase"] == "match_over")


async def play_in_page(setting, *opponent, **also):
    """Browsers play a whole match. Meanwhile they ask for what `also` does, besides trouble with proxy and server."""
    if not setting.browser:
        raise Skipped("Chromium, Node.js or the page's tests aren't installed")
    keeps = "keeps" if setting.proxy.keeps_connections else "closes"
    process = await asyncio.create_subprocess_exec(
        "node", Path(__file__).with_name("page.mjs"), ORIGIN, HERE, setting.proxy.pin, keeps, *opponent,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=sys.stdout,
    )  # fmt: skip
    does = {"reload": setting.proxy.reload, "kill": setting.server.restart_after_kill} | also
    while line := (await process.stdout.readline()).decode().strip():
        if not line.startswith("do "):
            print(f"{setting.proxy.program}: {line}")
            continue
        _, what, *words = line.split()
        await does[what](*words[-1:] if what in also else ())
        process.stdin.write(b"done\n")
    assert await within(process.wait()) == 0, "the browsers failed; see above"


@rough.case("two browsers play a whole match meanwhile")
async def browsers(setting):
    await play_in_page(setting)


async def said_by(console, pattern):
    """What the console says that matches."""
    said = ""
    while not (found := re.search(pattern, said)):
        line = (await within(console.stdout.readline())).decode()
        assert line, said
        said += line
    return found[1]


@rough.case("a browser and a console play a whole match meanwhile, and the console verifies its replay")
async def browser_and_console(setting):
    guests = []

    async def join(code):
        guests.append(await setting.console("bot", "--level", "easy", "--join", f"{ORIGIN}/{code}"))

    try:
        await play_in_page(setting, "console", let=join)
        match = await said_by(guests[0], r"the replay ([0-9a-f]{32})")
    finally:
        for guest in guests:
            if guest.returncode is None:
                guest.terminate()
            said, _ = await guest.communicate()
            print(f"{setting.proxy.program}: the console's last words: {said.decode()[-300:]}")
    verify = await setting.console("verify", f"{ORIGIN}/replay/{match}")
    said, _ = await within(verify.communicate())
    assert verify.returncode == 0, said.decode()


@rough.case("certbot gets a certificate through the proxy, which then uses it")
async def certificate(setting):
    if why := Pebble.missing() or (None if shutil.which("certbot") else "certbot isn't installed"):
        raise Skipped(why)
    if setting.proxy.program == "caddy":
        return  # it did so at the start
    await setting.proxy.renew()
    for _ in range(50):  # until nginx's old workers have ended
        try:
            assert (await setting.get("/healthz"))[0] == 200
            return
        except ssl.SSLError:
            await asyncio.sleep(0.2)
    raise AssertionError("it doesn't use the new certificate")
