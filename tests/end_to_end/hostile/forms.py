"""Test cases for input_test: requests with one malformed field, and options at the ends of their ranges."""

import json

from cases import Suite
from client import Client
from context import CANARY
from raw_socket import RawSocket

suite = Suite("forms")

TAKE = {"type": "take", "card": "gold"}
SOUND = {
    "create_room": {"name": "A", "options": {"seals": 2}, "token": "A" * 43, "trader": 0},
    "join_room": {"room": "222222", "name": "A", "password": "x", "token": "A" * 43, "trader": 5},
    "quick_match": {"name": "A", "clock": {"initial": 300, "increment": 5}, "token": "A" * 43, "trader": 3},
    "spectate": {"room": "222222", "name": "A", "password": "x"},
    "invitation": {"room": "222222", "password": "x"},
    "resume": {"room": "222222", "token": "A" * 43},
    "take_over": {"key": "A" * 43, "token": "A" * 43},
    "move_seat": {},
    "push_key": {},
    "push_subscribe": {"endpoint": "https://push.example/a", "p256dh": "B" * 86 + "A", "auth": "A" * 22},
    "push_unsubscribe": {},
    "leave_room": {},
    "ready": {"commit": "00" * 32, "delay": 4, "pairing": 1},
    "reveal": {"nonce": "00" * 32},
    "act": {"ply": 0, "action": TAKE, "match": "00" * 16},
    "resign": {},
    "claim_win": {},
    "rematch": {},
    "chat": {"text": "x"},
    "list_spectators": {},
    "enter": {"pass": "A" * 43, "password": "x"},
    "set_chat": {"from": "players"},
    "remove": {"seat": 1},
    "list_rooms": {"after": "222222"},
    "games": {"seats": [{"room": "222222", "token": "A" * 43}]},
    "ping": {},
}
OPTIONAL = {
    ("create_room", "options"),
    ("create_room", "token"),
    ("create_room", "trader"),
    ("join_room", "password"),
    ("join_room", "token"),
    ("join_room", "trader"),
    ("quick_match", "clock"),
    ("quick_match", "token"),
    ("quick_match", "trader"),
    ("resume", "room"),
    ("spectate", "name"),
    ("spectate", "password"),
    ("invitation", "password"),
    ("enter", "password"),
    ("ready", "commit"),
    ("ready", "delay"),
    ("ready", "pairing"),
    ("act", "match"),
    ("list_rooms", "after"),
}
NULLABLE = {("quick_match", "clock")}


def malformed_requests():
    """(type, fields) of every valid request with one field malformed."""
    for kind, fields in SOUND.items():
        yield kind, fields | {"more": 1}
        yield kind, fields | {CANARY: CANARY}
        for name, value in fields.items():
            if (kind, name) not in OPTIONAL:
                yield kind, {key: other for key, other in fields.items() if key != name}
            wrong = [1.5, True, [], [CANARY]]
            wrong += [] if (kind, name) in NULLABLE else [None]
            wrong += [CANARY] if not isinstance(value, str) else [1]
            wrong += [{}] if not isinstance(value, dict) or name != "options" else []
            for other in wrong:
                yield kind, fields | {name: other}
    for token in ("", "A" * 42, "A" * 44, "A" * 42 + "B", "A" * 42 + "=", "A" * 42 + "+", "é" * 43, CANARY):
        for kind in ("create_room", "join_room", "quick_match"):
            yield kind, SOUND[kind] | {"token": token}
        for field in ("key", "token"):
            yield "take_over", SOUND["take_over"] | {field: token}
        for field in ("pass", "invitation"):
            yield "enter", {"pass": "A" * 43, "invitation": "A" * 43} | {field: token}
    for more in ({"password": ""}, {"password": "x" * 65}, {"password": "x", "invitation": "A" * 43}):
        yield "enter", {"pass": "A" * 43} | more
    for url in ("", "http://push.example/", "ftp://push.example/", "https:", "https://" + "a" * 1000, CANARY):
        yield "push_subscribe", SOUND["push_subscribe"] | {"endpoint": url}
    for name, length in (("p256dh", 87), ("auth", 22)):
        for key in ("", "A" * (length - 1), "A" * (length + 1), "A" * (length - 1) + "B", "=" * length, CANARY):
            yield "push_subscribe", SOUND["push_subscribe"] | {name: key}
    for target in ({"seat": 2}, {"seat": -1}, {"seat": 1, "spectator": 1}, {"seat": None, "spectator": 1}):
        yield "remove", target
    for number in (-1, 1.0, "1", None, True, [], 2**53, 2**64, -(2**63), CANARY):
        yield "remove", {"spectator": number}
    seat = {"token": "x"}
    for seats in ([], [seat] * 21, [{}], [None], [seat, {"room": "222222"}], [{"token": None}], [{"token": 1}]):
        yield "games", {"seats": seats}
    for more in ({"room": None}, {"room": 1}, {"more": 1}):
        yield "games", {"seats": [seat | more]}
    for delay in (1, 21, -(2**63), 2**64):
        yield "ready", {"delay": delay}
    for options in [
        {"public": 1},
        {"public": "true"},
        {"public": None},
        {"password": ""},
        {"password": "x" * 65},
        {"password": 1},
        {"password": None},
        {"spectators": "all"},
        {"spectators": None},
        {"delay": 1},
        {"delay": 21},
        {"delay": 4.0},
        {"delay": "4"},
        {"delay": 10**30},
        {"delay": None},
        {"clock": {}},
        {"clock": {"initial": 300}},
        {"clock": {"increment": 5}},
        {"clock": {"initial": 0, "increment": 5}},
        {"clock": {"initial": 36001, "increment": 5}},
        {"clock": {"initial": 300, "increment": -1}},
        {"clock": {"initial": 300, "increment": 301}},
        {"clock": {"initial": 300.0, "increment": 5}},
        {"clock": {"initial": 300, "increment": 5, "more": 1}},
        {"clock": 300},
        {"seals": 0},
        {"seals": 4},
        {"seals": 2.0},
        {"seals": -(2**63)},
        {"seals": 2**64},
        {"opponent": "easy"},
        {"opponent": {}},
        {"opponent": {"bot": CANARY}},
        {"opponent": {"bot": None}},
        {"opponent": {"bot": "easy", "more": 1}},
        {"grace": 0},
        {"grace": 3601},
        {"grace": -1},
        {"grace": None},
        {"patience": 59},
        {"patience": 2592001},
        {"patience": 600.0},
        {"patience": None},
        {"has_password": False},
        {CANARY: 1},
    ]:
        yield "create_room", {"name": "A", "options": options}
    for action in [
        {},
        {"type": CANARY},
        {"type": "take"},
        {"type": "take", "card": CANARY},
        {"type": "take", "card": None},
        {"type": "take", "card": ["gold"]},
        {"type": "take", "card": "Gold"},
        {"type": "take", "card": "gold", "more": 1},
        {"type": "take", "good": "gold"},
        {"type": "take_camels", "count": 3},
        {"type": "exchange", "take": ["gold", "gold"]},
        {"type": "exchange", "give": ["gold", "gold"]},
        {"type": "exchange", "take": "gold", "give": "silver"},
        {"type": "exchange", "take": ["gold", 1], "give": ["silver", "silver"]},
        {"type": "exchange", "take": ["gold", CANARY], "give": ["silver", "silver"]},
        {"type": "exchange", "take": ["gold", None], "give": ["silver", "silver"]},
        {"type": "sell", "good": "gold"},
        {"type": "sell", "count": 2},
        {"type": "sell", "good": "camel", "count": 2},
        {"type": "sell", "good": "gold", "count": 2.0},
        {"type": "sell", "good": "gold", "count": "2"},
        {"type": "sell", "good": "gold", "count": None},
        {"type": "sell", "good": "gold", "count": 2, "more": 1},
        {"type": None},
        {"card": "gold"},
    ]:
        yield "act", {"ply": 0, "action": action}
    for ply in (-1, 0.0, 1.5, "0", None, 10**30, -(2**63), True):
        yield "act", {"ply": ply, "action": TAKE}


@suite.case("every request with one malformed field is bad_request, before any other check")
async def malformed(context):
    raw = await RawSocket.connect(context.port)
    faults = []
    for number, (kind, fields) in enumerate(malformed_requests()):
        raw.request(kind, number, **fields)
        answer = await raw.reply()
        context.saw(answer)
        if (answer.get("code"), answer["re"]) != ("bad_request", number):
            faults.append(f"{kind} {json.dumps(fields)[:200]}: {answer}")
    assert not faults, "\n".join(faults)
    raw.abort()


@suite.case("options at the ends of their ranges are accepted")
async def ranges(context):
    for options in [
        {},
        {"delay": 2, "seals": 1, "grace": 1, "patience": 60, "password": "x", "spectators": "open"},
        {
            "delay": 20,
            "seals": 3,
            "grace": 3600,
            "patience": 2592000,
            "password": "é" * 64,
            "spectators": "none",
            "public": True,
        },
        {"clock": {"initial": 1, "increment": 0}, "opponent": None},
        {"clock": {"initial": 36000, "increment": 300}},
        {"clock": None},
    ]:
        client = await Client.connect(context.server.ws, label="ranges")
        await client.ok("create_room", name="A", options=options)
        room = await client.wait_room()
        for name, value in options.items():
            if name == "password":
                assert room["options"]["has_password"] is True
            elif name != "opponent":
                assert room["options"][name] == value, room
        await client.ok("leave_room")
        await client.close()
