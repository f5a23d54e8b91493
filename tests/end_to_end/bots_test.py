#!/usr/bin/python3
"""Bots: the server's own at every level, and the console client's, which sit down in any room.

The client is --client, else $JAIPUR_CLIENT, else the one next to the server.
"""

import asyncio
import contextlib
import json
import pathlib
import random
import shlex
import signal
import sys
import time

import websockets
from bot_match import SeenBySeat0
from cases import Suite
from client import SUBPROTOCOL, Client
from random_play import legal_action
from server_process import Server, free_port, within
from terminal import environment
from with_client import run_with_client

suite = Suite("bots")
EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "example_bot.py"
LEVELS = ["beginner", "easy", "medium", "hard", "master"]


class Context:
    def __init__(self, server, client, folder):
        self.server = server
        self.binary = client
        self.folder = folder

    async def client(self, label=""):
        return await Client.connect(self.server.ws, label=label)

    async def bot(self, *arguments, **how):
        return await self.run("bot", *arguments, **how)

    async def run(self, *arguments, port=None, home=None):
        """A running client, on the server or whatever has that port."""
        server = f"127.0.0.1:{port or self.server.port}"
        return await self.shell(shlex.join([self.binary, *arguments, "--server", server]), home)

    async def shell(self, command, home=None):
        """A running client, started by its command line."""
        return await asyncio.create_subprocess_shell(
            f"exec {command}",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=environment() | {"XDG_STATE_HOME": str(home or self.folder)},
        )


async def play_on(client, rng, *refusals):
    """Plays seat 0 to the end of the match; returns the last view. These refusals of an action may happen."""
    while True:
        view = await client.wait_view()
        if view["phase"] == "match_over":
            return view
        if view["phase"] == "round_over":
            await client.ok("ready")
        elif view["phase"] == "playing" and view["turn"] == 0:
            action = legal_action(rng, SeenBySeat0(view), 0, "trader")
            reply = await client.request("act", ply=view["ply"], action=action, match=view["match"])
            assert reply.ok or reply.code in refusals, reply


async def begin(client):
    """Plays seat 0 until it is the opponent's turn."""
    view = await client.wait_view(lambda view: view["phase"] == "playing")
    if view["turn"] == 0:
        action = legal_action(random.Random(1), SeenBySeat0(view), 0, "trader")
        await client.ok("act", ply=view["ply"], action=action, match=view["match"])


async def host_plays(context, label, *arguments):
    """A person opens a room, a bot of the console joins it, and they play a match."""
    host = await context.client(label)
    room = (await host.ok("create_room", name="Asha", options={"seals": 1}))["room"]
    bot = await context.bot("--join", room, *arguments)
    await host.wait_room(lambda room: room["players"][1] is not None)
    await host.ok("ready")
    view = await play_on(host, random.Random(label))
    assert view["result"]["reason"] == "seals", view["result"]
    await host.ok("leave_room")
    await host.close()
    out, err = await within(bot.communicate())
    assert bot.returncode == 0, (bot.returncode, out, err)
    return out.decode()


@suite.case("the console's bot sits down in a room by its code, plays a match, and goes when it is alone")
async def console_bot(context):
    said = await host_plays(context, "hard", "--level", "hard")
    assert "Hard bot" not in said.splitlines()[0], said
    assert "Asha" in said, said


@suite.case("another program plays in a room")
async def program(context):
    await host_plays(context, "program", "--program", f"{sys.executable} {EXAMPLE}")


@suite.case("a program that answers with rubbish resigns the match and says why")
async def rubbish(context):
    host = await context.client("rubbish")
    room = (await host.ok("create_room", name="Asha"))["room"]
    bot = await context.bot("--join", room, "--program", "while read line; do echo no; done")
    await host.wait_room(lambda room: room["players"][1] is not None)
    await host.ok("ready")
    view = await play_on(host, random.Random(1))
    assert view["result"]["reason"] == "resigned" and view["result"]["winner"] == 0, view["result"]
    _, err = await within(bot.communicate())
    assert bot.returncode == 1, bot.returncode
    assert b"the program failed: its answer isn't an action: no" in err, err
    await host.close()


@contextlib.asynccontextmanager
async def in_between(url, change=lambda text: text, beside=None):
    """Passes on what a server and its client say, after `change` to the server's texts; yields its port. `beside` runs
    for each client as long as it is connected."""

    async def guest(socket):
        more = asyncio.create_task(beside(socket)) if beside else None
        async with websockets.connect(url, subprotocols=[SUBPROTOCOL]) as honest:

            async def requests():
                async for text in socket:
                    await honest.send(text)
                await honest.close()

            asking = asyncio.create_task(requests())
            async for text in honest:
                await socket.send(change(text))
            await asking
        if more:
            more.cancel()

    async with websockets.serve(guest, "127.0.0.1", 0, subprotocols=[SUBPROTOCOL]) as server:
        yield server.sockets[0].getsockname()[1]


@suite.case("a bot whose server breaks the rules resigns the match and says why")
async def broken_rules(context):
    def swindle(text):
        message = json.loads(text)
        if message.get("legal"):
            message["deck"] += 1  # more than there are
        return json.dumps(message)

    host = await context.client("broken rules")
    room = (await host.ok("create_room", name="Asha"))["room"]
    async with in_between(context.server.ws, swindle) as port:
        bot = await context.bot("--join", room, port=port)
        await host.wait_room(lambda room: room["players"][1] is not None)
        await host.ok("ready")
        view = await play_on(host, random.Random(1))
        assert view["result"]["reason"] == "resigned" and view["result"]["winner"] == 0, view["result"]
        _, err = await within(bot.communicate())
    assert bot.returncode == 1, (bot.returncode, err)
    assert b"the bot resigned, because the server breaks the rules" in err, err
    await host.close()


@suite.case("while a program thinks, its bot answers pings, and plays on")
async def slow_program(context):
    waits = []

    async def pings(socket):
        while True:
            begin = time.monotonic()
            await (await socket.ping())
            waits.append(time.monotonic() - begin)
            await asyncio.sleep(0.1)

    host = await context.client("slow program")
    room = (await host.ok("create_room", name="Asha", options={"seals": 1}))["room"]
    async with in_between(context.server.ws, beside=pings) as port:
        slow = f"(sleep 12; exec {sys.executable} {EXAMPLE})"
        bot = await context.bot("--join", room, "--program", slow, port=port)
        await host.wait_room(lambda room: room["players"][1] is not None)
        await host.ok("ready")
        view = await play_on(host, random.Random(1))
        assert view["result"]["reason"] == "seals", view["result"]
        await host.ok("leave_room")
        out, err = await within(bot.communicate())
    assert bot.returncode == 0, (bot.returncode, out, err)
    assert waits and max(waits) < 10, max(waits)
    await host.close()


@suite.case("Ctrl-C ends a bot while its program thinks, and the program with it")
async def interrupted(context):
    host = await context.client("interrupted")
    room = (await host.ok("create_room", name="Asha"))["room"]
    begun = context.folder / "begun"
    bot = await context.bot(
        "--join", room, "--program", f"read line; echo $$ > {begun}.new; mv {begun}.new {begun}; sleep 100"
    )
    await host.wait_room(lambda room: room["players"][1] is not None)
    await host.ok("ready")
    await begin(host)
    while not begun.exists():
        await asyncio.sleep(0.05)
    bot.send_signal(signal.SIGINT)
    out, err = await within(bot.communicate())
    assert bot.returncode == 0 and b"The bot's seat in room" in out and not err, (bot.returncode, out, err)
    assert not pathlib.Path(f"/proc/{begun.read_text().strip()}").exists(), "the program goes on"
    await host.close()


@suite.case("a bot that was stopped goes on with its match, and nobody else is offered its seat")
async def stopped(context):
    home = context.folder / "stopped"
    host = await context.client("stopped")
    room = (await host.ok("create_room", name="Asha", options={"seals": 1}))["room"]
    program = f"{sys.executable} '{EXAMPLE}'"
    bot = await context.bot("--join", room, "--program", program, home=home)
    await host.wait_room(lambda room: room["players"][1] is not None)
    await host.ok("ready")
    await begin(host)
    while b"Round 1 begins" not in await within(bot.stdout.readline()):  # before, it would give up its seat
        assert not bot.stdout.at_eof()
    bot.send_signal(signal.SIGINT)
    farewell, _ = await within(bot.communicate())
    assert bot.returncode == 0, bot.returncode
    for command, code, said in (("games",), 0, b"You have no seat in any match."), (("join", room), 1, b"full"):
        person = await context.run(*command, home=home)
        out, err = await within(person.communicate(b""))
        assert person.returncode == code and said in out, (command, person.returncode, out, err)
    # The command that it has printed, as if it were pasted.
    _, _, command = farewell.decode().strip().rpartition("To let it play on, run: ")
    assert command != farewell.decode().strip(), farewell
    bot = await context.shell(command, home)
    try:
        view = await play_on(host, random.Random(1))
    except asyncio.TimeoutError:
        bot.send_signal(signal.SIGINT)
        raise AssertionError(f"{command}: {await within(bot.communicate())}") from None
    assert view["result"]["reason"] == "seals", view["result"]
    await host.ok("leave_room")
    out, err = await within(bot.communicate())
    assert bot.returncode == 0, (bot.returncode, out, err)
    assert not list((home / "jaipur" / "bot-seats").glob("*.seat")), "the seat is still kept"
    await host.close()


@suite.case("a bot whose server restarts without its room goes, and says why")
async def restarted(context):
    def server():
        return Server(context.server.binary, "--no-limits", "--in-memory", name="restarted", listen=at)

    at = f"127.0.0.1:{free_port()}"
    async with server() as first:
        host = await Client.connect(first.ws, label="restarted")
        room = (await host.ok("create_room", name="Asha"))["room"]
        bot = await context.bot("--join", room, port=first.port)
        await host.wait_room(lambda room: room["players"][1] is not None)
        await host.ok("ready")
        await begin(host)
    async with server():
        out, err = await within(bot.communicate())
    assert bot.returncode == 1 and b"is gone: the room was closed" in out, (bot.returncode, out, err)


@suite.case("a bot that the room's owner removes goes, and says why")
async def removed(context):
    host = await context.client("removed")
    room = (await host.ok("create_room", name="Asha"))["room"]
    bot = await context.bot("--join", room)
    await host.wait_room(lambda room: room["players"][1] is not None)
    await host.ok("remove", seat=1)
    out, err = await within(bot.communicate())
    assert bot.returncode == 1 and b"owner or the server's operator removed you." in out, (bot.returncode, out, err)
    await host.close()


@suite.case("a program that doesn't start or stops at once takes no seat")
async def no_program(context):
    host = await context.client("no program")
    room = (await host.ok("create_room", name="Asha"))["room"]
    for program, said in (("./no-such-program", b"it can't be started"), ("true", b"it exited")):
        bot = await context.bot("--join", room, "--program", program)
        out, err = await within(bot.communicate())
        assert bot.returncode == 1 and b"the program failed: " + said in err, (bot.returncode, out, err)
    await host.barrier()
    rooms = [push for push in host.drain() if push["type"] == "room"]
    assert not any(push["players"][1] for push in rooms), "the bot took a seat"
    await host.close()


@suite.case("no room, no level, no program: a clear error")
async def refusals(context):
    for arguments, said in (
        (("--join", "ZZZZZZ"), b"No such room"),
        (("--join", "ABC"), b"six letters and digits"),
        (("--join", "ZZZZZZ", "--level", "godlike"), b"expected one of beginner"),
        (("--program", "cat"), b"--join"),
    ):
        bot = await context.bot(*arguments)
        out, err = await within(bot.communicate())
        assert bot.returncode != 0, arguments
        assert said in out + err, (arguments, out, err)


@suite.case("bots of every level play whole matches", limit=300)
async def levels(context):
    async def one(level):
        client = await context.client(level)
        options = {"seals": 1, "opponent": {"bot": level}}
        room = await client.ok("create_room", name="Asha", options=options)
        await client.ok("ready")
        view = await play_on(client, random.Random(level))
        assert view["result"]["reason"] == "seals" and room["room"] == view["room"], view["result"]
        await client.close()

    await asyncio.gather(*map(one, LEVELS))


@suite.case("bots that have little time on their clocks don't lose on time, however many think", limit=300)
async def short_clocks(context):
    async def one(number):
        client = await context.client(f"clock {number}")
        options = {"seals": 1, "opponent": {"bot": "master"}, "clock": {"initial": 2 + number % 3, "increment": 0}}
        await client.ok("create_room", name="Asha", options=options)
        await client.ok("ready")
        # If the machine stalls, the person may lose on time while an action is on its way.
        result = (await play_on(client, random.Random(number), "not_playing"))["result"]
        assert (result["reason"], result["winner"]) != ("timeout", 0), result
        await client.close()
        return result["reason"]

    await asyncio.gather(*map(one, range(30)))


if __name__ == "__main__":
    sys.exit(asyncio.run(run_with_client(suite, __doc__, "bots", Context)))
