"""Unwanted visits: guesses of codes and passwords, floods, broken frames, silent connections, pointless HTTP requests.
Each visit knows which replies it must get, and reports any others."""

import asyncio
import secrets
import time

from guest import PATIENCE, Ended, Guest, an_address
from http_get import http_get
from raw_socket import BINARY, PING, TEXT

CODE = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def demand(holds, text):
    if not holds:
        raise AssertionError(text)


async def guess(soak):
    """Guesses codes, and a room's password; after ten wrong ones the server says no more."""
    rng = soak.rng
    guest = await Guest.arrive(soak.port, an_address())
    locked = [code for code, options in soak.rooms if "password" in options]
    for count in range(rng.randint(3, 14)):
        code = "".join(rng.choice(CODE) for _ in range(6))
        asked = {"room": code}
        if count == 0 and locked:
            asked = {"room": rng.choice(locked), "password": "open"}
        reply = await guest.ask("join_room", name="Thief", **asked)
        due = "no_such_room" if count < 10 else "rate_limited"
        demand(reply.get("code") == due, f"wrong join {count} of {guest} was {reply}")
        soak.counts[f"wrong joins, {due}"] += 1
    await guest.drop(rng.choice(("close", "end", "reset")))


async def hoard(soak):
    """Opens waiting rooms until this address reaches its limit, if it is quick: they close soon."""
    guest, begin = await Guest.arrive(soak.port, an_address()), time.monotonic()
    for count in range(22):
        reply = await guest.ask("create_room", name="Hoarder")
        if count < 20:
            demand(reply["type"] == "ok", f"room {count} was {reply}")
            soak.counts["rooms opened"] += 1
            await guest.ok("leave_room")
        else:
            quick = time.monotonic() - begin < soak.empty_room_dies_after
            demand(reply.get("code") == "rate_limited" or not quick, f"room {count} of one address was {reply}")
            if reply["type"] == "ok":
                await guest.ok("leave_room")
    await guest.drop("reset")


async def crowd(soak):
    """More connections from one address than it may open."""
    address, begin = an_address(), time.monotonic()
    arrived = await asyncio.gather(*(Guest.arrive(soak.port, address) for _ in range(70)), return_exceptions=True)
    refused = 0
    for one in arrived:
        if isinstance(one, Guest):
            one.reset()
        elif isinstance(one, Ended) and one.code == 429:
            refused += 1
        else:
            raise one
    more = 6 * (time.monotonic() - begin)  # by a rate of 60 in ten seconds
    demand(9 - more <= refused <= 10, f"{refused} of 70 connections from one address were refused")
    soak.counts["connections refused by address"] += refused
    soak.counts["drop: reset"] += 70 - refused


async def http(soak):
    rng = soak.rng
    match = rng.choice(soak.finished) if soak.finished else None
    paths = {
        "/": (200, 404),
        "/healthz": (200,),
        "/nothing": (404,),
        f"/replays/{secrets.token_hex(16)}": (404,),
        "/ws": (426,),
    }
    if match:
        paths |= {f"/replays/{match}": (200,)}
    for path, due in paths.items():
        status, _, body = await http_get(soak.port, path)
        demand(status in due, f"GET {path} was {status}")
        if path == f"/replays/{match}":
            demand(match.encode() in body, f"the replay of {match} is {body[:100]!r}")
            soak.counts["replays read"] += 1
        soak.counts["requests over HTTP"] += 1


async def closed_with(soak, what, code, *frames):
    """Sends frames; the server must close the connection with this code."""
    guest = await Guest.arrive(soak.port)
    for opcode, payload, more in frames:
        guest.frame(opcode, payload, **more)
    got = await guest.closed_with(PATIENCE)
    guest.abort()
    # After a flood we don't read everything, and unread data turns the end into a reset.
    demand(got == code or (got is None and what == "a flood"), f"{what} was closed with {got}, expected {code}")
    soak.counts[f"closed: {what}"] += 1


async def frames(soak):
    """Each kind of frame that makes the server close."""
    ping = b'{"type":"ping","id":1}'
    ways = (
        ("a binary frame", 1003, [(BINARY, b"\0\1", {})]),
        ("no UTF-8", 1007, [(TEXT, b"\xff\xfe", {})]),
        ("too large", 1009, [(TEXT, b" " * 5000, {})]),
        ("reserved bits", 1002, [(TEXT, ping, {"reserved": 4})]),
        ("not masked", 1002, [(TEXT, ping, {"masked": False})]),
        ("pings", 1008, [(PING, b"x", {})] * 15),
        ("a flood", 1008, [(TEXT, ping, {})] * 3000),
        ("half a message for good", 1008, [(TEXT, ping[:9], {"fin": False})]),
    )
    what, code, sent = soak.rng.choice(ways)
    await closed_with(soak, what, code, *sent)


async def nonsense(soak):
    """Malformed requests are refused, and the connection stays open."""
    guest = await Guest.arrive(soak.port)
    for text in (
        "{",
        "[]",
        '{"type":"fly","id":1}',
        '{"type":"act","id":2}',
        '{"id":3,"id":3}',
        '{"type":"chat","id":4,"text":"x"}',
    ):
        guest.text(text)
        try:
            reply = await guest.hear()
        except Ended as ended:
            raise AssertionError(f"{text} ended the connection: {ended}") from ended
        demand(reply["type"] == "error", f"{text} was {reply}")
        soak.counts[f"refused {reply['code']}"] += 1
    await guest.ok("ping")
    await guest.drop(soak.rng.choice(("close", "end", "reset")))


async def unborn(soak):
    """A connection that never becomes a WebSocket: silent, or with half a header, or an endless one."""
    raw = await Guest.open(soak.port)
    begun = soak.rng.choice((b"", b"GET /ws HTTP/1.1\r\nHost:", b"GET / HTTP/1.1\r\n" + b"X-Y: z\r\n" * 2000))
    raw.write(begun)
    if soak.rng.random() < 0.5:
        raw.abort()
    else:
        await raw.ended(PATIENCE)
        raw.abort()
    soak.counts["drop: before the upgrade"] += 1
