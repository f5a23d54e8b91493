"""Test cases for threats_test: too many rooms, rooms that nobody or everybody leaves, too many spectators."""

import asyncio
import time

from cases import Suite
from client import Client
from raw_socket import RawSocket
from server_process import sanitized
from threats import client_of, replies_and_pings, start_match, until

suite = Suite("rooms")
FIRST, SECOND, THIRD = "198.51.100.21", "198.51.100.22", "198.51.100.23"


async def opens(server, count, address=None):
    """Opens `count` rooms, each by its own client; returns (replies, clients)."""
    clients = [await client_of(server, address) for _ in range(count)]
    answers = []
    for client in clients:
        reply = await client.request("create_room", name="A", options={"public": True})
        answers.append("ok" if reply.ok else reply.code)
    return answers, clients


async def close(clients):
    for client in clients:
        await client.close()


@suite.case("rooms over the total limit get server_full, until one closes")
async def in_all(context):
    async with context.server("--rooms", "10", "--empty-room-dies-after", "1s") as server:
        answers, clients = await opens(server, 25)
        assert answers == ["ok"] * 10 + ["server_full"] * 15, answers
        await clients[20].refused("quick_match", "server_full", name="B", clock={"initial": 77, "increment": 0})
        await clients[0].ok("leave_room")

        async def again():
            return (await clients[20].request("create_room", name="A")).ok

        await until(again, "a room closed, but no other could be opened")
        context.did["rooms"] += 27
        await close(clients)


@suite.case("waiting rooms over one address's limit are refused; other addresses and rooms in play don't count")
async def by_address(context):
    async with context.behind_proxy("--waiting-rooms-per-address", "3") as server:
        answers, clients = await opens(server, 12, FIRST)
        assert answers == ["ok"] * 3 + ["rate_limited"] * 9, answers
        others, more = await opens(server, 3, SECOND)
        assert others == ["ok"] * 3, others
        assert (
            await clients[5].request("quick_match", name="B", clock={"initial": 77, "increment": 0})
        ).code == "rate_limited"
        code = (await clients[0].wait_room())["room"]
        joiner = await client_of(server, SECOND)
        await joiner.ok("join_room", room=code, name="C")
        for client in (clients[0], joiner):
            await client.ok("ready")
        await joiner.wait_view(lambda view: view["phase"] == "playing")
        assert (await clients[6].request("create_room", name="A")).ok, "a room in play counts as waiting"
        assert (await clients[7].request("create_room", name="A")).code == "rate_limited"
        context.did["rooms"] += 16
        await close([*clients, *more, joiner])


@suite.case("an empty waiting room closes")
async def empty_room(context):
    async with context.server("--seat-freed-after", "1s", "--empty-room-dies-after", "2s") as server:
        host, watcher = await client_of(server), await client_of(server)
        created = await host.ok("create_room", name="A", options={"public": True})
        await host.cut()
        begin = time.monotonic()

        async def gone():
            listed = (await watcher.request("list_rooms"))["rooms"]
            return not listed

        await until(gone, "the room still exists")
        assert time.monotonic() - begin > 0.9, f"after {time.monotonic() - begin:.1f} s"
        await watcher.refused("join_room", "no_such_room", room=created["room"], name="B")
        await watcher.refused("resume", "bad_token", room=created["room"], token=created["token"])
        await watcher.close()


@suite.case("opening and leaving rooms repeatedly leaves nothing behind")
async def create_and_leave(context):
    rounds = 4000 if context.long else 1000
    memory = [] if context.long else ["--in-memory"]  # the database cache grows to 2 MiB over time
    async with context.server("--no-limits", "--empty-room-dies-after", "500ms", *memory) as server:
        crowd, sizes = [await RawSocket.connect(server.port) for _ in range(20)], []

        async def open_and_leave(raw):
            for _ in range(rounds // 4 // len(crowd)):
                raw.request("create_room", name="A", options={"public": True})
                raw.request("leave_room")
                assert (await raw.reply())["type"] == "ok" and (await raw.reply())["type"] == "ok"

        async def no_rooms():
            crowd[0].request("list_rooms")
            return (await crowd[0].reply())["rooms"] == []

        for _ in range(4):
            await asyncio.gather(*(open_and_leave(raw) for raw in crowd))
            await until(no_rooms, "rooms that everybody left still exist")
            sizes.append(server.resident_bytes())
        allowed = (5 if context.long else 1) * 2**20  # each leaked room would take two or three KiB
        assert sanitized(context.binary) or sizes[-1] - sizes[0] < allowed, f"the server grows: {sizes}"
        context.did["rooms"] += rounds
        for raw in crowd:
            raw.abort()


@suite.case("hundreds of quick_match at once: always two to a room, nobody is delayed")
async def quick_matches(context):
    count = 2000 if context.long else 500
    async with context.server("--no-limits", "--silence-timeout", "10min") as server:  # the crowd answers no pings
        host = await client_of(server)
        for _ in range(6):  # if the machine stalls, it may seem that nobody else gets replies
            pings = await crowd_of_quick_matches(context, server, count, host)
            if pings > 1:
                break
        assert pings > 1, "nobody else got replies meanwhile"
        await host.close()


async def crowd_of_quick_matches(context, server, count, host):
    """Returns how many of the host's pings were answered meanwhile."""
    crowd = [await RawSocket.connect(server.port) for _ in range(count)]
    begin = time.monotonic()
    for raw in crowd:
        raw.request("quick_match", name="Q")
    replies, pings = await replies_and_pings(crowd, host, 0.01)
    seats = [(reply["room"], reply["seat"]) for reply in replies]
    took = time.monotonic() - begin
    assert len(set(seats)) == count, "two players have the same seat"
    rooms = {room for room, _ in seats}
    assert len(rooms) == count // 2, f"{count} players in {len(rooms)} rooms"
    context.notes.append(f"{count} quick_match in {took:.2f} s, {pings} pings answered meanwhile")
    context.did["rooms"] += len(rooms)
    for raw in crowd:
        raw.abort()
    return pings


async def joins(server, rooms, address):
    """Joins each of these rooms from this address; returns the refusals' codes."""
    answers = []
    for room in rooms:
        friend = await client_of(server, address)
        answers.append((await friend.request("join_room", room=room, name="F")).code)
        await friend.close()
    return answers


@suite.case("one address takes three seats in other people's rooms; a friend from elsewhere gets the others")
async def seats_by_address(context):
    async with context.behind_proxy() as server:
        answers, hosts = await opens(server, 5, FIRST)
        assert answers == ["ok"] * 5, answers
        rooms = [(await host.wait_room())["room"] for host in hosts]
        griefers = [await client_of(server, SECOND) for _ in range(2 * len(rooms))]
        codes = [
            (await griefer.request("join_room", room=room, name="G")).code for griefer, room in zip(griefers, rooms)
        ]
        assert codes == [None] * 3 + ["rate_limited"] * 2, codes
        for griefer in griefers[len(rooms) :]:
            seated = await griefer.ok("quick_match", name="G")
            assert seated["seat"] == 0 and seated["room"] not in rooms, "a quick match took a friend's seat"
            await griefer.ok("leave_room")
        assert await joins(server, rooms[3:], THIRD) == [None] * 2, "a friend found no seat"

        for client in (hosts[0], griefers[0]):
            await client.ok("ready")
        await hosts[0].wait_view(lambda view: view["phase"] == "playing")
        await griefers[1].ok("leave_room")
        for griefer in griefers[5:7]:
            hosts.append(await client_of(server, FIRST))
            room = (await hosts[-1].ok("create_room", name="A"))["room"]
            await griefer.ok("join_room", room=room, name="G")
        context.did["rooms"] += 7
        await close([*hosts, *griefers])


@suite.case("one address has ten spectators in a room; a friend from elsewhere can still watch")
async def spectators_by_address(context):
    async with context.behind_proxy("--spectators", "20") as server:
        host = await client_of(server, FIRST)
        room = (await host.ok("create_room", name="A"))["room"]
        crowd = [await client_of(server, SECOND) for _ in range(30)]
        codes = [(await client.request("spectate", room=room)).code for client in crowd]
        assert codes == [None] * 10 + ["rate_limited"] * 20, codes
        friend = await client_of(server, THIRD)
        await friend.ok("spectate", room=room)
        await crowd[0].ok("leave_room")
        await crowd[29].ok("spectate", room=room)
        context.did["watchers"] += 31
        await close([host, friend, *crowd])


@suite.case("removed people can't return from the same address; a friend from elsewhere can come")
async def removed(context):
    async with context.behind_proxy() as server:
        host, griefer, watcher = [await client_of(server, address) for address in (FIRST, SECOND, THIRD)]
        room = (await host.ok("create_room", name="A", options={"public": True}))["room"]
        token = (await griefer.ok("join_room", room=room, name="G"))["token"]
        await watcher.ok("spectate", room=room, name="W")
        await host.ok("remove", seat=1)
        await host.ok("remove", spectator=1)
        assert await griefer.wait_closed() == 4003 and await watcher.wait_closed() == 4003
        for address in (SECOND, THIRD):
            again = await client_of(server, address)
            await again.refused("join_room", "room_full", room=room, name="G")
            await again.refused("spectate", "room_full", room=room)
            await again.refused("resume", "bad_token", room=room, token=token)
            assert (await again.ok("quick_match", name="G"))["room"] != room
            await again.ok("leave_room")
            await again.close()
        assert await joins(server, [room], "198.51.100.24") == [None]
        await host.close()


@suite.case("too many spectators: room_full for that room only; its players are told, and play on")
async def spectators(context):
    async with context.server("--spectators", "20") as server:
        first, second, code, _ = await start_match(server)
        other = await client_of(server)
        elsewhere = (await other.ok("create_room", name="C"))["room"]
        crowd = [await Client.connect(server.ws, label=f"watcher {n}") for n in range(60)]
        codes = [(await client.request("spectate", room=code)).code for client in crowd]
        assert codes == [None] * 20 + ["room_full"] * 40, codes
        assert (await crowd[50].request("spectate", room=elsewhere)).ok
        await first.wait_room(lambda room: room["spectators"] == 20)
        for number in range(20):  # replaces all of them, as fast as possible
            await crowd[number].send("leave_room")
            await crowd[30 + number % 20].send("spectate", room=code)
        await first.ok("chat", text="still here")
        assert (await second.wait_push("chat")).message["text"] == "still here"
        assert first.close_code is None and second.close_code is None
        context.did["watchers"] += 101
        await close([first, second, other, *crowd])
