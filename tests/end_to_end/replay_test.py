#!/usr/bin/python3
"""The real client fetches, verifies and steps through replays of matches on the real server; it finds altered ones.

The client is --client, else $JAIPUR_CLIENT, else the one next to the server.
"""

import asyncio
import copy
import json
import pathlib
import random
import re
import sys

from cases import Suite
from played_replays import Context, play_all
from terminal import GIVEN_BACK, Terminal
from with_client import run_with_client

suite = Suite("replays")

# What no replay can prove: the server's word. Of the options, only the seals affect the game.
UNKNOWABLE = re.compile(r"^/(room|names/.*|options/(?!seals).*|actions/\d+/at)$")


@suite.case("every finished match is valid, and small")
async def all_fit(context):
    for title, (match, body) in context.matches.items():
        status, out, err = await context.verdict(body)
        assert status == 0 and err == "", (title, status, out, err)
        assert match in out and "This match was checked" in out, out
        assert f"{len(json.loads(body)['actions'])} moves" in out, out
        assert len(body) < 100_000, len(body)
    everybody, nobody = "Both players contributed", "the server alone chose the cards"
    assert everybody in (await context.verdict(context.matches["seals"][1]))[1]
    assert nobody in (await context.verdict(context.matches["server alone"][1]))[1]


@suite.case("a replay is read from standard input")
async def from_standard_input(context):
    body = context.matches["seals"][1]
    status, out, err = await context.run("verify", "-", typed=body)
    assert status == 0 and "This match was checked" in out, (status, out, err)
    status, out, err = await context.run("verify", "-", typed=body[:-1])
    assert (status, out) == (2, "") and "not JSON" in err, (status, out, err)


def leaves(value, path=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}/{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, f"{path}/{index}")
    else:
        yield path, value


def with_leaf(replay, path, value):
    spoilt = copy.deepcopy(replay)
    *steps, last = path.strip("/").split("/")
    node = spoilt
    for step in steps:
        node = node[int(step) if isinstance(node, list) else step]
    node[int(last) if isinstance(node, list) else last] = value
    return spoilt


def other_value(rng, value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1 if value == 0 or rng.random() < 0.5 else value - 1
    if isinstance(value, str) and re.fullmatch(r"[0-9a-f]{32,}", value):
        place = rng.randrange(len(value))
        return value[:place] + ("0" if value[place] != "0" else "1") + value[place + 1 :]
    if isinstance(value, str):
        return rng.choice(
            [word for word in ("gold", "leather", "deck", "tokens", "resigned", value + "x") if word != value]
        )
    return 0


@suite.case("a replay with one changed value is refused, with the mismatch")
async def tampered(context):
    rng = random.Random(8)
    gate = asyncio.Semaphore(4)

    async def one(title, path, value, spoilt):
        async with gate:
            status, out, err = await context.verdict(spoilt)
        assert status in (1, 2), f"{title}: {path} was {value!r}; {out}"
        assert ("IS NOT VALID" in out) == (status == 1) and ("can't be used" in err) == (status == 2), (out, err)

    tries = []
    for title in ("seals", "resigned", "bot"):
        replay = json.loads(context.matches[title][1])
        spoilable = [leaf for leaf in leaves(replay) if not UNKNOWABLE.match(leaf[0])]
        if title != "seals":  # only the server knows who resigned, and the seals if no round was won
            spoilable = [leaf for leaf in spoilable if leaf[0] not in ("/winner", "/reason", "/options/seals")]
        for path, value in rng.sample(spoilable, 50):
            tries.append(one(title, path, value, with_leaf(replay, path, other_value(rng, value))))
    await asyncio.gather(*tries)


@suite.case("a replay with missing, doubled, swapped or added actions is refused")
async def tampered_actions(context):
    replay = json.loads(context.matches["seals"][1])
    count = len(replay["actions"])

    async def check(change, words):
        spoilt = copy.deepcopy(replay)
        change(spoilt["actions"])
        status, out, err = await context.verdict(spoilt)
        assert status == 1 and words in out, (words, out, err)

    await check(lambda actions: actions.pop(), "actions are missing")
    await check(lambda actions: actions.clear(), "actions are missing")
    await check(lambda actions: actions.pop(count // 2), "is numbered ply")
    await check(lambda actions: actions.insert(3, actions[3]), "is numbered ply")
    await check(lambda actions: actions.append({**actions[-1], "ply": count}), "after the end of the match: 1")
    await check(lambda actions: actions[5].update(at=actions[4]["at"] - 1), "earlier than the previous action")


@suite.case("anything else is refused with a reason")
async def no_replay(context):
    replay = json.loads(context.matches["seals"][1])
    for content, words in (
        (b"", "not JSON"),
        (b"\x89PNG\r\n\x1a\n\0\0", "not JSON"),
        (b"[" * 200_000, "not JSON"),
        (b"{}", "not a replay"),
        ({**replay, "v": "jaipur-replay-2"}, "unsupported replay version"),
        ({**replay, "more": 1}, "invalid or unknown"),
        (b" " * (1 << 20) + b"{}", "too large"),
    ):
        status, out, err = await context.verdict(content)
        assert (status, out) == (2, "") and words in err and err.count("\n") == 1, (words, status, out, err)
    for path, words in (("/nowhere/at/all", "No such file"), (str(context.folder), "directory")):
        status, out, err = await context.run("verify", path)
        assert status == 2 and words in err, (path, err)
    status, out, err = await context.run("verify", "/dev/zero")
    assert status == 2 and "too large" in err, err
    status, out, err = await context.run("replay", "nothing\x1b[2J")
    assert status == 2 and "32 digits" in err and "\x1b" not in err, err


@suite.case("names of a hostile replay can't control the terminal")
async def hostile_names(context):
    replay = json.loads(context.matches["seals"][1])
    replay["names"] = ["\x1b[2J\x1b]0;gotcha\x07", "a\u202eb\u009b31m"]
    replay["room"] = "\x1b[31m"
    path = context.file(replay)
    for arguments in (("verify", path), ("replay", path), ("replay", "--ascii", path)):
        status, out, err = await context.run(*arguments, typed=b"last\nscore\nhands\nquit\n")
        assert status == 1 and "IS NOT VALID" in out, (status, err)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", out + err), out


@suite.case("a match is fetched from the server, stepped through with typed commands, and saved")
async def stepped(context):
    match, body = context.matches["seals"]
    replay = json.loads(body)
    path = str(context.folder / "saved.json")
    typed = (
        b"next\nback\nhands\nmarket\nscore\nround 2\ngo 3\nlast\nnext\nfirst\nback\nhelp\nnonsense\nround"
        b" 99\nquit\nnext\n"
    )
    server = f"127.0.0.1:{context.server.port}"
    status, out, err = await context.run("replay", match, "--server", server, "--save", path, typed=typed)
    assert (status, err) == (0, ""), (status, err, out)
    lines = out.splitlines()
    assert lines[0].startswith("Replay of Asha against Bharat") and lines[0].endswith(f"match {match}."), lines[0]
    assert lines[1].startswith("This match was checked"), lines[1]
    rounds, actions = len(replay["rounds"]), len(replay["actions"])
    for words in (
        f"Round 1 of {rounds}, move 0 of {actions}.",
        f"Round 1 of {rounds}, move 1 of {actions}. Time: 0:00.",
        "Asha's hand: ",
        "Bharat's hand: ",
        "Round 2 begins.",
        f"Round 1 of {rounds}, move 3 of {actions}.",
        f"Round {rounds} of {rounds}, move {actions} of {actions}.",
        "own trader!",
        "That was the end.",
        "This is the beginning.",
        'Unknown command "nonsense".',
        f"Type a round from 1 to {rounds}.",
    ):
        assert words in out, (words, out)
    assert pathlib.Path(path).read_bytes() == body
    status, out, err = await context.run("replay", match, "--server", server, "--save", path)
    assert (status, out) == (2, "") and "already exists" in err, (status, out, err)
    assert pathlib.Path(path).read_bytes() == body
    status, out, _ = await context.run("replay", path, typed=b"last")  # no end of line, then the end of the input
    assert status == 0 and "own trader!" in out, out


@suite.case("every action of every match can be reached, forwards and backwards")
async def all_steps(context):
    for title, (_, body) in context.matches.items():
        replay = json.loads(body)
        path = context.file(body)
        steps = len(replay["actions"]) + len(replay["rounds"]) + 1
        forward = await context.run("replay", path, typed=b"next\n" * steps)
        back = await context.run("replay", path, typed=b"last\n" + b"back\n" * steps)
        assert forward[0] == back[0] == 0, title
        for text in (forward[1], back[1]):
            places = re.findall(r"^Round (\d+) of \d+, move (\d+) of", text, re.MULTILINE)
            assert {int(action) for _, action in places} == set(range(len(replay["actions"]) + 1)), title
            assert {int(number) for number, _ in places} == set(range(1, len(replay["rounds"]) + 1)), title


@suite.case("an unknown match, and a server that isn't one, are reported")
async def no_server(context):
    server = f"127.0.0.1:{context.server.port}"
    status, _, err = await context.run("replay", "00" * 16, "--server", server)
    assert status == 2 and "has no finished match" in err, err

    async def answer(reader, writer, respond):
        await reader.readuntil(b"\r\n\r\n")
        try:
            await respond(writer)
        except ConnectionError:
            pass
        writer.close()

    async def too_much(writer):
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        for _ in range(3000):
            writer.write(b" " * 1024)
            await writer.drain()

    async def chunked(writer):
        body = context.matches["bot"][1]
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for part in (body[:1000], body[1000:]):
            writer.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")
        writer.write(b"0\r\n\r\n")
        await writer.drain()

    async def nonsense(writer):
        writer.write(b"\x1b[2J" * 5000)
        await writer.drain()

    async def failing(writer):
        writer.write(b"HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()

    async def silent(_writer):
        await asyncio.sleep(25)

    async def against(respond, status, words):
        listener = await asyncio.start_server(lambda r, w: answer(r, w, respond), "127.0.0.1", 0)
        port = listener.sockets[0].getsockname()[1]
        code, out, err = await context.run("replay", "ab" * 16, "--server", f"127.0.0.1:{port}")
        assert code == status and words in out + err and "\x1b" not in out + err, (words, code, out, err)
        listener.close()
        return port

    ports = await asyncio.gather(
        against(too_much, 2, "too large for a replay"),
        against(chunked, 0, "This match was checked"),
        against(nonsense, 2, "didn't send the replay"),
        against(failing, 2, "HTTP 500"),
        against(silent, 2, "didn't answer in time"),
    )
    status, _, err = await context.run("replay", "00" * 16, "--server", f"127.0.0.1:{ports[0]}")
    assert status == 2 and "didn't send the replay" in err, err


@suite.case("the full screen shows the match and gives the terminal back")
async def full_screen(context):
    path = context.file(context.matches["three seals"][1])
    terminal = await Terminal().start(context, "replay", path)
    actions = len(json.loads(context.matches["three seals"][1])["actions"])
    await terminal.until("This replay is valid")
    terminal.type(b" ")  # to the board
    await terminal.until("Round 1 begins.")
    terminal.type(b"\x1bOF")  # End
    await terminal.until("Maharaja's own trader")
    terminal.type(b"g")
    await terminal.until(f"Go to move (1 to {actions}):")
    terminal.type(b"7\r")
    await terminal.until(f"move 7 of {actions}")
    terminal.type(b"q")
    await terminal.ended()
    assert GIVEN_BACK in terminal.shown, "the terminal was not given back"


@suite.case("the menu gives the terminal back when plain mode is chosen")
async def plain_mode(context):
    terminal = await Terminal().start(context, "--server", f"127.0.0.1:{context.server.port}")
    await terminal.until("Plain mode, for screen readers")
    terminal.shown.clear()
    terminal.type(b"s")
    await terminal.until("Type bot to play against the bot", again=None)
    assert GIVEN_BACK in terminal.shown, "the terminal was not given back"
    terminal.shown.clear()
    terminal.type(b"market\nbot\n")
    await terminal.until("Round 1 begins.", again=None)
    assert b"You aren't in a room." in terminal.shown, bytes(terminal.shown)
    assert b"\x1b" not in re.sub(rb"\x1b\][^\x1b]*\x1b\\", b"", terminal.shown), bytes(terminal.shown)  # titles
    terminal.type(b"quit\n")
    await terminal.ended()
    assert b"resume --plain" in terminal.shown, bytes(terminal.shown)


if __name__ == "__main__":
    program = run_with_client(suite, __doc__, "replay", Context, at_once=3, before=play_all)
    sys.exit(asyncio.run(program))
