"""Test cases for threats_test: small messages meant to cost a lot."""


from cases import Suite
from raw_socket import CONTINUATION, TEXT, RawSocket
from threats import client_of

suite = Suite("bombs")
BOMBS = {
    "4,096 brackets": "[" * 4096,
    "2,048 brackets, opened and closed": "[" * 2048 + "]" * 2048,
    "objects in objects": '{"a":' * 800 + "1" + "}" * 90,
    "a number of 4,000 digits": '{"type":"ping","id":' + "9" * 4000 + "}",
    "a fraction of 4,000 digits": '{"type":"ping","id":0.' + "1" * 4000 + "}",
    "an exponent of 4,000 digits": '{"type":"ping","id":1e' + "9" * 4000 + "}",
    "670 escapes": '{"type":"chat","id":1,"text":"' + "\\ud83d\\ude00" * 335 + '"}',
    "380 keys": '{"type":"ping","id":1,' + ",".join(f'"k{n}":{n}' for n in range(380)) + "}",
    "380 duplicate keys": '{"type":"ping","id":1,' + ",".join('"k":1' for _ in range(380)) + "}",
    "1,300 cards": (
        '{"type":"act","id":1,"ply":0,"action":{"type":"exchange","take":[' + ",".join(['""'] * 1300) + '],"give":[]}}'
    ),
    "spaces": " " * 4096,
}


@suite.case("brackets, nesting, huge numbers, escapes, keys: refusing them costs little")
async def small_bombs(context):
    async with context.server("--no-limits") as server:
        raw = await RawSocket.connect(server.port)
        for name, text in BOMBS.items():
            assert len(text.encode()) <= 4096, f"{name}: {len(text.encode())}"
            busy, count = server.processor_seconds(), 200
            for _ in range(count):
                raw.text(text)
            for _ in range(count):
                answer = await raw.reply()
                assert answer["type"] == "error" and answer["code"] in (
                    "bad_json",
                    "bad_request",
                    "not_in_room",
                ), f"{name}: {answer}"
            busy = server.processor_seconds() - busy
            assert busy < 0.4, f"{name}: {busy / count * 1e6:.0f} microseconds each"
            context.did["bombs"] += count
        raw.request("ping", 7)
        assert (await raw.reply())["re"] == 7
        raw.abort()


@suite.case("100,000 brackets, in one frame or in many: 1009, and the server stops reading")
async def large_bombs(context):
    async with context.server() as server:
        host = await client_of(server)
        for bracket in ("[", '{"a":'):
            raw = await RawSocket.connect(server.port)
            raw.text(bracket * 100_000)
            assert await raw.closed_with() == 1009
            raw.abort()
            raw = await RawSocket.connect(server.port)
            raw.frame(TEXT, bracket.encode() * 500, fin=False)
            for _ in range(200):
                raw.frame(CONTINUATION, bracket.encode() * 500, fin=False)
            assert await raw.closed_with() == 1009
            raw.abort()
            context.did["bombs"] += 2
        await host.ok("ping")
        await host.close()


@suite.case("a room with names, chat and spectators at their limits costs the players little")
async def full_room(context):
    async with context.server("--no-limits", "--spectators", "100") as server:
        host = await client_of(server)
        code = (await host.ok("create_room", name="😀" * 20, options={"public": True}))["room"]
        crowd = [await RawSocket.connect(server.port) for _ in range(100)]
        for raw in crowd:
            raw.request("spectate", room=code, name="😀" * 20)
            assert (await raw.reply())["type"] == "ok"
        for raw in crowd[:50]:
            raw.request("chat", text="😀" * 200)
        for raw in crowd[:50]:
            assert (await raw.reply())["type"] == "ok"
        await host.ok("ping")
        heard = sum(message["type"] == "chat" for message in host.drain())
        assert heard == 50, f"{heard} of 50 messages arrived"
        for raw in crowd:
            raw.abort()
        await host.close()
