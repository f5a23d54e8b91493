"""Cases of hostile_test: text frames that are no request, or a bad one, and the order of the checks."""

import json

from cases import Suite
from client import Client
from raw_socket import RawSocket

suite = Suite("requests")
CANARY = "canary-7f3a"
LARGEST_ID = 2**53 - 1

ARRAYS = "[" * 7 + "]" * 7
BAD_JSON = [
    "",
    " ",
    "x",
    "{",
    "}",
    "[]",
    "[1]",
    "1",
    "null",
    "true",
    '"x"',
    '{"type":"ping","id":1',
    '{"type":"ping","id":1}}',
    '{"type":"ping","id":1} x',
    '{"type":"ping","id":1}{"type":"ping","id":2}',
    '{"type":"ping","id":1,}',
    "{'type':'ping','id':1}",
    '{type:"ping","id":1}',
    '{"type":"ping","id":01}',
    '{"type":"ping","id":+1}',
    '{"type":"ping","id":1.}',
    '{"type":"ping","id":.5}',
    '{"type":"ping","id":0x1}',
    '{"type":"ping","id":NaN}',
    '{"type":"ping","id":Infinity}',
    '{"type":"ping","id":1}// comment',
    '/* comment */{"type":"ping","id":1}',
    '{"type":"ping","id":1,"id":1}',
    '{"type":"ping","type":"ping","id":1}',
    '{"type":"ping","id":1,"\\u0069d":1}',
    '{"type":"create_room","id":1,"name":"A","options":{"seals":1,"seals":1}}',
    '{"type":"act","id":1,"ply":0,"action":{"type":"take","card":"gold","card":"gold"}}',
    '{"type":"create_room","id":1,"name":"A","options":{"clock":{"initial":9,"increment":1,"initial":9}}}',
    '{"type":"ping","id":1,"x":[[{"a":1,"a":2}]]}',
    '\ufeff{"type":"ping","id":1}',
    '{"type":"ping","id":1,"x":[' + ARRAYS + "]}",
    '{"a":' * 9 + "1" + "}" * 9,
    "[" * 2000 + "]" * 2000,
    "[" * 4096,
    '{"a":' * 800,
    '{"type":"ping","id":1,"x":"a\tb"}',
    '{"type":"ping","id":1,"x":"a\nb"}',
    '{"type":"ping","id":1,"x":"\\x41"}',
    '{"type":"ping","id":1,"x":"\\u12"}',
    '{"type":"ping","id":1,"x":"',
    '{"type":"ping","id":1}\x00',
    '\x00{"type":"ping","id":1}',
    '{"type":"ping";"id":1}',
    '{"type":"ping" "id":1}',
    '{"type" "ping","id":1}',
    "\x0c{}",
    "\u00a0{}",
]


@suite.case("what is no JSON object is bad_json, and the connection goes on")
async def bad_json(context):
    raw = await RawSocket.connect(context.port)
    for number, text in enumerate(BAD_JSON):
        raw.text(text)
        raw.request("ping", number)
        answer = await raw.reply()
        context.saw(answer)
        assert (answer["type"], answer["code"], answer["re"]) == ("error", "bad_json", None), f"{text[:80]!r}: {answer}"
        answer = await raw.reply()
        assert (answer["type"], answer["re"]) == ("ok", number), f"after {text[:80]!r}: {answer}"
    raw.abort()


@suite.case("eight levels are well-formed, whitespace and escapes too")
async def well_formed(context):
    raw = await RawSocket.connect(context.port)
    for text, code in [
        ('{"type":"ping","id":1,"x":' + ARRAYS + "}", "bad_request"),
        ('{"id":1,"x":' + '{"a":' * 6 + "{}" + "}" * 6 + ',"type":"ping"}', "bad_request"),
        ('{"type":"ping","id":1,"":0}', "bad_request"),
        (' \r\n\t{ "type" : "ping" ,\n"id":1 }\n ', None),
        ('{"\\u0074ype":"p\\u0069ng","id":1}', None),
        ('{"id":1,"type":"ping"}', None),
    ]:
        raw.text(text)
        answer = await raw.reply()
        assert answer.get("code") == code and answer["re"] == 1, f"{text!r}: {answer}"
    for text in ('{"type":"ping","id":1,"x":"\\ud800"}', '{"type":"ping","id":1,"x":"\\udc00\\ud800"}'):
        raw.text(text)
        answer = await raw.reply()
        assert answer["code"] in ("bad_json", "bad_request"), f"{text!r}: {answer}"
    raw.abort()


@suite.case("an id that is none: bad_request with re null")
async def bad_ids(context):
    raw = await RawSocket.connect(context.port)
    for text in ["-1", "1.0", "1e0", "1.5", "1E3", "-0.0", '"1"', "null", "true", "[]", "{}", str(2**53), str(2**63), str(2**64), "1" * 40, "1e400"]:
        raw.text('{"type":"ping","id":' + text + "}")
        answer = await raw.reply()
        context.saw(answer)
        assert (answer["type"], answer["re"]) == ("error", None), f"id {text}: {answer}"
        assert answer["code"] == "bad_request" or (text == "1e400" and answer["code"] == "bad_json"), f"id {text}: {answer}"
    for text in ['{"type":"ping"}', '{"type":"' + CANARY + '"}', "{}"]:
        raw.text(text)
        answer = await raw.reply()
        context.saw(answer)
        assert (answer["type"], answer["re"], answer["code"]) == ("error", None, "bad_request"), f"{text}: {answer}"
    for number in (0, 1, LARGEST_ID, 7, 7):
        raw.request("ping", number)
        answer = await raw.reply()
        assert (answer["type"], answer["re"]) == ("ok", number), f"id {number}: {answer}"
    raw.abort()


@suite.case("types that are none")
async def bad_types(context):
    raw = await RawSocket.connect(context.port)
    for text in ['"x"', '""', f'"{CANARY}"', '"PING"', '"ping "', '"ok"', '"view"', '"ping\\u0000"']:
        raw.text('{"type":' + text + ',"id":5}')
        answer = await raw.reply()
        context.saw(answer)
        assert (answer["code"], answer["re"]) == ("unknown_type", 5), f"type {text}: {answer}"
    for text in ["null", "1", "true", "[]", "{}", '["ping"]']:
        raw.text('{"type":' + text + ',"id":5}')
        answer = await raw.reply()
        assert (answer["code"], answer["re"]) == ("bad_request", 5), f"type {text}: {answer}"
    raw.text('{"id":5}')
    answer = await raw.reply()
    assert (answer["code"], answer["re"]) == ("bad_request", 5), f"without type: {answer}"
    raw.abort()


TAKE = {"type": "take", "card": "gold"}
SOUND = {
    "create_room": {"name": "A", "options": {"seals": 2}},
    "join_room": {"room": "222222", "name": "A", "password": "x"},
    "quick_match": {"name": "A", "clock": {"initial": 300, "increment": 5}},
    "spectate": {"room": "222222", "name": "A", "password": "x"},
    "resume": {"room": "222222", "token": "A" * 43},
    "leave_room": {},
    "ready": {"commit": "00" * 32},
    "reveal": {"nonce": "00" * 32},
    "act": {"ply": 0, "action": TAKE, "match": "00" * 16},
    "resign": {},
    "claim_win": {},
    "rematch": {},
    "chat": {"text": "x"},
    "list_rooms": {"after": "222222"},
    "ping": {},
}
OPTIONAL = {("create_room", "options"), ("join_room", "password"), ("quick_match", "clock"), ("spectate", "name"), ("spectate", "password"), ("ready", "commit"), ("act", "match"), ("list_rooms", "after")}
NULLABLE = {("quick_match", "clock")}


def malformed_requests():
    """(type, fields) of every sound request with one thing wrong in its form."""
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


@suite.case("every request with one thing wrong in its form is bad_request, before anything else is looked at")
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


@suite.case("options at the ends of their ranges are taken")
async def ranges(context):
    for options in [
        {},
        {"delay": 2, "seals": 1, "grace": 1, "password": "x", "spectators": "open"},
        {"delay": 20, "seals": 3, "grace": 3600, "password": "é" * 64, "spectators": "none", "public": True},
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


FORBIDDEN = ["\x00", "\x1b", "\n", "\r", "\t", "\x7f", "\x80", "\x85", "\x9b", "\x9f", "\u2028", "\u2029"]
FORBIDDEN += list("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
FORBIDDEN += list("\u200b\u200c\u200d\u2060\ufeff")
BAD_EVERYWHERE = ["", " ", "    "] + [mark for mark in FORBIDDEN] + ["a" + mark + "b" for mark in FORBIDDEN]


@suite.case("names that are refused and names that are taken")
async def names(context):
    raw = await RawSocket.connect(context.port)
    faults = []
    for name in BAD_EVERYWHERE + ["x" * 21, "😀" * 21, "x" * 1000, "\u3000", "\u00a0 "]:
        for kind, more in (("create_room", {}), ("quick_match", {}), ("join_room", {"room": context.open_room}), ("spectate", {"room": context.open_room})):
            raw.text(json.dumps({"type": kind, "id": 1, "name": name, **more}))
            answer = await raw.reply()
            if answer.get("code") != "bad_name":
                faults.append(f"{kind} {name!r}: {answer}")
                if answer["type"] == "ok":
                    raw.request("leave_room")
                    await raw.reply()
    for name in ["x", "x" * 20, "😀" * 20, " a ", "<img onerror>", '"', "\\", "Ａ", "e\u0301", "ﷺ", "العربية", "%s%n"]:
        raw.request("create_room", name=name)
        answer = await raw.reply()
        if answer["type"] != "ok":
            faults.append(f"create_room {name!r}: {answer}")
            continue
        room = await raw.message()
        while room["type"] != "room":
            room = await raw.message()
        if room["players"][0]["name"] != name:
            faults.append(f"{name!r} came back as {room['players'][0]}")
        raw.request("leave_room")
        assert (await raw.reply())["type"] == "ok"
    assert not faults, "\n".join(faults)
    raw.abort()


@suite.case("chat texts that are refused and texts that are taken")
async def texts(context):
    raw = await RawSocket.connect(context.port)
    raw.request("create_room", name="A")
    await raw.reply()
    faults = []
    for text in BAD_EVERYWHERE + ["x" * 201, "😀" * 201, "x" * 3000]:
        raw.text(json.dumps({"type": "chat", "id": 1, "text": text}))
        answer = await raw.reply()
        if answer.get("code") != "bad_text":
            faults.append(f"chat {text!r}: {answer}")
    for text in ["x", "x" * 200, "😀" * 200, "<img src=x onerror=alert(1)>", "\\u001b[31m", "a  b"]:
        raw.request("chat", text=text)
        answer = await raw.reply()
        if answer["type"] != "ok":
            faults.append(f"chat {text!r}: {answer}")
            continue
        push = await raw.message()
        while push["type"] != "chat":
            push = await raw.message()
        if (push["text"], push["seat"], push["name"]) != (text, 0, "A"):
            faults.append(f"chat {text!r} came as {push}")
    assert not faults, "\n".join(faults)
    raw.abort()


@suite.case("room codes, passwords and tokens that are wrong")
async def wrong_keys(context):
    first = await Client.connect(context.server.ws, label="first")
    created = await first.ok("create_room", name="A", options={"password": "sesam", "spectators": "none"})
    code, token = created["room"], created["token"]
    other = await Client.connect(context.server.ws, label="other")
    for room in ["", "222222", "22222", "2222222", "IO01LL", "ÄÖÜÄÖÜ", "x" * 500, code + " ", "\u017f" * 6]:
        await other.refused("join_room", "no_such_room", room=room, name="B")
        await other.refused("spectate", "no_such_room", room=room)
        await other.refused("resume", "bad_token", room=room, token=token)
    for password in ({}, {"password": ""}, {"password": "Sesam"}, {"password": "sesam "}, {"password": "x" * 500}):
        await other.refused("join_room", "no_such_room", room=code, name="B", **password)
        await other.refused("spectate", "no_such_room", room=code, **password)
    await other.refused("spectate", "no_such_room", room=code, password="sesam")
    for wrong in ["", "A" * 43, token[:-1], token + "A", token + "=", token.swapcase(), "é" * 43, "x" * 1000]:
        await other.refused("resume", "bad_token", room=code, token=wrong)
    joined = await other.ok("join_room", room=code.lower(), name="B", password="sesam")
    assert joined["seat"] == 1 and joined["token"] != token
    third = await Client.connect(context.server.ws, label="third")
    await third.refused("join_room", "no_such_room", room=code, name="C")
    await third.refused("join_room", "no_such_room", room=code, name="C", password="wrong")
    await third.refused("join_room", "room_full", room=code, name="C", password="sesam")
    elsewhere = await third.ok("create_room", name="C")
    fourth = await Client.connect(context.server.ws, label="fourth")
    await fourth.refused("resume", "bad_token", room=elsewhere["room"], token=token)
    await fourth.refused("resume", "bad_token", room=code, token=elsewhere["token"])
    assert first.close_code is None and other.close_code is None, "a wrong token closed somebody's connection"
    again = await fourth.ok("resume", room=code.lower(), token=token)
    assert again["seat"] == 0 and again["room"] == code
    assert await first.wait_closed() == 4001
    for client in (other, third, fourth):
        await client.close()


@suite.case("what needs a room, a seat, a match")
async def order_of_checks(context):
    client = await Client.connect(context.server.ws, label="order")
    act = {"ply": 0, "action": TAKE}
    for kind, fields in [("leave_room", {}), ("ready", {}), ("reveal", {"nonce": "00" * 32}), ("act", act), ("resign", {}), ("claim_win", {}), ("rematch", {}), ("chat", {"text": "x"})]:
        await client.refused(kind, "not_in_room", **fields)
    await client.refused("act", "bad_request", schema=False, ply=0, action={"type": "steal"})
    created = await client.ok("create_room", name="A")
    for kind, fields in [("create_room", {"name": "A"}), ("quick_match", {"name": "A"}), ("join_room", {"room": created["room"], "name": "A"}), ("spectate", {"room": created["room"]})]:
        await client.refused(kind, "already_in_room", **fields)
    await client.refused("act", "not_playing", **act)
    await client.refused("act", "not_playing", ply=77, action=TAKE)
    await client.refused("act", "not_playing", ply=0, action=TAKE, match="11" * 16)
    await client.refused("resign", "not_playing")
    await client.refused("rematch", "not_playing")
    await client.refused("reveal", "not_playing", nonce="00" * 32)
    watcher = await Client.connect(context.server.ws, label="watcher")
    await watcher.ok("spectate", room=created["room"])
    for kind, fields in [("ready", {}), ("reveal", {"nonce": "00" * 32}), ("act", act), ("resign", {}), ("claim_win", {}), ("rematch", {})]:
        await watcher.refused(kind, "not_a_player", **fields)
    for wrong in ["", "zz", "00" * 31, "00" * 33, "g0" * 32, " " * 64, "é" * 64]:
        await client.refused("ready", "bad_commit", commit=wrong)
    await watcher.close()
    await client.close()
