#!/usr/bin/python3
"""The console client plays, replays and reconnects over TLS, with the certificates that its user trusts."""

import asyncio
import os
import shutil
import subprocess
import sys

from cases import Skipped, Suite
from consoles import Console, Context, environment_of, opened_room
from server_process import within
from with_client import run_with_client

suite = Suite("the console over TLS")


# What it is for


@suite.case("a whole match over wss between consoles, moved by a link; its replay is fetched over https")
async def whole_match(context):
    async with context.tls() as tls:
        host, code = await opened_room(context, tls)
        await host.until(rf"^  ./jaipur join {code} {tls.url}$")
        await host.until(rf"^  {tls.url}/{code}$")
        by_link = ["--ca", str(context.issuer.ca), "bot", "--level", "easy", "--join"]
        guest = Console(await context.start(context.home(), *by_link, f"{tls.url}/{code}"))
        await host.until("Easy bot")
        host.type("device")
        link = (await host.until(rf"^  ({tls.url}/{code}#\S+)$"))[1]
        told = {"JAIPUR_REPLAY": "the replay MATCH SERVER"}
        bot = Console(await context.start(context.home(), *by_link, link, **told))
        match, server = (await bot.until(r"the replay ([0-9a-f]{32}) (\S+)")).groups()
        assert server == tls.url, server
        assert f" --ca {context.issuer.ca}" in bot.said.splitlines()[-1], bot.said
        await bot.end()
        await within(guest.process.communicate())
        assert guest.process.returncode == 0, guest.said
        await host.end()

        await replay_is_fetched(context, tls, match)


async def replay_is_fetched(context, tls, match):
    for words in (
        ["--server", tls.url, "--plain", "replay", match],
        ["--plain", "replay", f"{tls.url}/replay/{match}"],
        ["--plain", "replay", f"wss://127.0.0.1:{tls.port}/replay/{match}/3?a=b"],
        ["--plain", "--server", f"{tls.url}/replay/{match}"],
        ["verify", f"{tls.url}/replay/{match}"],
    ):
        code, said = await context.trusting(*words)
        assert code == 0 and match in said, (words, code, said)
    code, said = await context.trusting("verify", f"{tls.url}/replay/{'0' * 32}")
    assert code == 2 and f"The server {tls.url} has no finished match" in said, (code, said)


@suite.case("every way to name a room leads into it, and to a seat that is filed under the encrypted address")
async def ways_in(context):
    async with context.tls() as tls:
        for way in (["join", "CODE", "URL"], ["join", "URL/CODE"], ["join", "URL/#/CODE"], ["--server", "URL/CODE"]):
            host, code = await opened_room(context, tls)
            home = context.home()
            words = [word.replace("URL", tls.url).replace("CODE", code) for word in way]
            guest = Console(await context.start(home, "--ca", str(context.issuer.ca), "--plain", *words))
            await guest.until(f"^Connected to {tls.url}")
            await guest.until("^Room code")
            await guest.kill()
            ended, said = await context.trusting("games", home=home)
            assert ended == 0 and f"On {tls.url}:" in said and code in said, (ended, said)
            for there, is_there in ((tls.url, True), (f"wss://127.0.0.1:{tls.port}/", True)):
                ended, said = await context.trusting("games", there, home=home)
                assert ended == 0 and (code in said) == is_there, (there, ended, said)
            ended, said = await context.trusting("games", f"127.0.0.1:{tls.port}", home=home)
            assert "You have no seat on" in said, (ended, said)
            ended, said = await context.trusting("--server", tls.url, "--plain", "resume", home=home)
            assert ended == 0 and "back in your seat" in said, (ended, said)
            await host.end()
        host, code = await opened_room(context, tls)
        watch = ["--ca", str(context.issuer.ca), "--plain", "watch", f"{tls.url}/watch/{code}"]
        spectator = Console(await context.start(context.home(), *watch))
        await spectator.until("^Room code")
        await spectator.end()
        await host.end()


@suite.case("a seat of an encrypted address is not sent to the same port in plain")
async def no_downgrade(context):
    home = context.home()
    async with context.tls() as tls:
        host, code = await opened_room(context, tls, home)
        await host.kill()
    heard = bytearray()

    async def listen(reader, writer):
        heard.extend(await reader.read(65536))
        writer.close()

    async with await asyncio.start_server(listen, "127.0.0.1", tls.port):
        for words in (["resume"], ["resume", code], ["join", code]):
            ended, said = await context.run("--server", f"127.0.0.1:{tls.port}", "--plain", *words, home=home)
            assert ended == 1, (words, ended, said)
    assert b"GET /ws" in heard and b"token" not in heard, heard


# Reconnecting


@suite.case("a console reconnects after the proxy has died, and keeps its seat while the certificate is expired")
async def reconnects(context):
    expired = context.issuer.certificate("127.0.0.1", begin=-9, end=-1)
    async with context.tls() as tls:
        host, code = await opened_room(context, tls)
        await tls.restart(expired)
        await host.until("^Connection lost")
        await host.until("its certificate expired on .* Reconnecting to")
        await tls.restart(context.good)
        await host.until("^Reconnected")
        await host.until(f"back in your seat in room {code}")
        await host.end()


# What it trusts


@suite.case("the system's certificates, and those that the user adds")
async def trusted(context):
    ca = context.issuer.ca
    hashed = context.folder / "hashed"
    hashed.mkdir()
    name = subprocess.run(["openssl", "x509", "-hash", "-noout", "-in", ca], capture_output=True, text=True, check=True)
    (hashed / f"{name.stdout.strip()}.0").write_bytes(ca.read_bytes())
    with_setting = context.home()
    (with_setting / "jaipur").mkdir()
    (with_setting / "jaipur" / "settings").write_text(f"ca = {ca}\n")
    async with context.tls() as tls:
        for more in (
            {"SSL_CERT_FILE": str(ca)},
            {"SSL_CERT_DIR": str(hashed)},
            {"JAIPUR_CA": str(ca)},
            {"home": with_setting},
        ):
            code, said = await context.run("--server", tls.url, "--plain", "rooms", **more)
            assert code == 0 and f"Connected to {tls.url}" in said, (more, code, said)
        for more in ({}, {"SSL_CERT_FILE": "/nonexistent"}):
            code, said = await context.run("--server", tls.url, "--plain", "rooms", **more)
            assert code == 1 and "doesn't know A test's issuer" in said, (more, code, said)


@suite.case("a client that was built for another system finds the certificates of this one")
async def elsewhere(context):
    if os.geteuid() != 0 or subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"]).returncode != 0:
        raise Skipped("it needs root, to hide the system's own certificates")
    ca = shutil.copy(context.issuer.ca, context.folder / "elsewhere.pem")
    hide = "for d in /etc /usr/lib/ssl; do mount -t tmpfs none $d; done; mkdir -p $(dirname $0); cp $1 $0; shift"
    async with context.tls() as tls:
        for bundle, wanted in (
            ("/etc/ssl/certs/ca-certificates.crt", 0),
            ("/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", 0),
            ("/etc/pki/tls/certs/ca-bundle.crt", 0),
            ("/etc/ssl/ca-bundle.pem", 0),
            ("/etc/ssl/cert.pem", 0),
            ("/etc/ssl/other.pem", 1),
        ):
            client = [context.binary, "--server", tls.url, "--plain", "rooms"]
            command = ["unshare", "-m", "sh", "-c", hide + '; exec "$@"', bundle, ca, *client]
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                env=environment_of(context.folder),
            )
            said, _ = await within(process.communicate())
            assert process.returncode == wanted, (bundle, process.returncode, said)


if __name__ == "__main__":
    sys.exit(asyncio.run(run_with_client(suite, __doc__, "encrypted", Context)))
