"""Test cases for input_test: names and chat, codes, passwords and tokens, and the order of the checks."""

import json

from cases import Suite
from client import Client
from raw_socket import RawSocket
from world_values import new_token

suite = Suite("words and keys")
TAKE = {"type": "take", "card": "gold"}
SUBSCRIPTION = {"endpoint": "https://push.example/", "p256dh": "A" * 87, "auth": "A" * 22}

FORBIDDEN = ["\x00", "\x1b", "\n", "\r", "\t", "\x7f", "\x80", "\x85", "\x9b", "\x9f", "\u2028", "\u2029"]
FORBIDDEN += list("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
FORBIDDEN += list("\u200b\u200c\u200d\u2060\ufeff\u17b4\ufff9\U0001d173")
SHOWS_NOTHING = ["\ufe0f", "\U000e0100", "\u180b", "\u3164", " \ufe0f\u00a0"]  # unless it follows something visible
BAD_EVERYWHERE = (
    ["", " ", "    "] + SHOWS_NOTHING + [mark for mark in FORBIDDEN] + ["a" + mark + "b" for mark in FORBIDDEN]
)


@suite.case("names that are refused and names that are accepted")
async def names(context):
    raw = await RawSocket.connect(context.port)
    faults = []
    for name in BAD_EVERYWHERE + ["x" * 21, "😀" * 21, "x" * 1000, "\u3000", "\u00a0 "]:
        for kind, more in (
            ("create_room", {}),
            ("quick_match", {}),
            ("join_room", {"room": context.open_room}),
            ("spectate", {"room": context.open_room}),
        ):
            raw.text(json.dumps({"type": kind, "id": 1, "name": name, **more}))
            answer = await raw.reply()
            if answer.get("code") != "bad_name":
                faults.append(f"{kind} {name!r}: {answer}")
                if answer["type"] == "ok":
                    raw.request("leave_room")
                    await raw.reply()
    for name in [
        "x",
        "x" * 20,
        "😀" * 20,
        " a ",
        "<img onerror>",
        '"',
        "\\",
        "Ａ",
        "e\u0301",
        "ﷺ",
        "العربية",
        "❤\ufe0f",
        "葛\U000e0100",
        "%s%n",
    ]:
        raw.request("create_room", name=name)
        answer = await raw.reply()
        if answer["type"] != "ok":
            faults.append(f"create_room {name!r}: {answer}")
            continue
        room = await raw.message()
        while room["type"] != "room":
            room = await raw.message()
        if room["players"][0]["name"] != name:
            faults.append(f"{name!r} was returned as {room['players'][0]}")
        raw.request("leave_room")
        assert (await raw.reply())["type"] == "ok"
    assert not faults, "\n".join(faults)
    raw.abort()


@suite.case("chat texts that are refused and texts that are accepted")
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
            faults.append(f"chat {text!r} arrived as {push}")
    assert not faults, "\n".join(faults)
    raw.abort()


@suite.case("wrong room codes, passwords and tokens are refused")
async def wrong_keys(context):
    first = await Client.connect(context.server.ws, label="first")
    created = await first.ok("create_room", name="A", options={"password": "sesam", "spectators": "none"})
    code, token = created["room"], created["token"]
    other = await Client.connect(context.server.ws, label="other")
    for room in ["", "222222", "22222", "2222222", "IO01LL", "ÄÖÜÄÖÜ", "x" * 500, code + " ", "\u017f" * 6]:
        await other.refused("join_room", "no_such_room", room=room, name="B")
        await other.refused("spectate", "no_such_room", room=room)
        await other.refused("invitation", "no_such_room", room=room)
        await other.refused("resume", "bad_token", room=room, token=token)
    for password in ({}, {"password": ""}, {"password": "Sesam"}, {"password": "sesam "}, {"password": "x" * 500}):
        await other.refused("join_room", "no_such_room", room=code, name="B", **password)
        await other.refused("spectate", "no_such_room", room=code, **password)
        await other.refused("invitation", "no_such_room", room=code, **password)
    await other.refused("spectate", "no_such_room", room=code, password="sesam")
    for wrong in ["", "A" * 43, token[:-1], token + "A", token + "=", token.swapcase(), "é" * 43, "x" * 1000]:
        await other.refused("resume", "bad_token", room=code, token=wrong)
    offer = await other.ok("invitation", room=code.lower(), password="sesam")
    assert (offer["room"], offer["owner"], offer["free"]) == (code, "A", True), offer
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


@suite.case("checks for room, seat and match come in order")
async def order_of_checks(context):
    client = await Client.connect(context.server.ws, label="order")
    act = {"ply": 0, "action": TAKE}
    for kind, fields in [
        ("leave_room", {}),
        ("ready", {}),
        ("reveal", {"nonce": "00" * 32}),
        ("act", act),
        ("resign", {}),
        ("claim_win", {}),
        ("rematch", {}),
        ("chat", {"text": "x"}),
        ("list_spectators", {}),
        ("move_seat", {}),
        ("push_subscribe", SUBSCRIPTION),
        ("push_unsubscribe", {}),
        ("remove", {"seat": 1}),
        ("remove", {"spectator": 1}),
        ("set_chat", {"from": "nobody"}),
    ]:
        await client.refused(kind, "not_in_room", **fields)
    await client.refused("remove", "bad_request", schema=False, seat=1, spectator=1)
    await client.refused("act", "bad_request", schema=False, ply=0, action={"type": "steal"})
    token = new_token()
    created = await client.ok("create_room", name="A", token=token)
    for kind in ("create_room", "quick_match"):  # repeated
        assert (await client.ok(kind, name="", token=token))["room"] == created["room"]
    stranger = await Client.connect(context.server.ws, label="stranger")
    for room in ("222222", "", context.open_room):
        await client.refused("join_room", "bad_token", room=room, name="A", token=token)
        await stranger.refused("join_room", "bad_token", room=room, name="", token=token)
    await stranger.refused("join_room", "bad_name", room=created["room"], name="", token=new_token())
    await stranger.refused("resume", "bad_token", token=new_token())
    await stranger.refused("take_over", "bad_token", key=new_token(), token=new_token())
    await stranger.close()
    key = (await client.ok("move_seat"))["key"]
    for kind, fields in [
        ("create_room", {"name": "A"}),
        ("create_room", {"name": "A", "token": new_token()}),
        ("quick_match", {"name": "A"}),
        ("join_room", {"room": created["room"], "name": "A"}),
        ("spectate", {"room": created["room"]}),
        ("take_over", {"key": key, "token": new_token()}),
    ]:
        await client.refused(kind, "already_in_room", **fields)
    await client.refused("act", "not_playing", **act)
    await client.refused("act", "not_playing", ply=77, action=TAKE)
    await client.refused("act", "not_playing", ply=0, action=TAKE, match="11" * 16)
    await client.refused("resign", "not_playing")
    await client.refused("rematch", "not_playing")
    await client.refused("reveal", "not_playing", nonce="00" * 32)
    watcher = await Client.connect(context.server.ws, label="watcher")
    await watcher.ok("spectate", room=created["room"])
    for kind, fields in [
        ("ready", {}),
        ("reveal", {"nonce": "00" * 32}),
        ("act", act),
        ("resign", {}),
        ("claim_win", {}),
        ("rematch", {}),
        ("list_spectators", {}),
        ("move_seat", {}),
        ("push_subscribe", SUBSCRIPTION),
        ("push_unsubscribe", {}),
        ("remove", {"seat": 0}),
        ("remove", {"spectator": 77}),
        ("set_chat", {"from": "nobody"}),
    ]:
        await watcher.refused(kind, "not_a_player", **fields)
    guest = await Client.connect(context.server.ws, label="guest")
    await guest.ok("join_room", room=created["room"], name="B")
    for client_here in (client, watcher, guest):  # in a room, too, and a full one
        assert (await client_here.ok("invitation", room=created["room"]))["free"] is False
        await client_here.refused("invitation", "no_such_room", room="222222")
    for target in ({"seat": 0}, {"seat": 1}, {"spectator": 1}, {"spectator": 77}):
        await guest.refused("remove", "not_owner", **target)
    await guest.refused("set_chat", "not_owner", **{"from": "everyone"})
    for target in ({"seat": 0}, {"spectator": 0}, {"spectator": 77}, {"spectator": 2**53 - 1}):
        await client.refused("remove", "not_playing", **target)
    await guest.close()
    for wrong in ["", "zz", "00" * 31, "00" * 33, "g0" * 32, " " * 64, "é" * 64]:
        await client.refused("ready", "bad_commit", commit=wrong)
    await watcher.close()
    await client.close()
