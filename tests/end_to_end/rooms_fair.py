"""Test cases for rooms_test about the fair start: commitments, nonces, the proof."""

import json
import time

import fair
from cases import Suite
from client import traffic
from http_get import http_get
from rooms_play import play_some

suite = Suite("fair")


@suite.case("wrong commitments and nonces are refused; a table that is out is sent to everyone who enters")
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
    await seats[1].ok("ready", commit=mine[1].commit.hex())
    await seats[1].refused("ready", "not_playing", commit="ab" * 32)
    await seats[0].refused("reveal", "bad_reveal", nonce=mine[1].nonce.hex())
    await seats[0].refused("reveal", "bad_reveal", nonce="00" * 32)
    await seats[0].refused("reveal", "bad_reveal", nonce="zz")
    await seats[1].ok("reveal", nonce=mine[1].nonce.hex())
    again = await context.client("0 again")
    await again.ok("resume", room=world.code, token=world.players[0].token)
    spectator = await context.client("spectator")
    await spectator.ok("spectate", room=world.code)
    for client in (again, spectator):
        table = (await client.wait_push("table")).message
        assert table == tables[0], table
    await again.ok("reveal", nonce=mine[0].nonce.hex())
    view = await again.wait_view(lambda view: view["phase"] == "playing")
    assert view["seq"] == 1 and view["you"] == 0
    for client in (again, seats[1], spectator):
        await client.close()


@suite.case("without a reveal within 10 s nobody is ready, aborted goes up, and there is a new match")
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
        assert [player["missed_reveals"] for player in rooms[0]["players"]] == [0, count], rooms[0]
        world.fair = rooms[0]["fair"]
        await seats[1].refused("reveal", "not_playing", nonce=mine[1].nonce.hex())
    mine = [fair.Contribution(seat, world.fair) for seat in (0, 1)]
    for seat in (0, 1):
        await seats[seat].ok("ready", commit=mine[seat].commit.hex())
    for seat in (0, 1):
        await seats[seat].ok("reveal", nonce=mine[seat].nonce.hex())
    looker = await context.client("looker")
    await looker.ok("spectate", room=world.code)
    room = await looker.wait_room()
    assert [player["missed_reveals"] for player in room["players"]] == [0, 2], room
    await looker.close()
    view = await seats[0].wait_view(lambda view: view["phase"] == "playing")
    assert view["match"] == world.fair["match"] and view["round"] == 1
    await seats[0].ok("resign")
    end = await seats[1].wait_view(lambda view: view["phase"] == "match_over")
    assert not fair.faults_of_proof(end["result"]["proof"])
    assert end["result"]["proof"]["nonces"] == [part.nonce.hex() for part in mine]
    assert fair.deal_round(end["result"]["proof"], 1).start == view["turn"], "still their first match"
    for seat in seats:
        await seat.close()


@suite.case("the proof and the replay stay secret until the match is over")
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
