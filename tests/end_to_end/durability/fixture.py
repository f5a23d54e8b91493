"""Rooms in every state that a restart must keep, and the facts about them in a file: the fixture of a release.

`make` plays them on a server; `hold` checks a server against the facts; `play_on` finishes the running matches. The
facts come from the test's model, not from the server. Their tokens are only for these rooms.
"""

import asyncio
import json
import random
from collections import Counter

import fair
from bot_match import SeenBySeat0, replayed_history
from client import Client
from http_get import http_get
from jaipur_model import masked
from random_play import legal_action
from steady_match import SteadyMatch
from viewer import differences
from world_values import must


async def alone(room):
    """One player waits. (A second one joined and left.)"""
    await room.ask(1, "leave_room")


async def ready(room):
    await commit(room, 0)


async def table_out(room):
    """Seat 0 has revealed, seat 1 hasn't."""
    await commit(room, 0)
    await commit(room, 1)
    await room.until(0, lambda player: player.table)
    await room.ask(0, "reveal", nonce=room.players[0].contribution.nonce.hex())


async def commit(room, seat):
    player = room.players[seat]
    player.contribution = fair.Contribution(seat, room.fair)
    await room.ask(seat, "ready", commit=player.contribution.commit.hex())
    player.ready = True


async def running(room):
    await room.start_match([True, True])
    await room.play_round("even", 9)


async def round_over(room):
    await room.start_match([True, False])
    await room.play_round("even")


async def second_round(room):
    await round_over(room)
    await room.next_round()
    await room.play_round("trader", 7)


async def over(room):
    await room.play_match([True, True])


async def rematch_asked(room):
    await over(room)
    await room.ask(0, "rematch")
    room.players[0].rematch = True


async def second_match(room):
    await over(room)
    await room.ask_rematch()
    await room.start_match([False, True])
    await room.play_round("hoarder", 8)


ROOMS = [
    (alone, {"public": True}, None),
    (ready, {}, "sesam-7f3a"),
    (table_out, {}, None),
    (running, {"clock": {"initial": 36000, "increment": 5}, "grace": 3600}, None),
    (running, {"spectators": "open", "delay": 3}, None),
    (round_over, {"seals": 3}, None),
    (second_round, {"seals": 3, "spectators": "none"}, None),
    (over, {"seals": 1, "public": True}, None),
    (rematch_asked, {"seals": 1}, None),
    (second_match, {"seals": 1}, None),
]


async def make(server, seed):
    """Plays the rooms; returns the facts."""
    facts = []
    for number, (state, options, password) in enumerate(ROOMS):
        room = SteadyMatch(server, random.Random(seed + number), state.__name__, Counter())
        await room.open(options, password, names=("Asha", "Zoë 🐪"))
        await state(room)
        await room.play_round("even", 0)
        facts.append(await facts_of(room, state.__name__))
        await room.close()
    return facts


async def facts_of(room, name):
    gone = name == "alone"
    entry = room.history[-1]
    views = [masked(entry.full, seat, entry.round_events) | {"room": room.code, "seq": entry.seq} for seat in (0, 1)]
    if gone:
        state = room.lasting(room.room_state() | {"players": [room.room_state()["players"][0], None]})
    else:
        state = room.lasting(room.room_state())
    replays = []
    for match in {e.full["match"]: None for e in room.history if e.full["phase"] == "match_over"}:
        status, _, body = await http_get(room.server.port, f"/replays/{match}")
        must(status == 200, f"replay {status}")
        replays.append(json.loads(body))
    nonces = [player.contribution.nonce.hex() if player.contribution else None for player in room.players]
    return {
        "name": name,
        "room": room.code,
        "password": room.password,
        "tokens": [room.players[0].token, None if gone else room.players[1].token],
        "nonces": nonces,
        "views": views,
        "state": state,
        "replays": replays,
    }


# Checking a server


def with_later_fields(room):
    """The room that an older server knew, with what today's server adds to it."""
    players = [player and {"agreed": False} | player for player in room["players"]]
    later = {"open_after": "round", "patience": 600, "chat": "everyone"}
    return room | {"options": later | room["options"], "players": players}


async def sees_no_hands(server, facts):
    """Nobody agreed to a spectator delay in an older server's rooms, so their spectators see what a `public` room shows."""
    if facts["state"]["options"]["spectators"] != "open" or "open_after" in facts["state"]["options"]:
        return
    client = await Client.connect(server.ws, label=f"{facts['name']} spectator")
    await client.ok("spectate", room=facts["room"])
    view = await client.wait_view()
    must(view["seq"] == facts["views"][0]["seq"], f"{facts['name']} spectator: an old view {view}")
    must(all(player["hand"] is None for player in view["players"]), f"{facts['name']} spectator: {view}")
    await client.close()


async def hold(server, facts):
    """Checks that everything is as it was; returns the seats' clients and their views."""
    seats = []
    for seat, token in enumerate(facts["tokens"]):
        if token is None:
            continue
        client = await Client.connect(server.ws, label=f"{facts['name']} {seat}")
        await client.ok("resume", room=facts["room"], token=token)
        state = await client.wait_room()
        view = await client.wait_view()
        found = differences(
            facts["views"][seat], {key: value for key, value in view.items() if key not in ("clock", "move_in")}
        )
        found += differences(with_later_fields(facts["state"]), SteadyMatch.lasting(state))
        must(not found, f"{facts['name']} seat {seat}: {found[:5]}")
        seats.append([client, view, state])
    await sees_no_hands(server, facts)
    for replay in facts["replays"]:
        status, _, body = await http_get(server.port, f"/replays/{replay['match']}")
        must(status == 200 and not differences(replay, json.loads(body)), f"{facts['name']}: replay {status}")
    return seats


async def play_on(server, facts, seats):
    """Plays to the end of the match, using only the views; then compares each view with the replay."""
    rng = random.Random(facts["room"])
    seen = [(seat, view) for seat, (_, view, _) in enumerate(seats)]
    if seats[0][1]["phase"] == "match_over":
        for (client, _, state), player in zip(seats, seats[0][2]["players"]):
            if not player["rematch"]:
                await client.ok("rematch")
        await next_views(seats, seen)
    while seats[0][1]["phase"] != "match_over":
        phase, turn = seats[0][1]["phase"], seats[0][1]["turn"]
        if phase == "playing":
            client, view, _ = seats[turn]
            action = legal_action(rng, SeenBySeat0({**view, "players": [view["players"][turn]]}), 0, "even")
            await client.ok("act", ply=view["ply"], action=action, match=view["match"])
        else:
            await get_ready(facts, seats)
        await next_views(seats, seen)
    await check_replay(server, facts, seats, seen)


async def get_ready(facts, seats):
    """Players who committed before the fixture was made reveal their nonces; nobody else contributes."""
    waiting = seats[0][1]["phase"] == "waiting"
    players = seats[0][2]["players"]
    for seat, (client, view, state) in enumerate(seats):
        same = waiting and view["match"] == facts["views"][seat]["match"]
        if not (same and players[seat]["ready"]):
            await client.ok("ready")
    for seat, (client, view, _) in enumerate(seats):
        nonce = facts["nonces"][seat]
        if waiting and nonce and view["match"] == facts["views"][seat]["match"]:
            await client.ok("reveal", nonce=nonce)


async def next_views(seats, seen):
    target = seats[0][1]["seq"] + 1
    for seat, entry in enumerate(seats):
        entry[1] = await entry[0].wait_view(lambda view: view["seq"] >= target)
        seen.append((seat, entry[1]))


async def check_replay(server, facts, seats, seen):
    match = seats[0][1]["match"]
    status, _, body = await http_get(server.port, f"/replays/{match}")
    must(status == 200, f"{facts['name']}: replay {status}")
    replay = json.loads(body)
    must(not fair.faults_of_proof(replay["proof"]), f"{facts['name']}: proof")
    history = replayed_history(replay, replay["options"]["seals"])
    by_moment = {(full["round"], full["ply"], full["phase"]): full for full, _ in history}
    held = 0
    for seat, view in seen:
        if view["match"] != match or view["phase"] == "waiting":
            continue
        full = by_moment[view["round"], view["ply"], view["phase"]]
        due = masked(full, seat, []) | {"events": view["events"], "room": facts["room"]}
        got = {key: value for key, value in view.items() if key not in ("clock", "move_in", "seq")}
        found = differences(due, got)
        must(not found, f"{facts['name']} seat {seat}: {found[:5]}")
        held += 1
    must(held > 10, f"{facts['name']}: compared only {held} views")


async def close(seats):
    await asyncio.gather(*(client.close() for client, _, _ in seats))
