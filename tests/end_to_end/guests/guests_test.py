#!/usr/bin/python3
"""A private server: who gets in, with what, and that passes and invitations survive whatever happens to the server."""

import asyncio
import json
import random

from cases import Suite, run_program
from client import Closed
from durable_server import DurableServer, run_tool
from http_get import http_get
from operator_tools import admin, in_words, trail_of
from private_server import PrivateServer, secret_of
from storage import where
from world_values import new_token

suite = Suite("guests")
BOT = {"User-Agent": "Previewbot/1.0"}


async def everything_refused(client, room, code):
    """What a stranger may not do gets this reply."""
    for kind, fields in [
        ("create_room", {"name": "A"}),
        ("create_room", {"name": ""}),
        ("join_room", {"room": room, "name": "A"}),
        ("join_room", {"room": room, "name": "", "password": "x", "token": new_token()}),
        ("quick_match", {"name": "A"}),
        ("spectate", {"room": room}),
        ("invitation", {"room": room, "password": "x"}),
        ("list_rooms", {}),
        ("list_rooms", {"after": room}),
    ]:
        await client.refused(kind, code, **fields)


@suite.case("strangers learn nothing about rooms, neither from requests nor from links")
async def strangers(binary):
    async with PrivateServer(binary, password="open sesame") as server:
        guest = await server.client(**{"pass": new_token(), "password": "open sesame"})
        room = (await guest.ok("create_room", name="Asha", options={"public": True}))["room"]
        stranger = await server.client()
        for code in (room, "222222", "nonsense", ""):
            await everything_refused(stranger, code, "server_locked")
        await stranger.refused("enter", "server_locked", **{"pass": new_token()})
        await stranger.refused("resume", "bad_token", token=new_token())
        await stranger.ok("ping")
        assert (await stranger.ok("games", seats=[{"token": new_token()}]))["games"] == [None]
        await stranger.ok("push_key")
        headers = [f"{name}: {value}" for name, value in BOT.items()]
        pages = {}
        for path in (f"/{room}", "/222222", f"/watch/{room}", "/watch/222222", "/enter"):
            status, _, body = await http_get(server.port, path, headers=headers)
            pages.setdefault((status, body.replace(path.encode(), b"PATH")), []).append(path)
        assert len(pages) == 1, list(pages.values())
        assert await server.answer("enter", **{"pass": new_token(), "password": "sesame"}) == "wrong_password"
        await server.client(**{"pass": new_token(), "password": "open sesame"})


@suite.case("a pass by the password survives kill -9; another password voids it, also while the server runs")
async def passwords(binary):
    async with PrivateServer(binary, password="open sesame") as server:
        first, second = {"pass": new_token()}, {"pass": new_token()}
        await server.client(**first, password="open sesame")
        await server.restart_after_kill()
        await server.client(**first)
        await server.client(**first, password="anything else")  # a repeat
        await server.reload()  # nothing has changed
        online = await server.client(**first)
        host = (await online.ok("create_room", name="Asha"))["token"]
        server.set_password("abracadabra")
        await server.reload()
        await online.ok("leave_room")
        await online.refused("create_room", "server_locked", name="Asha")
        assert await server.answer("enter", **first) == "server_locked"
        assert await server.answer("enter", **first, password="open sesame") == "wrong_password"
        await server.client(**second, password="abracadabra")
        await server.kill()
        server.set_password("third")
        await server.start()
        for known in (first, second):
            assert await server.answer("enter", **known) == "server_locked"
        assert await server.answer("enter", **first, password="third") == "ok"
        await server.stop()
        await server.start()
        assert await server.answer("enter", **first) == "ok"
        assert await server.answer("resume", token=host) == "bad_token"  # its owner left
        for secret in ("open sesame", "abracadabra", "third", first["pass"]):
            assert secret not in server.log_text(), secret


@suite.case("an invitation lets in as many people as it says, until it expires or is revoked")
async def invitations(binary):
    async with PrivateServer(binary, "--public-url=https://jaipur.example.org") as server:
        made = await admin(server, "invite", "--uses", "2", "--for", "2h", "--note", "for Ravi & Zoë")
        assert made["link"].startswith("https://jaipur.example.org/enter#") and made["uses"] == 2, made
        secret = secret_of(made["link"])
        first, second, third = ({"pass": new_token()} for _ in range(3))
        for known in (first, second):
            await server.client(**known, invitation=secret)
        assert await server.answer("enter", **third, invitation=secret) == "invitation_over"
        assert await server.answer("enter", **third) == "server_locked"
        await server.restart_after_kill()
        for known in (first, second, first | {"invitation": secret}):
            await server.client(**known)
        (listed,) = await server.invitations()
        assert (listed["id"], listed["uses"], listed["spent"], listed["passes"]) == (made["id"], 2, 2, 2), listed
        assert listed["note"] == "for Ravi & Zoë" and not listed["revoked"], listed
        short = await server.invite("--for", "1s")
        await asyncio.sleep(1.1)
        assert await server.answer("enter", **third, invitation=short) == "invitation_over"
        assert await server.answer("enter", **third, invitation=new_token()) == "invitation_over"
        words = await in_words(server, "invitations")
        assert "used up" in words and "expired" in words and "for Ravi" in words, words
        link, _, rest = (await in_words(server, "invite")).partition("\n")
        assert "/enter#" in link and "one person" in rest, (link, rest)
        trail = trail_of(server)
        lines = [json.loads(line) for line in trail.splitlines()]
        assert [line["result"] for line in lines] == ["ok"] * 5, trail
        assert lines[0]["id"] == made["id"], trail
        for secret in (secret, short, secret_of(link), first["pass"]):
            assert secret not in trail and secret not in server.log_text()
            for file in server.data.iterdir():
                if file.is_file():
                    assert secret.encode() not in file.read_bytes(), file
        for words in (
            ("invite", "--uses", "0"),
            ("invite", "--for", "soon"),
            ("invite", "--uses", "1001"),
            ("revoke", "x"),
        ):
            await admin(server, *words, status=64)
        for words in (("invite", "--note", "two\nlines"), ("revoke", "99")):
            assert (await admin(server, *words, status=1))["error"] == "not_possible"


@suite.case("revoking an invitation voids its passes at once; a running match goes on")
async def revoked(binary):
    async with PrivateServer(binary, password="sesame") as server:
        secret = await server.invite("--uses", "5")
        known = {"pass": new_token()}
        host = await server.client(**known, invitation=secret)
        idle = await server.client(**known)
        guest = await server.client(**{"pass": new_token(), "password": "sesame"})
        room = (await host.ok("create_room", name="Asha"))["room"]
        await guest.ok("join_room", room=room, name="Ravi")
        for player in (host, guest):
            await player.ok("ready")
        await host.wait_view(lambda view: view["phase"] == "playing")
        (listed,) = await server.invitations()
        assert "1" in (await admin(server, "revoke", str(listed["id"])))["message"]
        await idle.refused("list_rooms", "server_locked")
        await host.ok("resign")
        await host.ok("rematch")
        await host.ok("leave_room")
        await host.refused("create_room", "server_locked", name="Asha")
        await guest.ok("leave_room")
        await guest.ok("create_room", name="Ravi")
        await server.restart_after_kill()
        assert await server.answer("enter", **known) == "server_locked"
        assert await server.answer("enter", **known, invitation=secret) == "invitation_over"
        (listed,) = await server.invitations()
        assert listed["revoked"] and listed["passes"] == 0, listed


@suite.case("kill -9 at any moment: each pass spends one use, and an `ok` is never forgotten")
async def killed(binary):
    async with PrivateServer(binary) as server:
        rng = random.Random(20)
        rounds = 12
        secret = await server.invite("--uses", str(rounds))
        passes = [new_token() for _ in range(rounds)]
        promised = []
        for number, secret_pass in enumerate(passes):
            client = await server.client()
            waiting = await client.send("enter", **{"pass": secret_pass, "invitation": secret})
            await asyncio.sleep(rng.uniform(0, 0.012))
            await server.restart_after_kill()
            try:
                if (await waiting).ok:
                    promised.append(secret_pass)
            except Closed:
                pass
            for known in promised:
                assert await server.answer("enter", **{"pass": known}) == "ok", f"forgotten after {number + 1} kills"
            # The client repeats its request.
            assert await server.answer("enter", **{"pass": secret_pass, "invitation": secret}) == "ok"
            promised.append(secret_pass)
            (listed,) = await server.invitations()
            assert listed["spent"] == listed["passes"] == number + 1, listed
        assert await server.answer("enter", **{"pass": new_token(), "invitation": secret}) == "invitation_over"


@suite.case("one use, many devices at once: one of them gets in")
async def race(binary):
    async with PrivateServer(binary) as server:
        secret = await server.invite()
        crowd = [await server.client() for _ in range(20)]
        sent = [await client.send("enter", **{"pass": new_token(), "invitation": secret}) for client in crowd]
        codes = [(await reply).code for reply in sent]
        assert codes.count(None) == 1 and codes.count("invitation_over") == 19, codes
        same = new_token()
        secret = await server.invite()
        sent = [await client.send("enter", **{"pass": same, "invitation": secret}) for client in crowd]
        assert all([(await reply).ok for reply in sent]), "one pass, many connections"
        assert [listed["spent"] for listed in await server.invitations()] == [1, 1]


@suite.case("if only invited people open rooms, friends join with a room's code alone")
async def open_rooms(binary):
    async with PrivateServer(binary, "--open-rooms=invited", password="sesame", admit="everyone") as server:
        owner = await server.client(**{"pass": new_token(), "password": "sesame"})
        room = (await owner.ok("create_room", name="Asha", options={"public": True}))["room"]
        friend = await server.client()
        await friend.ok("enter", **{"pass": new_token(), "password": "sesame"})
        friend = await server.client()
        await friend.refused("create_room", "server_locked", name="Ravi")
        await friend.refused("enter", "server_locked", **{"pass": new_token()})
        assert (await friend.ok("invitation", room=room))["free"]
        assert len((await friend.ok("list_rooms"))["rooms"]) == 1
        await friend.ok("quick_match", name="Ravi")
        assert await server.answer("quick_match", name="Mira") == "server_locked"
        assert await server.answer("spectate", room=room) == "ok"


@suite.case("a server for everybody says ok to every `enter`, and stores nothing")
async def for_everybody(binary):
    async with PrivateServer(binary, password="sesame", admit="everyone") as server:
        for more in ({}, {"password": "wrong"}, {"invitation": new_token()}):
            assert await server.answer("enter", **{"pass": new_token()}, **more) == "ok"
        assert (await admin(server, "invitations"))["passes_by_password"] == 0


@suite.case("a backup has the passes and invitations, and an earlier start of the server stays private")
async def backed_up(binary):
    async with PrivateServer(binary, password="sesame") as server:
        known, invited = {"pass": new_token()}, {"pass": new_token()}
        secret = await server.invite("--uses", "2")
        await server.client(**known, password="sesame")
        await server.client(**invited, invitation=secret)
        copy, restored = server.directory / "copy", server.directory / "restored"
        await admin(server, "backup", str(copy))
        await server.kill()
        status, text = await run_tool(server.binary, "restore", copy, *where(restored))
        assert status == 0, text
        server.data = restored
        await server.start()
        for each in (known, invited):
            assert await server.answer("enter", **each) == "ok"
        assert await server.answer("enter", **{"pass": new_token(), "invitation": secret}) == "ok"
        assert await server.answer("enter", **{"pass": new_token(), "invitation": secret}) == "invitation_over"


@suite.case("wrong settings are refused, and a server that nobody can enter warns")
async def settings(binary):
    async with DurableServer(binary, name="guests") as server:
        for password in ("", "x" * 65):
            (server.directory / "password").write_text(password + "\n")
            status, text = await run_tool(
                binary, "--in-memory", "--check-config", f"--server-password-file={server.directory / 'password'}"
            )
            assert status == 64 and "1 to 64" in text, (status, text)
        for option in (
            "--admit=nobody",
            "--open-rooms=",
            "--public-url=jaipur.example.org",
            "--server-password-file=/none",
        ):
            status, text = await run_tool(binary, "--in-memory", "--check-config", option)
            assert status == 64, (option, text)
        (server.directory / "password").write_text("a secret of the host\n")
        status, text = await run_tool(
            binary, "--in-memory", "--print-config", f"--server-password-file={server.directory / 'password'}"
        )
        assert status == 0 and "a secret" not in text and "server-password-file" in text, text
        server.options = ("--in-memory", "--admit=invited", "--admin-socket=none")
        server.command = lambda data=None: [server.binary, f"--listen=127.0.0.1:{server.port}", *server.options]
        await server.start()
        assert "nobody can be invited" in server.log_text()


if __name__ == "__main__":
    run_program(suite, __doc__, at_once=4)
