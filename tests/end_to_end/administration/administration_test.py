#!/usr/bin/python3
"""Every command of `jaipur-server admin` on a real server, and what players see of it."""

import asyncio
import json
import stat

from cases import Suite, run_program
from durable_server import DurableServer
from http_get import http_get
from operator_tools import Match, admin, in_words

suite = Suite("administration")
NEAR, NEXT, FAR = "203.0.113.7", "203.0.113.8", "198.51.100.1"
WIDE = "203.0.113.0/24"


def server_of(context, *options):
    return DurableServer(context, "--no-limits", *options, name="admin")


async def room_of(player, until):
    return await player.wait_room(until)


def announced(room):
    return (room.message if hasattr(room, "message") else room).get("notice", {}).get("announcement", {}).get("text")


@suite.case("status and rooms tell who plays, but no card, token, password or chat")
async def overview(binary):
    async with server_of(binary) as server:
        await server.start()
        match = await Match(server).begin()
        await match.players[0].ok("chat", text="a secret between us")
        status = await admin(server, "status")
        assert status["ok"] and status["connections"] == 2 and status["playing"] == 1 and status["players"] == 2, status
        rooms = await admin(server, "rooms")
        assert [room["room"] for room in rooms["rooms"]] == [match.room], rooms
        assert [player["name"] for player in rooms["rooms"][0]["players"]] == ["Asha", "Bharat"], rooms
        limits = (await admin(server, "limits"))["limits"]
        assert limits["backlog"] == "256", limits
        texts = [
            json.dumps(status),
            json.dumps(rooms),
            await in_words(server, "rooms"),
            await in_words(server, "status"),
        ]
        for secret in [*match.tokens, "open sesame", "secret between", "camel", "diamond", "hand", "deck", "seed"]:
            assert not any(secret in text for text in texts), secret
        assert match.room in texts[2] and "Bharat" in texts[2], texts[2]
        assert stat.S_IMODE((server.data / "admin.sock").stat().st_mode) == 0o600
        log = (server.data / "admin.log").read_text().splitlines()
        assert len(log) == 5 and all(json.loads(line)["result"] == "ok" for line in log), log
        assert stat.S_IMODE((server.data / "admin.log").stat().st_mode) == 0o600
        await server.stop()
        assert not (server.data / "admin.sock").exists()
        gone = await admin(server, "status", status=69)
        assert "no server is running" in gone["message"], gone


@suite.case("an operator ends a match; both players hear why, also after kill -9")
async def end(binary):
    async with server_of(binary) as server:
        await server.start()
        match = await Match(server).begin()
        await admin(server, "end", "222222", status=1)
        await admin(server, "end", match.room, "--reason", "Rude names.")
        await server.kill()
        await server.start()
        for seat in (0, 1):
            player = await match.connect()
            await player.ok("resume", room=match.room, token=match.tokens[seat])
            room = await room_of(player, lambda room: True)
            assert room["phase"] == "match_over" and room["ended_by_operator"] == "Rude names.", room
            view = await player.wait_view()
            assert (view["result"]["winner"], view["result"]["reason"]) == (None, "abandoned"), view["result"]
        refused = await admin(server, "end", match.room, status=1)
        assert refused["error"] == "not_possible", refused


@suite.case("an announcement reaches players, newcomers and the list, until it is cleared")
async def announce(binary):
    async with server_of(binary) as server:
        await server.start()
        match = await Match(server).begin()
        await admin(server, "announce", "Restart at noon.")
        for player in match.players:
            await room_of(player, lambda room: announced(room) == "Restart at noon.")
        late = await match.connect()
        assert announced(await late.ok("list_rooms")) == "Restart at noon."
        for bad in ("", " ", "\x1b[31mred", "two\nlines", "a" * 201, "\u202eeman"):
            assert not (await admin(server, "announce", bad, status=1 if bad else 64)).get("ok"), bad
        await admin(server, "announce", "--clear")
        await room_of(match.players[0], lambda room: "notice" not in room)
        await admin(server, "announce", "Briefly.", "--for", "1s")
        await room_of(match.players[0], lambda room: announced(room) == "Briefly.")
        await room_of(match.players[0], lambda room: "notice" not in room)


@suite.case("draining refuses new matches, waits for the running one, and then stops with 0")
async def drain(binary):
    async with server_of(binary) as server:
        await server.start()
        match = await Match(server).begin()
        answer = await admin(server, "drain")
        assert "1 running match" in answer["message"], answer
        await room_of(match.players[0], lambda room: room.get("notice", {}).get("restarting"))
        assert (await http_get(server.port, "/readyz"))[0] == 503
        late = await match.connect()
        await late.refused("create_room", "shutting_down", name="Chitra")
        await late.refused("quick_match", "shutting_down", name="Chitra")
        await late.refused("join_room", "shutting_down", name="Chitra", room="222222")
        await admin(server, "drain", "--cancel")
        assert (await http_get(server.port, "/readyz"))[0] == 200
        await late.ok("create_room", name="Chitra")
        await admin(server, "drain")
        await asyncio.sleep(4)
        assert server.process.returncode is None, "the server didn't wait"
        await match.players[0].ok("resign")
        assert await asyncio.wait_for(server.process.wait(), 60) == 0
        assert await match.players[1].wait_closed() == 1012


@suite.case("draining without a running match stops the server in a moment")
async def drain_nothing(binary):
    async with server_of(binary) as server:
        await server.start()
        answer = await admin(server, "drain")
        assert "in a moment" in answer["message"], answer
        assert await asyncio.wait_for(server.process.wait(), 60) == 0


@suite.case("kicks and bans close connections; bans refuse new ones, also after kill -9, until they end")
async def bans(binary):
    async with server_of(binary, "--trusted-proxy", "127.0.0.1") as server:
        await server.start()
        match = await Match(server).begin(NEAR, FAR)
        await admin(server, "kick", NEAR)
        assert await match.players[0].wait_closed() == 4003
        await room_of(match.players[1], lambda room: not room["players"][0]["connected"])
        back = await match.connect(NEAR)
        await back.ok("resume", room=match.room, token=match.tokens[0])
        for own in ("127.0.0.1", "::1", "0.0.0.0/0", "localhost"):
            refused = await admin(server, "ban", own, status=1)
            assert refused["error"] == "not_possible", refused
        await admin(server, "ban", match.room, "0", "--for", "2h")
        assert await back.wait_closed() == 4003
        await admin(server, "ban", "203.0.113.8/32", "--for", "2s")
        await server.kill()
        await server.start()
        listed = (await admin(server, "bans"))["bans"]
        assert [ban["address"] for ban in listed][:1] == [NEAR], listed
        for path in ("/", "/ws", "/healthz"):
            status, _, _ = await http_get(server.port, path, headers=[f"X-Forwarded-For: {NEAR}"])
            assert status == 403, (path, status)
        await (await match.connect(FAR)).ok("ping")
        await (await match.connect()).ok("ping")
        await asyncio.sleep(2)
        await (await match.connect(NEXT)).ok("ping")
        await admin(server, "ban", WIDE)
        ended = await admin(server, "unban", NEAR)
        assert f"{WIDE}, which includes {NEAR}, is still banned" in ended["message"], ended
        await admin(server, "unban", WIDE)
        await (await match.connect(NEAR)).ok("ping")
        assert (await admin(server, "bans"))["bans"] == []
        await admin(server, "unban", NEAR, status=1)


@suite.case("the server writes a backup, and logs more on demand")
async def backup(binary):
    async with server_of(binary) as server:
        await server.start()
        match = await Match(server).begin()
        file = server.directory / "copy"
        await admin(server, "backup", str(file))
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        again = await admin(server, "backup", str(file), status=1)
        assert "already exists" in again["message"], again
        await admin(server, "log-level", "debug")
        await match.players[0].close()
        await admin(server, "log-level", "loud", status=1)
        assert '"session ended"' in server.log_path.read_text()
        checked = await asyncio.create_subprocess_exec(server.binary, "check", str(file))
        assert await checked.wait() == 0


if __name__ == "__main__":
    run_program(suite, __doc__, at_once=3)
