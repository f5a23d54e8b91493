"""Test cases for rooms_test about chat: who may write, and who gets it."""

from cases import Suite
from rooms_play import play_out, play_some

suite = Suite("chat")


@suite.case("the loser of the last match starts the rematch, and chat reaches the right people")
async def rematches(context):
    world = await context.world("rematch", seals=1, spectators="open", delay=3)
    await world.spectate("Watcher")
    for speaker in (world.players[0].viewer, world.spectators[0]):
        await world.chat(speaker, "before the match")
    for _ in range(3):
        await world.start_match([True, True])
        await play_some(world, 5)
        for speaker in (world.players[1].viewer, world.spectators[0]):
            await world.chat(speaker, "while it runs")
        await play_out(world)
        for speaker in (world.players[1].viewer, world.spectators[0]):
            await world.chat(speaker, "after it")
        await world.ask_rematch()
    await world.start_match([True, True])
    await world.resign(0)
    await world.ask_rematch()
    await world.start_match([False, False])
    assert world.match.round.starter == 0
    await world.quiet()
    await world.close()


@suite.case("the owner says who may chat, and everybody sees it")
async def owned_chat(context):
    host = await context.client("host")
    code = (await host.ok("create_room", name="A", options={"chat": "players"}))["room"]
    guest, watcher = await context.client("guest"), await context.client("watcher")
    await guest.ok("join_room", room=code, name="B")
    await watcher.ok("spectate", room=code, name="C")
    assert (await watcher.wait_push("room")).message["options"]["chat"] == "players"
    await guest.ok("chat", text="only players")
    await watcher.refused("chat", "chat_off", text="let me")
    await guest.refused("set_chat", "not_owner", **{"from": "everyone"})
    for allowed, answers in (("nobody", (False, False)), ("everyone", (True, True)), ("players", (True, False))):
        for _ in range(2):  # a repeat changes nothing
            await host.ok("set_chat", **{"from": allowed})
        for client, may in zip((host, watcher), answers):
            await (client.ok("chat", text="hi") if may else client.refused("chat", "chat_off", text="hi"))
    for client in (host, guest, watcher):
        await client.close()


@suite.case("a new player gets no earlier chat, not even by reconnecting")
async def no_history(context):
    first, second, third, again = [await context.client(label) for label in ("first", "second", "third", "again")]
    code = (await first.ok("create_room", name="A"))["room"]
    await second.ok("join_room", room=code, name="B")
    await first.ok("chat", text="between the two of us")
    await second.ok("leave_room")
    joined = await third.ok("join_room", room=code, name="C")
    await first.ok("chat", text="for all three")
    await third.wait_push("chat")
    await again.ok("resume", room=code, token=joined["token"], chat_after=0)
    await again.ok("ping")
    texts = [push.message["text"] for push in again.pushes if push.message["type"] == "chat"]
    assert texts == ["for all three"], texts
    for client in (first, second, third, again):
        await client.close()


@suite.case("a spectator may watch without a name; its chat, if allowed, has no name")
async def nameless(context):
    host = await context.client("host")
    code = (await host.ok("create_room", name="A"))["room"]
    watcher = await context.client("nameless")
    await watcher.ok("spectate", room=code)
    room = await host.wait_room(lambda room: room["spectators"] == 1)
    assert room["players"][1] is None
    reply = await watcher.request("chat", text="boo")
    if reply.ok:
        message = (await host.wait_push("chat")).message
        assert (message["seat"], message["name"], message["text"]) == (None, None, "boo"), message
    await watcher.close()
    await host.wait_room(lambda room: room["spectators"] == 0)
    await host.close()
