#!/usr/bin/python3
"""The console client on a private server: through an invitation link, with the password, and with the pass that it keeps."""

import asyncio
import os
import pathlib
import re
import stat
import sys
import tempfile

from cases import Suite
from operator_tools import admin
from private_server import PrivateServer, secret_of
from server_process import within
from terminal import GIVEN_BACK, Terminal, environment
from with_client import run_with_client
from world_values import new_token

suite = Suite("the console on a private server")

IN = "You're in. From now on, you can play on this server without being asked again."
OVER = "This invitation no longer works. It has expired, was already used or was withdrawn"
ENDED = "You no longer have access to this server: the password has changed, or the invitation was withdrawn."
LOCKED = "This server is private. You need its password or an invitation."
WRONG = "Wrong server password. Check it and try again."
TYPE = "Type the server's password, or paste an invitation link."


class Context:
    def __init__(self, server, client, folder):
        self.binary = client
        self.server_binary = server.binary
        self.folder = folder

    def private(self, *options, password="open sesame", **more):
        return PrivateServer(self.server_binary, *options, password=password, **more)

    def person(self):
        return Person(self)


class Person:
    """A person who runs the console, with a home directory."""

    def __init__(self, context):
        self.binary = context.binary
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="home-", dir=context.folder))
        self.said = ""  # by all of this person's programs

    @property
    def variables(self):
        return {"HOME": str(self.home), "XDG_STATE_HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home)}

    @property
    def pass_text(self):
        """Of the only file there; empty without one."""
        files = list((self.home / "jaipur" / "passes").glob("*.pass"))
        assert len(files) <= 1, files
        return files[0].read_text() if files else ""

    @property
    def secret(self):
        for line in self.pass_text.splitlines():
            if line.startswith("pass ") and line != "pass -":
                return line.removeprefix("pass ")
        return None

    async def run(self, *words, typed="", code=0):
        """The commands come from a pipe. Returns what the program says."""
        process = await asyncio.create_subprocess_exec(
            self.binary, *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT, env=environment(**self.variables),
        )  # fmt: skip
        out, _ = await within(process.communicate(typed.encode()))
        self.said += out.decode()
        assert process.returncode == code, (words, process.returncode, out.decode())
        return out.decode()

    async def terminal(self, *words):
        return await Terminal().start(self, *words, **self.variables)


def at(server):
    return f"127.0.0.1:{server.port}"


async def quit_plain(terminal):
    terminal.type(b"quit\n")
    await terminal.ended()


def nowhere(secrets, *texts):
    for secret in secrets:
        for text in texts:
            assert secret not in text, secret


@suite.case("a link lets the console in, once; the pass is in a file for its user alone, and lasts")
async def by_link(context):
    async with context.private() as server:
        link, asha, ravi = await server.link(), context.person(), context.person()
        assert IN in await asha.run("--plain", "join", link)
        file = next((asha.home / "jaipur" / "passes").glob("*.pass"))
        assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert file.name == f"127.0.0.1_3A{server.port}.pass", file
        first = asha.secret
        said = await asha.run("--server", at(server), "--plain", "rooms")
        assert "There are no public rooms." in said and IN not in said, said
        assert IN in await asha.run("--plain", "--server", link, "rooms")  # opened again: the same pass
        assert asha.secret == first and (await server.invitations())[0]["spent"] == 1
        await server.restart_after_kill()
        await asha.run("--server", at(server), "--plain", "rooms")

        said = await ravi.run("--plain", "--server", link, "rooms", code=3)
        assert OVER in said and LOCKED in said and "--server-password-file" in said, said
        assert OVER in await ravi.run("--plain", "join", link, code=3)
        short = await server.link("--for", "1s")
        await asyncio.sleep(1.5)
        assert OVER in await ravi.run("--plain", "watch", "K7QX2M", short, code=3)
        assert ravi.pass_text == ""
        assert "part of this invitation link is missing" in await ravi.run("join", link[:-3], code=2)
        secrets = [secret_of(link), secret_of(short), first]
        nowhere(secrets, asha.said, ravi.said, server.log_text())


@suite.case("scripts give the password in a file; without one, or with a wrong one, they end with 3")
async def by_file(context):
    async with context.private() as server:
        asha, wrong = context.person(), context.folder / "wrong"
        wrong.write_text("open barley\n")
        said = await asha.run("--server", at(server), "--plain", "new", code=3)
        assert LOCKED in said and "--server-password-file" in said, said
        said = await asha.run("--server", at(server), "--plain", "--server-password-file", str(wrong), "new", code=3)
        assert WRONG in said and LOCKED in said, said
        assert asha.pass_text == ""
        right = str(server.password_file)
        said = await asha.run("--server", at(server), "--plain", "--server-password-file", right, "rooms")
        assert IN in said and "There are no public rooms." in said, said
        await asha.run("--server", at(server), "--plain", "rooms")
        nowhere(["open sesame", "open barley", asha.secret], asha.said, server.log_text())


@suite.case("plain mode asks a person, doesn't show what they type, and asks again after a wrong password")
async def by_prompt(context):
    async with context.private() as server:
        asha = context.person()
        terminal = await asha.terminal("--server", at(server), "--plain", "new")
        await terminal.until(TYPE, again=None)
        terminal.type(b"open barley\n")
        await terminal.until(WRONG, again=None)
        for _ in range(600):
            if terminal.text.count(TYPE) == 2:
                break
            await asyncio.sleep(0.1)
        else:
            raise AssertionError(f"not asked again: {terminal.shown!r}")
        terminal.type(b"open sesame\n")
        await terminal.until("Room code:", again=None)
        terminal.type(b"log 20\n")
        await terminal.until(IN, again=None)
        await quit_plain(terminal)
        shown = terminal.text
        assert "This server is private." in shown and "The person who invited you knows it." in shown, shown
        nowhere(["open sesame", "open barley", "sesame", "barley", asha.secret], shown, server.log_text())

        other = context.person()
        terminal = await other.terminal("--server", at(server), "--plain", "rooms")
        await terminal.until(TYPE, again=None)
        terminal.type(b"\n")
        await terminal.until(LOCKED, again=None)
        terminal.type(b"enter\n")
        await terminal.until(TYPE, again=None)
        terminal.type((await server.link()).encode() + b"\n")
        await terminal.until(IN, again=None)
        await quit_plain(terminal)
        nowhere([other.secret], terminal.text)


@suite.case("a password isn't typed where it would be seen: at a terminal, with the output elsewhere")
async def piped_output(context):
    async with context.private() as server:
        asha = context.person()
        ours, its = os.openpty()
        process = await asyncio.create_subprocess_exec(
            asha.binary, "--server", at(server), "--plain", stdin=its, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT, env=environment(**asha.variables),
        )  # fmt: skip
        os.close(its)
        os.write(ours, b"enter\nquit\n")
        out, _ = await within(process.communicate())
        os.close(ours)
        assert "Give the password with --server-password-file" in out.decode(), out
        assert TYPE not in out.decode(), out


@suite.case("the full screen asks on a separate page, and goes on with what the user wanted")
async def on_screen(context):
    async with context.private() as server:
        asha = context.person()
        terminal = await asha.terminal("--server", at(server), "--theme", "dark", "bot")
        await terminal.until("This server is private")
        terminal.type(b"open barley\r")
        await terminal.until("Wrong server password.")
        terminal.type(b"\x15open sesame")
        await terminal.until("•••••••••••")
        terminal.type(b"\r")
        await terminal.until("Bonus for cards sold")  # the table; the bot is named earlier
        terminal.type(b"q")
        await terminal.until("Leave during the match?")
        terminal.type(b"q")
        await terminal.ended()
        assert GIVEN_BACK in terminal.shown
        nowhere(["open sesame", "open barley", asha.secret], terminal.text, server.log_text())

        ravi = context.person()
        terminal = await ravi.terminal("--server", at(server), "--theme", "dark")
        await terminal.until("Join a room by its code or link")
        terminal.type(b"j")
        await terminal.until("Code or link")
        terminal.type((await server.link()).encode() + b"\r")
        await terminal.until("You're in.")
        assert ravi.secret
        terminal.type(b"q")
        await terminal.ended()


@suite.case("a pass is dropped once the server no longer knows it, and the user told why")
async def dropped(context):
    async with context.private() as server:
        asha, ravi = context.person(), context.person()
        link = await server.link("--uses", "2")
        for person in (asha, ravi):
            assert IN in await person.run("--plain", "--server", link, "rooms")
        terminal = await ravi.terminal("--server", at(server), "--plain", "rooms")
        await terminal.until("There are no public rooms.", again=None)
        (listed,) = await server.invitations()
        await admin(server, "revoke", str(listed["id"]))
        said = await asha.run("--server", at(server), "--plain", "rooms", code=3)
        assert ENDED in said and LOCKED in said, said
        assert asha.secret is None
        said = await asha.run("--server", at(server), "--plain", "rooms", code=3)
        assert ENDED not in said and LOCKED in said, said  # said once
        terminal.type(b"rooms\n")  # on a connection that is still open
        await terminal.until(ENDED[:60], again=None)
        await terminal.until(TYPE, again=None)
        terminal.type(b"open sesame\n")
        await terminal.until(IN, again=None)
        await quit_plain(terminal)
        assert ravi.secret
        server.set_password("abracadabra")
        await server.reload()
        assert ENDED in await ravi.run("--server", at(server), "--plain", "rooms", code=3)
        assert IN in await asha.run("--plain", "--server", await server.link(), "rooms")


@suite.case("a bot and a watcher get into a private server like everybody else")
async def bots(context):
    async with context.private() as server:
        person = await server.client(**{"pass": new_token(), "password": "open sesame"})
        room = (await person.ok("create_room", name="Asha", options={"seals": 1}))["room"]
        bot = context.person()
        words = ("bot", "--join", room, "--server", at(server), "--level", "beginner")
        assert LOCKED in await bot.run(*words, code=3)
        process = await asyncio.create_subprocess_exec(
            bot.binary, *words, "--server-password-file", str(server.password_file), stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, env=environment(**bot.variables),
        )  # fmt: skip
        await person.wait_room(lambda it: it["players"][1] and it["players"][1]["name"] == "Beginner bot")
        watcher = context.person()
        said = await watcher.run("--plain", "watch", room, await server.link(), typed="quit\n")
        assert IN in said and f"You're watching room {room}." in said, said
        await person.ok("leave_room")
        await person.close()
        process.terminate()
        await within(process.communicate())
        assert bot.secret and watcher.secret


@suite.case("games takes an invitation, and lists matches without one")
async def games(context):
    async with context.private() as server:
        asha = context.person()
        await asha.run("--server", at(server), "--plain", "--server-password-file", str(server.password_file), "bot",
                       typed="wait\nquit\n")  # fmt: skip
        (asha.home / "jaipur" / "passes" / f"127.0.0.1_3A{server.port}.pass").unlink()
        said = await asha.run("games")
        assert "On 127.0.0.1" in said and "Easy bot" in said, said
        link = await server.link()
        said = await asha.run("games", link)
        assert IN in said and "Easy bot" in said, said
        await asha.run("--server", at(server), "--plain", "rooms")
        assert OVER in await context.person().run("games", link, code=3)


@suite.case("too many wrong passwords: the console says how long to wait")
async def limited(context):
    async with context.private("--wrong-joins=2", limits=()) as server:
        for _ in range(2):
            reply = await server.answer("enter", **{"pass": new_token(), "password": "wrong"})
            assert reply == "wrong_password", reply
        asha, wrong = context.person(), context.folder / "wrong-one"
        wrong.write_text("wrong\n")
        said = await asha.run("--server", at(server), "--plain", "--server-password-file", str(wrong), "rooms", code=3)
        too_many = "Too many wrong codes or passwords from you or your network. Try again in ten minutes."
        assert too_many in said and LOCKED not in said, said
        said = await asha.run("games", f"http://{at(server)}/enter#{new_token()}", code=3)
        assert too_many in said and "Can't reach" not in said, said


@suite.case("if only invited people open rooms, the console says what the password is for, and joins without it")
async def open_rooms(context):
    async with context.private("--open-rooms=invited", admit="everyone") as server:
        owner = await server.client(**{"pass": new_token(), "password": "open sesame"})
        room = (await owner.ok("create_room", name="Asha"))["room"]
        ravi = context.person()
        said = await ravi.run("--server", at(server), "--plain", "join", room, typed="leave\nquit\n")
        assert f"You have a seat in room {room}." in said, said
        terminal = await ravi.terminal("--server", at(server), "--plain", "new")
        await terminal.until("You need a password to open a room.", again=None)
        await terminal.until("rooms without this password.", again=None)
        terminal.type(b"open sesame\n")
        await terminal.until("Room code:", again=None)
        await quit_plain(terminal)


@suite.case("the room's owner says who may chat, in plain mode, in the full screen and when opening a room")
async def chat_control(context):
    async with context.private(admit="everyone") as server:
        asha = context.person()
        terminal = await asha.terminal("--server", at(server), "--plain", "new", "--chat", "nobody")
        await terminal.until("Room code:", again=None)
        room = re.search(r"Room code: ((\w ?){6})\.", terminal.text)[1].replace(" ", "")
        watcher = await server.client()
        await watcher.ok("spectate", room=room, name="Mira")
        await watcher.refused("chat", "chat_off", text="hello")
        await terminal.until("The room's owner has turned the chat off.", again=None)
        terminal.type(b"writers everyone\n")
        await watcher.wait_room(lambda it: it["options"]["chat"] == "everyone")
        await watcher.ok("chat", text="hello")
        await terminal.until("Mira (watching): hello", again=None)
        terminal.type(b"leave\n")
        await terminal.until("You left the room.", again=None)
        await quit_plain(terminal)

        terminal = await asha.terminal("--server", at(server), "--theme", "dark", "new")
        await terminal.until("Give your friend the code")
        room = re.search(r"room (\w{6})", terminal.text)[1]
        guest = await server.client()
        await guest.ok("join_room", room=room, name="Ravi")
        await terminal.until("people")
        terminal.type(b"k")
        await terminal.until("Who may write in the chat: everyone")
        terminal.type(b"\x1bOC")
        await guest.wait_room(lambda it: it["options"]["chat"] == "players")
        await terminal.until("Who may write in the chat: only the players")
        await guest.ok("chat", text="hello")
        terminal.type(b"\x1bOC")
        await guest.wait_room(lambda it: it["options"]["chat"] == "nobody")
        await guest.refused("chat", "chat_off", text="hello")
        terminal.type(b"nqq")
        await terminal.ended()


@suite.case("a server for everybody: a pass or a password changes nothing")
async def for_everybody(context):
    async with context.private(admit="everyone") as server:
        asha = context.person()
        said = await asha.run("--server", at(server), "--plain", "--server-password-file", str(server.password_file),
                              "new", typed="leave\nquit\n")  # fmt: skip
        assert "You have a seat in room" in said and asha.pass_text == "", said


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(asyncio.run(run_with_client(suite, __doc__, "guests", Context)))
