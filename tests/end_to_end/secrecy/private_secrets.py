"""The secrets of a private server: its password, invitations and passes, which only those who have them may see."""

import json

from canaries import Searcher, files_below
from client import Client
from durable_server import run_tool
from http_get import http_get
from server_process import free_port
from watched_match import SecretServer, overhear, written
from world_values import new_token

PASSWORD = "Zwölf-Boxkämpfer-7d20e6b3af"
GUESS = "guessed-server-password-51be08c2"


async def private_server(binary, search):
    """At the most talkative level: right and wrong ways in, a kill, admin commands, a backup."""
    metrics = free_port()
    options = ("--no-limits", "--admit=invited", "--log-level=debug", "--metrics", f"127.0.0.1:{metrics}")
    async with SecretServer(binary, *options, name="secrets-private") as server:
        file = server.directory / "password"
        file.write_text(PASSWORD + "\n")
        server.options += (f"--server-password-file={file}",)
        await server.start()
        words, secrets, heard_by = await come_in(server)
        answers = [(await http_get(server.port, path))[2] for path in ("/", "/enter", "/222222")]
        answers.append((await http_get(metrics, "/metrics"))[2])
        server.look_at_process()
        await server.stop()
        for place, data in [
            ("log", server.log_path.read_bytes()),
            ("stdout", server.said),
            ("HTTP", b"\0".join(answers)),
            ("other programs", words),
            ("messages", b"\0".join(written(message) for _, message in heard_by)),
            *(("/proc", data) for data in server.seen.values()),
            *(("data", path.read_bytes()) for path in map(file.__class__, files_below(server.data))),
        ]:
            search.none(secrets, f"{place}: private", data)


async def come_in(server):
    """(what other programs printed, the secrets, what everybody received)."""
    made = json.loads((await admin(server, "invite", "--uses", "2", "--note", "a note"))[1])
    invitation = made["link"].partition("#")[2]
    passes = [new_token() for _ in range(2)]
    secrets = Searcher()
    secrets.token("invitation", invitation)
    for number, secret_pass in enumerate(passes):
        secrets.token(f"pass {number}", secret_pass)
    secrets.text("server's password", PASSWORD)
    secrets.text("guess", GUESS)
    heard_by = []
    for proof in ({"password": GUESS}, {"password": PASSWORD}, {"invitation": invitation}, {}):
        client = await Client.connect(server.ws)
        overhear(client, "guest", heard_by)
        await client.request("enter", **{"pass": passes["invitation" in proof]}, **proof)
        await client.request("list_rooms")
        await client.cut()
    await server.restart_after_kill()
    words = [await admin(server, "invitations"), await admin(server, "revoke", str(made["id"]))]
    words.append(await run_tool(server.binary, "backup", server.data / "copy", "--data", server.data))
    words.append(await run_tool(*server.command(), "--print-config"))
    return repr(words).encode(), secrets, heard_by


async def admin(server, *words):
    return await run_tool(server.binary, "admin", "--data", server.data, "--json", *words)
