#!/usr/bin/python3
"""A server with several threads: each has a part of all rooms, and nobody notices which one a room is in."""

import random
import signal

from cases import Suite, run_program
from durable_server import DurableServer
from http_get import http_get
from operator_tools import Match, admin
from rooms_play import Context
from server_process import eventually, free_port, within
from world_values import new_token

suite = Suite("threads")
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # a room's thread follows from the first character of its code


def thread_of(room, threads):
    return ALPHABET.index(room[0]) % threads


def server_of(binary, threads, *options):
    server = DurableServer(binary, name="threads")
    server.more = options
    use(server, threads)
    return server


def use(server, threads):
    """From its next start on."""
    server.options = ("--no-limits", "--bot-time=0", "--threads", str(threads), *server.more)


async def rooms_in_all_threads(context, threads, **options):
    """Two hosts in rooms of each thread: (client, reply to create_room)."""
    found = {thread: [] for thread in range(threads)}
    while min(map(len, found.values())) < 2:
        host = await context.client("host")
        reply = await host.ok("create_room", name="Host", **options)
        found[thread_of(reply["room"], threads)].append((host, reply))
    return [room for rooms in found.values() for room in rooms]


async def come_back(server, match):
    """Both players resume, and a spectator watches; returns the players' views."""
    match.players = [await match.connect(), await match.connect()]
    views = []
    for player, token in zip(match.players, match.tokens):
        await player.ok("resume", room=match.room, token=token)
        views.append(await player.wait_view())
    spectator = await match.connect()
    await spectator.ok("spectate", room=match.room, **match.password)
    await spectator.ok("leave_room")
    await spectator.close()
    return [{name: view[name] for name in ("market", "hand", "ply", "round", "turn") if name in view} for view in views]


@suite.case("matches in all threads go on after kill -9, with any other number of threads")
async def kills(binary):
    async with server_of(binary, 3) as server:
        await server.start()
        matches = []
        while {thread_of(match.room, 3) for match in matches} != {0, 1, 2} or len(matches) < 12:
            password = "open sesame" if len(matches) < 2 else None
            matches.append(await Match(server).begin(password=password, spectators="open"))
        before = [await come_back(server, match) for match in matches]
        for threads in (1, 5, 2):
            for match in matches:
                await match.players[0].ok("chat", text=f"before {threads}")
            await server.kill()
            use(server, threads)
            await server.start()
            assert [await come_back(server, match) for match in matches] == before
            assert (await admin(server, "status"))["playing"] == len(matches)
        for match in matches:
            await match.players[1].ok("resign")
            await match.players[0].wait_view(lambda view: view["phase"] == "match_over")


@suite.case("a session goes from thread to thread, and what it sends at once is answered in order")
async def wandering(binary):
    async with server_of(binary, 3) as server:
        await server.start()
        context = Context(server)
        rooms = [reply["room"] for _, reply in await rooms_in_all_threads(context, 3)]
        rng = random.Random("wandering")
        guest = await context.client("guest")
        for _ in range(20):
            due = []
            for room in rng.sample(rooms, len(rooms)):
                due += [
                    await guest.send("spectate", room=room),
                    await guest.send("ping"),
                    await guest.send("leave_room"),
                    await guest.send("spectate", room=("9" if room[0] != "9" else "8") + room[1:]),
                    await guest.send("list_rooms"),
                ]
            # The client checks that replies come in the order of the requests.
            replies = [await reply for reply in due]
            assert [reply.ok for reply in replies] == [True, True, True, False, True] * len(rooms), replies
        count = (await admin(server, "status"))["connections"]
        assert count == len(rooms) + 1, count


@suite.case("spectators go to another thread's room while their crowd is served")
async def crowd_leaves(binary):
    async with server_of(binary, 2) as server:
        await server.start()
        context = Context(server)
        made = await rooms_in_all_threads(context, 2, options={"spectators": "open"})
        rooms = {thread_of(reply["room"], 2): (host, reply["room"]) for host, reply in made}
        crowd = [await context.client("spectator") for _ in range(60)]
        here, there = 0, 1
        for spectator in crowd:
            await spectator.ok("spectate", room=rooms[here][1])
        for number in range(6):
            due = [await rooms[here][0].send("chat", text=f"bye {number}")]
            for spectator in crowd:  # the server tells those who remain
                due += [await spectator.send("leave_room"), await spectator.send("spectate", room=rooms[there][1])]
            assert all([(await within(reply)).ok for reply in due])
            here, there = there, here


@suite.case("public rooms and games that began in one thread are listed with several")
async def lists(binary):
    async with server_of(binary, 1) as server:
        await server.start()
        context = Context(server)
        made = await rooms_in_all_threads(context, 3, options={"public": True})
        await server.stop()
        use(server, 3)
        await server.start()
        reader = await context.client("reader")
        for _, reply in made:
            host = await context.client("host")
            await host.ok("resume", token=reply["token"])  # without its room
        listed = (await reader.ok("list_rooms"))["rooms"]
        codes = sorted(reply["room"] for _, reply in made)
        assert [room["room"] for room in listed] == codes, listed
        seats = [{"token": reply["token"]} for _, reply in made] + [{"token": new_token()}]
        games = []
        for begin in range(0, len(seats), 20):  # the most that one request may name
            games += (await reader.ok("games", seats=seats[begin : begin + 20]))["games"]
        assert [game and game["room"] for game in games] == [reply["room"] for _, reply in made] + [None], games


@suite.case("a request for a seat and its repeats take one seat, on any connections, and after a restart")
async def repeats(binary):
    async with server_of(binary, 3) as server:
        await server.start()
        context = Context(server)
        rooms = {}
        for number in range(12):
            kind = "quick_match" if number % 4 == 0 else "create_room"
            fields = {"name": "Asha", "token": new_token()}
            clients = [await context.client("repeat") for _ in range(3)]
            waiting = [await client.send(kind, **fields) for client in clients]
            taken = set()
            for reply in waiting:
                try:
                    taken.add((await reply)["room"])
                except Exception:  # another one has the seat now
                    pass
            assert len(taken) == 1, taken
            rooms[fields["token"]] = (kind, taken.pop())
            await clients[-1].close()
        await server.kill()
        use(server, 4)
        await server.start()
        for token, (kind, room) in rooms.items():
            client = await context.client("again")
            reply = await client.ok(kind, name="Asha", token=token)
            assert (reply["room"], reply["token"]) == (room, token), reply


@suite.case("the operator sees and reaches the rooms of all threads")
async def operator(binary):
    port = free_port()
    async with server_of(binary, 3, f"--metrics=127.0.0.1:{port}") as server:
        await server.start()
        matches = {}
        while len(matches) < 3:
            match = await Match(server).begin(password=None)
            matches.setdefault(thread_of(match.room, 3), match)
        rooms = [room["room"] for room in (await admin(server, "rooms"))["rooms"]]
        assert rooms == sorted(rooms) and {match.room for match in matches.values()} <= set(rooms), rooms
        _, _, body = await http_get(port, "/metrics")
        assert f"jaipur_running_matches {len(rooms)}\n".encode() in body, body
        assert f"jaipur_sessions {2 * len(rooms)}\n".encode() in body, body
        await admin(server, "announce", "Soon.")
        for match in matches.values():
            await match.players[0].wait_room(lambda room: room["notice"].get("announcement", {}).get("text") == "Soon.")
            await admin(server, "end", match.room)
            await match.players[0].wait_room(lambda room: room["phase"] == "match_over")
            await admin(server, "kick", match.room, "1")
            assert await match.players[1].wait_closed() == 4003
        await admin(server, "drain")
        await matches[0].players[0].wait_room(lambda room: room["notice"].get("restarting"))


@suite.case("a session takes its limits along from thread to thread")
async def limited(binary):
    async with server_of(binary, 2) as server:
        server.options = tuple(option for option in server.options if option != "--no-limits")
        await server.start()
        context = Context(server)
        rooms = [reply["room"] for _, reply in await rooms_in_all_threads(context, 2)]
        guest = await context.client("guest")
        due = []
        for number in range(40):
            due += [await guest.send("spectate", room=rooms[number % len(rooms)]), await guest.send("leave_room")]
        replies = [await reply for reply in due]
        assert any(reply.code == "rate_limited" for reply in replies), replies


@suite.case("a reload doesn't make a part of a server private")
async def reload(binary):
    async with server_of(binary, 3) as server:
        file = server.directory / "server.conf"
        file.write_text("threads = 3\n")
        server.options = ("--no-limits", "--config", str(file))
        await server.start()
        file.write_text("admit = invited\n")
        server.process.send_signal(signal.SIGHUP)
        await eventually(lambda: "not reloaded" in server.log_text(), "it was reloaded")
        _, reply = (await rooms_in_all_threads(Context(server), 3))[0]
        assert reply.ok


if __name__ == "__main__":
    run_program(suite, __doc__, at_once=4)
