"""Test cases for rooms_test in which time passes: clocks, grace, absence. Options shorten some limits."""

import asyncio
import json
import random
import time

from cases import Suite
from http_get import http_get
from random_play import legal_action
from server_process import Server, sanitized
from world import World

suite = Suite("timed")

# Seconds for what otherwise takes minutes.
TIMES = 3 if sanitized() else 1  # still less than the clients' timeouts
SEAT_FREED, READY_TAKEN, ABANDONED = 3 * TIMES, 3 * TIMES, 4 * TIMES
GRACE = 5
LONGEST_MOVE = 4 * TIMES
SHORTENED = [
    f"--seat-freed-after={SEAT_FREED}s",
    f"--ready-taken-after={READY_TAKEN}s",
    f"--abandoned-after={ABANDONED}s",
]


async def started(context, label, **options):
    world = await context.world(label, **options)
    await world.start_match([True, True])
    return world


async def play_one(world):
    seat = world.match.round.turn
    await world.act(seat, legal_action(world.rng, world.match.round, seat, "even"))


@suite.case("a player whose time runs out loses the match")
async def flag(context):
    begin = time.monotonic()
    world = await started(context, "flag", clock={"initial": 1, "increment": 0})
    loser = world.match.round.turn
    other = world.players[1 - loser].viewer
    view = await other.peek_view()
    assert time.monotonic() - begin > 0.95, f"{time.monotonic() - begin:.2f} s"
    assert view["clock"]["remaining_ms"][loser] == 0 and view["clock"]["running"] is None, view["clock"]
    assert view["clock"]["remaining_ms"][1 - loser] == 1000, view["clock"]
    world.after_change(view, world.match.cut_short("timeout", 1 - loser), mover=loser)
    await world.settle()
    await world.quiet()
    await world.close()


@suite.case("absence uses up the grace, which isn't refilled; then the opponent may claim")
async def claim(context):
    world = await started(context, "claim", grace=GRACE)
    waiting = world.players[0].viewer
    await world.refused(waiting, "claim_win", "cannot_claim")
    most = -time.monotonic()
    await world.disconnect(1, "cut")
    await world.refused(waiting, "claim_win", "cannot_claim")
    await asyncio.sleep(0.8)
    await world.resume(1)
    most += time.monotonic()
    await asyncio.sleep(1.0)
    await world.refused(waiting, "claim_win", "cannot_claim")
    most -= time.monotonic()
    await world.disconnect(1, "close")
    room = await waiting.peek("room", lambda room: room["players"][1]["claim_in"] == 0)
    most += time.monotonic()
    assert most > GRACE - 0.05, f"the grace of {GRACE} s was used up after {most:.2f} s"
    assert room["players"][1]["connected"] is False
    running = world.match.round.turn
    await world.ok(waiting, "claim_win")
    view = await waiting.peek_view()
    world.after_change(view, world.match.cut_short("claimed", 0), mover=running)
    await world.settle()
    await world.resume(1)
    await world.ask_rematch()
    await world.start_match([True, True])
    assert world.match.round.starter == 1, "the loser of the last match starts"
    await world.disconnect(1, "cut")
    await world.refused(waiting, "claim_win", "cannot_claim")
    await asyncio.sleep(0.5)
    await world.refused(waiting, "claim_win", "cannot_claim")
    await world.close()


@suite.case("a player who has used up the time for a move can still move, until the opponent claims the win")
async def patience(context):
    binary = context.server.binary
    async with Server(binary, "--no-limits", f"--longest-move={LONGEST_MOVE}s", name="rooms-patience") as server:
        world = World(server, random.Random("patience"), "patience")
        world.longest_move = LONGEST_MOVE
        await world.create("Asha", {"patience": 60})
        await world.join("Bharat")
        await world.start_match([True, True])
        await play_one(world)
        await overdue(world)
        await play_one(world)
        winner = await overdue(world)
        await world.ok(world.players[winner].viewer, "claim_win")
        view = await world.players[winner].viewer.peek_view()
        world.after_change(view, world.match.cut_short("claimed", winner), mover=1 - winner)
        await world.settle()
        await world.quiet()
        await world.close()


async def overdue(world):
    """Waits until the player to move has used up the time; returns the other seat."""
    begin = time.monotonic()
    slow = world.match.round.turn
    waiting = world.players[1 - slow].viewer
    await world.refused(waiting, "claim_win", "cannot_claim")
    await waiting.peek("room", lambda room: room["players"][slow]["overdue"])
    assert time.monotonic() - begin > LONGEST_MOVE - 0.5, f"{time.monotonic() - begin:.2f} s"
    world.step += 1
    world.overdue = slow
    world.room_changed()
    await world.settle()
    await world.refused(world.players[slow].viewer, "claim_win", "cannot_claim")
    return 1 - slow


# Limits that the options above shorten


@suite.case("an absent player's seat is freed in a waiting room")
async def seat_freed(context):
    host, guest = await context.client("host"), await context.client("guest")
    code = (await host.ok("create_room", name="A"))["room"]
    token = (await guest.ok("join_room", room=code, name="B"))["token"]
    await guest.ok("ready")
    begin = time.monotonic()
    await guest.cut()
    room = await host.wait_room(lambda room: room["players"][1] and not room["players"][1]["connected"])
    assert room["players"][1]["ready"] in (True, False)
    await host.wait_room(lambda room: room["players"][1] is None)
    assert time.monotonic() - begin > SEAT_FREED - 0.3, f"{time.monotonic() - begin:.2f} s"
    late = await context.client("late")
    await late.refused("resume", "bad_token", room=code, token=token)
    assert (await late.ok("join_room", room=code, name="C"))["seat"] == 1
    await late.close()
    await host.close()


@suite.case("players become ready for the next round after a while, even absent ones")
async def ready_taken(context):
    world = await started(context, "ready taken", seals=3)
    begin = time.monotonic()
    await play_round(world)
    world.step += 1
    for player in world.players:
        player.ready = True
        world.room_changed(optional=True)
    await world.dealt()
    assert time.monotonic() - begin > READY_TAKEN - 0.5, f"{time.monotonic() - begin:.2f} s"
    await play_round(world)
    if world.match.phase == "round_over":
        await world.ok(world.players[0].viewer, "ready")
        world.players[0].ready = True
        world.room_changed()
        world.players[1].ready = True
        world.room_changed(optional=True)
        await world.dealt()
    await world.close()


async def play_round(world):
    while world.match.phase == "playing":
        await play_one(world)


@suite.case("a match that both players have left is abandoned, without a winner")
async def abandoned(context):
    world = await started(context, "abandoned", clock=None)
    await world.spectate("Watcher")
    match = world.match.id
    await world.disconnect(0, "cut")
    await asyncio.sleep(ABANDONED / 2)
    begin = time.monotonic()
    await world.disconnect(1, "cut")
    view = await world.spectators[0].peek_view()
    assert time.monotonic() - begin > ABANDONED - 0.5, f"{time.monotonic() - begin:.2f} s"
    world.after_change(view, world.match.cut_short("abandoned", None), mover=None)
    await world.settle()
    await world.resume(0)
    status, _, body = await http_get(context.port, f"/replays/{match}")
    assert status == 200
    world.check_replay(json.loads(body))
    await world.close()
