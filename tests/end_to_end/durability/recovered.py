"""Compares a server, started on leftover data or on a backup, with what the rooms had been sent by some moment.

`facts` are what the oks until that moment acknowledged (SteadyRoom.note). Every room must be there with its seats, at a change that its
players know and not before the last acknowledged one, exactly as in their model; and its match must continue.
"""

import random

from bot_match import SeenBySeat0
from client import Client
from jaipur_model import masked
from random_play import legal_action
from viewer import differences
from world_values import must


class Told:
    """What one room had been sent by that moment."""

    def __init__(self):
        self.seats = set()
        self.seq = 0
        self.flags = set()  # (kind, seat, match) of ready and rematch


def told_by(facts):
    rooms = {}
    for room, kind, seat, seq, match in facts:
        told = rooms.setdefault(room, Told())
        if kind in ("create_room", "join_room"):
            told.seats.add(seat)
        elif kind in ("ready", "rematch"):
            told.flags.add((kind, seat, match))
        told.seq = max(told.seq, seq)
    return rooms


async def hold_against(server, facts, *, play_on=True):
    """Raises if something acknowledged is missing; returns how many facts it checked."""
    for room, told in told_by(facts).items():
        seats = {}
        for seat in sorted(told.seats):
            seats[seat] = await come_back(server, room, seat, told.seq)
        if not seats:
            continue
        await check_flags(room, told, seats)
        if play_on and set(seats) == {0, 1}:
            await one_move(room, seats)
        for client, _ in seats.values():
            await client.close()
    return len(facts)


async def come_back(server, room, seat, least):
    client = await Client.connect(server.ws, label=f"{room.code} {seat}")
    reply = await client.request("resume", room=room.code, token=room.players[seat].token)
    must(reply.ok, f"{room.code} seat {seat}: acknowledged and lost: {reply}")
    view = await client.wait_view()
    seq = view["seq"]
    must(seq >= least, f"{room.code} seat {seat}: acknowledged and lost: view {seq}, expected at least {least}")
    must(seq < len(room.history), f"{room.code} seat {seat}: view {seq}, never played")
    entry = room.history[seq]
    due = masked(entry.full, seat, entry.round_events) | {"room": room.code, "seq": seq}
    got = {key: value for key, value in view.items() if key not in ("clock", "move_in")}
    found = differences(due, got)
    must(not found, f"{room.code} seat {seat} view {seq}: {found[:5]}")
    return client, view


async def check_flags(room, told, seats):
    """An acknowledged `ready` or `rematch` lasts until the match continues."""
    client, view = seats[min(seats)]
    await client.barrier()
    shown = [message for message in await latest(client) if message["type"] == "room"]
    state = shown[-1] if shown else None
    for kind, seat, match in told.flags:
        waits = view["phase"] == ("match_over" if kind == "rematch" else "waiting") and view["match"] == match
        if state and waits and state["fair"]["match"] == match:
            must(
                state["players"][seat][kind],
                f"{room.code}: {kind} of seat {seat} was acknowledged and is lost: {state}",
            )


async def latest(client):
    await client.ok("ping")
    return client.drain()


async def one_move(room, seats):
    turn = seats[0][1]["turn"]
    if turn is None:
        return
    client, view = seats[turn]
    mine = {**view, "players": [view["players"][turn]]}
    action = legal_action(random.Random(room.code), SeenBySeat0(mine), 0, "even")
    await client.ok("act", ply=view["ply"], action=action, match=view["match"])
    after = await client.wait_view()
    must(after["seq"] == view["seq"] + 1, f"{room.code}: view {after['seq']} after {view['seq']}")
