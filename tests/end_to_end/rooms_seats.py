"""Test cases for rooms_test about seats: leaving, resuming and moving them, and how their games stand."""

import time

from cases import Suite
from rooms_play import CLOCK, play_out, play_some
from world_values import new_token

suite = Suite("seats")


@suite.case("leaving before the match frees the seat and invalidates its token")
async def leaving_early(context):
    first, second, third = [await context.client(label) for label in ("first", "second", "third")]
    created = await first.ok("create_room", name="A")
    joined = await second.ok("join_room", room=created["room"], name="B")
    await first.ok("ready")
    await second.wait_room(lambda room: room["players"][0] and room["players"][0]["ready"])
    await first.ok("leave_room")
    room = await second.wait_room(lambda room: room["players"][0] is None)
    assert room["players"][1]["name"] == "B", room
    await first.refused("resume", "bad_token", room=created["room"], token=created["token"])
    await first.refused("ready", "not_in_room")
    again = await third.ok("join_room", room=created["room"], name="C")
    assert again["seat"] == 0 and again["token"] != created["token"]
    room = await second.wait_room(lambda room: room["players"][0] is not None)
    assert room["players"][0]["name"] == "C" and room["players"][0]["ready"] is False, room
    assert joined["seat"] == 1
    await first.ok("create_room", name="A")
    for client in (first, second, third):
        await client.close()


@suite.case("leaving keeps the seat during a match, and frees it afterwards")
async def leaving_late(context):
    world = await context.world("leaving", seals=1)
    await world.start_match([True, True])
    leaver = world.players[1].viewer.client
    await leaver.ok("leave_room")
    world.players[1].viewer = None
    world.step += 1
    world.room_changed()
    await world.settle()
    await leaver.refused("act", "not_in_room", ply=0, action={"type": "take_camels"})
    await world.resume(1, client=leaver)
    await play_out(world)
    token = world.players[1].token
    leaver = world.players[1].viewer.client
    await leaver.ok("leave_room")
    host = world.players[0].viewer.client
    room = await host.wait_room(lambda room: room["players"][1] is None)
    assert room["phase"] == "match_over" or room["phase"] == "waiting", room
    await leaver.refused("resume", "bad_token", room=world.code, token=token)
    joined = await leaver.ok("join_room", room=world.code, name="C")
    assert joined["seat"] == 1
    await leaver.close()
    await host.close()


@suite.case("resuming elsewhere closes the old connection with 4001, any number of times")
async def taken_over(context):
    world = await context.world("taken over")
    await world.start_match([False, True])
    for _ in range(5):
        await world.resume(0)
        await play_some(world, 1)
    await world.close()


@suite.case("a seat moves to another device with a key, once, and its old token no longer works")
async def moved(context):
    world = await context.world("moved")
    await world.start_match([True, False])
    await play_some(world, 3)
    for _ in range(3):
        await world.move_seat(0)
        await play_some(world, 2)
    await play_out(world)
    await world.close()


@suite.case("without --push-subject, the server has no key for push messages and takes no subscription")
async def no_push(context):
    world = await context.world("no push", patience=259200)
    client = world.players[0].viewer.client
    assert (await client.ok("push_key"))["push_key"] is None
    subscription = {"endpoint": "https://push.example/", "p256dh": "A" * 87, "auth": "A" * 22}
    await client.refused("push_subscribe", "bad_request", **subscription)
    await client.ok("push_unsubscribe")
    await world.close()


@suite.case("games tells how the games of several seats stand, and enters none")
async def games(context):
    world = await context.world("games", patience=259200, seals=1)
    reader = await context.client("reader")
    seats = [{"room": world.code.lower(), "token": world.players[0].token}, {"token": world.players[1].token}]
    wrong = [{"token": new_token()}, {"room": "222222", "token": world.players[0].token}, {"token": ""}]

    async def ask():
        reply = (await reader.ok("games", seats=seats + wrong))["games"]
        assert reply[2:] == [None] * 3, reply
        for seat, game in enumerate(reply[:2]):
            due = {
                "room": world.code,
                "seat": seat,
                "name": world.players[seat].name,
                "opponent": world.players[1 - seat].name,
                "opponent_trader": world.players[1 - seat].trader,
                "opponent_bot": None,
            }
            assert {name: game[name] for name in due} == due, game
        first, second = [
            {**game, "seat": 0, "name": 0, "opponent": 0, "opponent_trader": 0, "move_in": 0} for game in reply[:2]
        ]
        assert first == second, reply
        return reply[0]

    game = await ask()
    assert (game["phase"], game["round"], game["turn"], game["move_in"]) == ("waiting", 0, None, None), game
    assert game["last_move"] is None, game
    await world.start_match([True, True])
    begin = time.time()
    await play_some(world, 3)
    game = await ask()
    assert (game["phase"], game["turn"], game["seals"]) == ("playing", world.match.round.turn, [0, 0]), game
    assert game["round"] == 1, game
    assert (
        259_000_000 < game["move_in"] <= 259_200_000
        and begin - CLOCK <= game["last_move"] / 1000 <= time.time() + CLOCK
    ), game
    await play_out(world)
    game = await ask()
    assert game["phase"] == "match_over" and game["winner"] == world.match.winner, game
    assert game["seals"] == [int(seat == world.match.winner) for seat in (0, 1)], game
    await world.quiet()
    await world.close()
    await reader.close()
