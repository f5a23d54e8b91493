#!/usr/bin/python3
"""Rooms: making, finding, watching and leaving them; clocks, absence, the fair start, the bot, the end of the server."""

import asyncio
import json
import pathlib
import random
import sys
import time

import fair
import rooms_timed
from bot_match import AgainstBot
from cases import Suite, arguments_of, finish
from client import Client, traffic
from http_get import http_get
from jaipur_model import masked
from random_play import legal_action
from raw_socket import RawSocket
from server_process import Server
from viewer import differences
from world import World

suite = Suite("rooms")


class Context:
    def __init__(self, server):
        self.server = server
        self.port = server.port

    async def client(self, label=""):
        return await Client.connect(self.server.ws, label=label)

    async def world(self, label, *, seed=None, **options):
        """A world with both seats taken."""
        world = World(self.server, random.Random(seed if seed is not None else label), label)
        await world.create("Asha", options)
        await world.join("Bharat")
        return world


async def play_some(world, count):
    for _ in range(count):
        if world.match.phase != "playing":
            return
        seat = world.match.round.turn
        await world.act(seat, legal_action(world.rng, world.match.round, seat, "even"))


async def play_out(world):
    while world.match.phase != "match_over":
        if world.match.phase == "round_over":
            await world.next_round()
        await play_some(world, 1)


# Finding rooms


async def all_rooms(client):
    """Page by page; gives (rooms, sizes of the pages)."""
    rooms, pages, after = [], [], {}
    while True:
        reply = await client.ok("list_rooms", **after)
        rooms += reply["rooms"]
        pages.append(len(reply["rooms"]))
        if reply["next"] is None:
            return rooms, pages
        after = {"after": reply["next"]}


@suite.case("list_rooms: public ones only, 50 at a time, waiting and playing ones")
async def listing(context):
    hosts = []
    clock = {"initial": 600, "increment": 3}
    for number in range(112):
        host = await context.client(f"host {number}")
        options = {"public": number < 105, "seals": 1 + number % 3}
        options |= {"clock": clock} if number % 2 else {}
        options |= {"password": "x"} if number % 7 == 0 else {}
        code = (await host.ok("create_room", name=f"host {number}", options=options))["room"]
        hosts.append((host, code, options))
    looker = await context.client("looker")
    watched = hosts[1][1]
    spectators = [await context.client("w") for _ in range(3)]
    for spectator in spectators:
        await spectator.ok("spectate", room=watched)
    guest = await context.client("guest")
    await guest.ok("join_room", room=hosts[3][1], name="guest")
    rooms, pages = await all_rooms(looker)
    by_code = {room["room"]: room for room in rooms}
    assert len(by_code) == len(rooms), "a room twice"
    assert pages[0] == 50 and pages[1] == 50 and all(size <= 50 for size in pages), pages
    for number, (_, code, options) in enumerate(hosts):
        if not options["public"]:
            assert code not in by_code, f"{code} is private"
            continue
        due = {
            "room": code,
            "names": [f"host {number}", "guest" if number == 3 else None],
            "phase": "waiting",
            "clock": options.get("clock"),
            "seals": options["seals"],
            "spectators": 3 if number == 1 else 0,
            "has_password": "password" in options,
        }
        assert by_code[code] == due, f"{by_code[code]}, {due} was due"
    await hosts[3][0].ok("ready")
    await guest.ok("ready")
    await guest.wait_view(lambda view: view["phase"] == "playing")
    rooms, _ = await all_rooms(looker)
    assert [room["phase"] for room in rooms if room["room"] == hosts[3][1]] == ["playing"]
    await guest.ok("resign")
    rooms, _ = await all_rooms(looker)
    assert hosts[3][1] not in [room["room"] for room in rooms], "a finished match is listed"
    for client in [host for host, _, _ in hosts] + spectators + [guest, looker]:
        await client.close()


@suite.case("quick_match joins the oldest that waits with the same clock, else opens one")
async def quick(context):
    clock = {"initial": 777, "increment": 7}
    clients = [await context.client(f"quick {n}") for n in range(8)]
    with_password = await clients[0].ok(
        "create_room", name="A", options={"public": True, "clock": clock, "password": "x"}
    )
    private = await clients[1].ok("create_room", name="A", options={"clock": clock})
    first = await clients[2].ok("quick_match", name="B", clock=clock)
    assert first["seat"] == 0 and first["room"] not in (with_password["room"], private["room"])
    room = await clients[2].wait_room()
    assert room["options"]["public"] is True and room["options"]["clock"] == clock, room
    other_clock = await clients[3].ok("quick_match", name="C", clock=clock | {"increment": 8})
    assert other_clock["seat"] == 0
    second = await clients[4].ok("create_room", name="D", options={"public": True, "clock": clock})
    joined = await clients[5].ok("quick_match", name="E", clock=clock)
    assert (joined["room"], joined["seat"]) == (first["room"], 1), f"{joined}, the oldest is {first}"
    joined = await clients[6].ok("quick_match", name="F", clock=clock)
    assert (joined["room"], joined["seat"]) == (second["room"], 1), f"{joined}, now the oldest is {second}"
    opened = await clients[7].ok("quick_match", name="G", clock=clock)
    assert opened["seat"] == 0
    await clients[7].ok("leave_room")
    for client in clients:
        await client.close()


@suite.case("spectators: public, none, open, with a password, with a name and without")
async def watching(context):
    world = World(context.server, random.Random(1), "watched")
    await world.create("Asha", {"spectators": "open", "delay": 2, "seals": 1}, "sesam")
    await world.spectate()
    await world.join("Bharat")
    await world.spectate("Watcher")
    await world.start_match([True, False])
    await play_some(world, 1)
    await world.spectate("Late")
    await play_some(world, 3)
    await world.spectate("Later")
    for viewer in list(world.spectators):
        await world.stop_spectating(viewer, "leave")
    await world.spectate()
    await play_out(world)
    await world.quiet()
    await world.close()


@suite.case("an open room's spectator never sees a hand of the running round before its delay")
async def delayed(context):
    world = await context.world("delayed", spectators="open", delay=20, seals=2)
    await world.spectate("Late")
    await world.start_match([True, True])
    assert world.spectators[0].shown == 0, "the deal was shown at once"
    await play_out(world)
    await world.quiet()
    await world.close()


@suite.case("views that wait unsent are joined: a jump in seq, and the events of all of them")
async def joined(context):
    world = await context.world("joined", seals=1)
    raw = await RawSocket.connect(context.port, receive_buffer=4096)
    raw.request("spectate", room=world.code)
    assert (await raw.reply())["type"] == "ok"
    world.strangers = 1
    world.step += 1
    world.room_changed()
    await world.start_match([True, True])
    raw.sleep()
    await fill_up(context, world, raw)
    await play_some(world, 12)
    raw.wake()
    played = len(world.history) - 1
    shown = 0
    jumps = 0
    while shown < played:
        view = await raw.message()
        if view["type"] != "view" or view["seq"] == 0:
            continue
        events = [event for entry in world.history[shown + 1 : view["seq"] + 1] for event in entry.events]
        due = masked(world.history[view["seq"]].full, None, events)
        due |= {"room": world.code, "seq": view["seq"], "clock": None}
        assert not differences(due, view), differences(due, view)[:5]
        jumps += view["seq"] > shown + 1
        shown = view["seq"]
    assert jumps, "nothing was joined"
    raw.abort()
    await world.close()


async def fill_up(context, world, raw):
    """Talks until the kernel takes no more for the sleeping spectator, and the server has to keep it."""
    talker = world.players[0].viewer.client
    port = raw.wire.transport.get_extra_info("sockname")[1]
    before = -1
    while (now := unread_bytes(context.port, port)) != before:
        before = now
        for reply in [await talker.send("chat", text="😀" * 200) for _ in range(20)]:
            await reply
        await asyncio.sleep(0.01)
    for player in world.players:
        await player.viewer.client.barrier()
        player.viewer.client.drain()


def unread_bytes(server_port, client_port):
    """What lies in the two sockets' queues on the way to the client."""
    ends = {(f":{server_port:04X}", f":{client_port:04X}"): 0, (f":{client_port:04X}", f":{server_port:04X}"): 1}
    total = 0
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, _, queues, *_ = line.split()
        side = ends.get((local[8:], remote[8:]))
        if side is not None:
            total += int(queues.split(":")[side], 16)
    return total


# Seats


@suite.case("a seat given up before the match is free, its token dead")
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


@suite.case("during a match the seat is kept; after it, it is free")
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


@suite.case("resume elsewhere closes the old connection with 4001, also many times")
async def taken_over(context):
    world = await context.world("taken over")
    await world.start_match([False, True])
    for _ in range(5):
        await world.resume(0)
        await play_some(world, 1)
    await world.close()


@suite.case("the loser of the last match starts the rematch, and chat is heard by whom it should")
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


@suite.case("who sits down hears nothing of before, not by coming back either")
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


@suite.case("a spectator without a name may watch; what it writes has none, if it may write")
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


@suite.case("no clock runs between rounds")
async def stopped_clock(context):
    world = await context.world("stopped clock", clock={"initial": 8, "increment": 0}, seals=3)
    await world.start_match([True, True])
    while world.match.phase == "playing":
        await play_some(world, 1)
    await asyncio.sleep(max(world.clock["remaining_ms"]) / 1000 + 0.5)
    await world.next_round()
    await world.close()


# The fair start


@suite.case("commitments and nonces that are wrong; a table that is owed is sent again")
async def fair_faults(context):
    world = await context.world("fair faults")
    seats = [player.viewer.client for player in world.players]
    mine = [fair.Contribution(seat, world.fair) for seat in (0, 1)]
    await seats[0].ok("ready", commit=mine[0].commit.hex())
    await seats[1].refused("ready", "bad_commit", commit=mine[0].commit.hex())
    await seats[1].refused("ready", "bad_commit", commit="zz" * 32)
    await seats[0].refused("reveal", "not_playing", nonce=mine[0].nonce.hex())
    await seats[1].ok("ready", commit=mine[1].commit.hex())
    tables = [(await seat.wait_push("table")).message for seat in seats]
    assert tables[0] == tables[1]
    await seats[0].refused("reveal", "bad_reveal", nonce=mine[1].nonce.hex())
    await seats[0].refused("reveal", "bad_reveal", nonce="00" * 32)
    await seats[0].refused("reveal", "bad_reveal", nonce="zz")
    await seats[1].ok("reveal", nonce=mine[1].nonce.hex())
    again = await context.client("0 again")
    await again.ok("resume", room=world.code, token=world.players[0].token)
    table = (await again.wait_push("table")).message
    assert table == tables[0], table
    await again.ok("reveal", nonce=mine[0].nonce.hex())
    view = await again.wait_view(lambda view: view["phase"] == "playing")
    assert view["seq"] == 1 and view["you"] == 0
    await again.close()
    await seats[1].close()


@suite.case("who does not reveal within 10 s: nobody is ready, aborted counts, a new match")
async def aborted(context):
    world = await context.world("aborted")
    seats = [player.viewer.client for player in world.players]
    for count in (1, 2):
        room = world.fair
        mine = [fair.Contribution(seat, room) for seat in (0, 1)]
        begin = time.monotonic()
        for seat in (0, 1):
            await seats[seat].ok("ready", commit=mine[seat].commit.hex())
        await seats[0].ok("reveal", nonce=mine[0].nonce.hex())
        rooms = [await seat.wait_room(lambda room: room["fair"]["aborted"] == count) for seat in seats]
        assert time.monotonic() - begin > 9, f"{time.monotonic() - begin:.1f} s"
        assert rooms[0]["fair"] == rooms[1]["fair"] and rooms[0]["phase"] == "waiting"
        assert rooms[0]["fair"]["match"] != room["match"] and rooms[0]["fair"]["server_commit"] != room["server_commit"]
        assert [player["ready"] for player in rooms[0]["players"]] == [False, False], rooms[0]
        world.fair = rooms[0]["fair"]
        await seats[1].refused("reveal", "not_playing", nonce=mine[1].nonce.hex())
    mine = [fair.Contribution(seat, world.fair) for seat in (0, 1)]
    for seat in (0, 1):
        await seats[seat].ok("ready", commit=mine[seat].commit.hex())
    for seat in (0, 1):
        await seats[seat].ok("reveal", nonce=mine[seat].nonce.hex())
    view = await seats[0].wait_view(lambda view: view["phase"] == "playing")
    assert view["match"] == world.fair["match"] and view["round"] == 1
    await seats[0].ok("resign")
    end = await seats[1].wait_view(lambda view: view["phase"] == "match_over")
    assert not fair.faults_of_proof(end["result"]["proof"])
    assert end["result"]["proof"]["nonces"] == [part.nonce.hex() for part in mine]
    assert fair.deal_round(end["result"]["proof"], 1).start == view["turn"], "it is still their first match"
    for seat in seats:
        await seat.close()


@suite.case("the proof and the replay are not told before the match is over")
async def nothing_early(context):
    world = await context.world("early", seals=1)
    await world.start_match([True, True])
    await play_some(world, 3)
    status, _, _ = await http_get(context.port, f"/replays/{world.match.id}")
    assert status == 404, status
    await world.resign(0)
    status, headers, body = await http_get(context.port, f"/replays/{world.match.id}")
    assert status == 200 and headers["content-type"].startswith("application/json"), f"{status} {headers}"
    replay = json.loads(body)
    traffic.http("replay", replay)
    world.check_replay(replay)
    await world.close()


# The bot, the pings


@suite.case("whole matches against the bot, checked from the proof")
async def bot(context):
    for number, contributes in enumerate((True, False, True)):
        rng = random.Random(number)
        client = await context.client("against the bot")
        created = await client.ok("create_room", name="A", options={"opponent": {"bot": "easy"}, "seals": 1 + number})
        room = await client.wait_room()
        assert room["players"][1]["bot"] == "easy" and room["players"][1]["connected"] is True, room
        assert room["players"][0]["bot"] is None
        late = await context.client("late")
        await late.refused("join_room", "room_full", room=created["room"], name="B")
        await late.close()
        contribution = fair.Contribution(0, room["fair"]) if contributes else None
        match = AgainstBot(context.client, created, rng)
        await match.play(client, contribution)
        proof = match.views[-1][0]["result"]["proof"]
        assert not fair.faults_of_proof(proof), fair.faults_of_proof(proof)
        assert proof["nonces"] == [contribution.nonce.hex() if contribution else "", ""]
        status, _, body = await http_get(context.port, f"/replays/{room['fair']['match']}")
        assert status == 200
        replay = json.loads(body)
        traffic.http("replay", replay)
        assert replay["starter"] == fair.deal_round(proof, 1).start
        match.check(replay, 1 + number)
        await match.client.ok("rematch")
        await match.client.wait_view(lambda view: view["phase"] == "waiting")
        await match.client.close()


@suite.case("ping tells the time")
async def pings(context):
    client = await context.client("ping")
    reply = await client.ok("ping")
    assert abs(reply["at"] / 1000 - time.time()) < 2, reply
    await client.close()


async def stops_cleanly(binary):
    """SIGTERM in the middle of everything: 1012 to all, exit 0 without being hurried."""
    async with Server(binary, "--no-limits", "--shutdown-timeout=1h", name="sigterm") as server:
        context = Context(server)
        worlds = [await context.world(f"sigterm {number}", spectators="public") for number in range(20)]
        for world in worlds:
            await world.spectate()
            await world.start_match([True, False])
            await play_some(world, 4)
        clients = [viewer.client for world in worlds for viewer in world.viewers()]
        clients.append(await context.client("in no room"))
        status, seconds = await server.stop()
        codes = [await client.wait_closed() for client in clients]
        assert set(codes) == {1012}, codes
        assert status == 0, f"status {status} after {seconds:.1f} s"
        print(f"passed SIGTERM during 20 matches: 1012 to {len(codes)} connections, exit 0 after {seconds:.2f} s")


async def main():
    arguments = arguments_of(__doc__)
    async with Server(arguments.server, "--no-limits", name="rooms") as server:
        async with Server(arguments.server, "--no-limits", *rooms_timed.SHORTENED, name="rooms-timed") as hasty:
            (passed, failures), (more_passed, more_failures) = await asyncio.gather(
                suite.run(Context(server), arguments.only), rooms_timed.suite.run(Context(hasty), arguments.only, 40)
            )
            server.failed = hasty.failed = bool(failures + more_failures)
    failed = len(failures) + len(more_failures)
    try:
        await stops_cleanly(arguments.server)
        stopped = 1
    except AssertionError as fault:
        print(f"FAILED SIGTERM: {fault}")
        stopped = 0
    finish(passed + more_passed + stopped, failed + 1 - stopped)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
