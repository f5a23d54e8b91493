#!/usr/bin/python3
"""P21: no secret leaves the server's process, except to its owner.

At every log level, takes the real server through a match with known tokens, password, nonces, chat and names, through wrong joins and
hostile input, a kill and a recovery, the end of the match and SIGTERM; other servers have a full disk, a broken one, or crash. Everything
on stdout and stderr, in HTTP responses, metrics, messages to others, and in /proc is searched for every secret in every form (canaries.py,
tested by canaries_test.py); so is the data directory, for tokens and passwords. It inspects the console client as others on its
machine could (client_secrets.py), and checks that no core is left (cores.py).
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
from collections import Counter

from canaries import Searcher, files_below
from client_secrets import look_at_clients
from cores import leave_no_cores
from durable_server import run_tool
from hostile_canaries import send_all
from http_get import http_get
from private_secrets import private_server
from report import run_seeded
from server_process import free_port
from trouble import broken_disk, damaged_records, full_disk
from watched_match import (
    CHATS,
    GUESS,
    GUESSED_TOKEN,
    NAMES,
    PASSWORD,
    WATCHER,
    WHISPER,
    SecretMatch,
    SecretServer,
    secrets_in,
    stranger,
    until_over,
    watcher,
    written,
)

LEVELS = ("debug", "info", "warning", "error", "off")
MATCH_FIELDS = {
    "match began": ("match", "opponent", "seals", "clock", "room", "spectators"),
    "match ended": ("match", "opponent", "reason", "rounds", "actions", "seconds"),
}
KEPT_AS_HASHES = ("token 0", "token 1", "password", "guess", "guessed token")


class Search:
    """Records what was searched, and which secrets were found in the wrong place."""

    def __init__(self, tests):
        self.tests = tests
        self.octets = 0
        self.places = Counter()

    def none(self, searcher, place, data, but=()):
        self.octets += len(data)
        self.places[place.split(":")[0]] += 1
        found = searcher.found(data, but)
        self.tests.check(not found, f"{place}: {found[:6]}")

    def there(self, searcher, place, data, name):
        """The search must find the secret where it belongs, which shows that it works."""
        self.tests.check(any(secret == name for secret, _ in searcher.found(data)), f"{place}: {name} should be there")


def secrets_of(room):
    searcher = Searcher()
    for seat in (0, 1):
        searcher.token(f"token {seat}", room.tokens[seat])
        searcher.octets(f"nonce {seat}", room.nonces[seat])
        searcher.text(f"name {seat}", NAMES[seat])
        searcher.text("chat", CHATS[seat])
    searcher.octets("seed", bytes.fromhex(room.match.proof["server_seed"]))
    for deck in room.decks():
        searcher.deck("deck", deck)
    searcher.text("password", PASSWORD)
    searcher.text("guess", GUESS)
    searcher.token("guessed token", GUESSED_TOKEN)
    searcher.text("name of a spectator", WATCHER)
    searcher.text("whisper", WHISPER)
    return searcher


async def one_level(binary, level, seed, search, tally):
    port = free_port()
    options = ("--no-limits", "--log-level", level, "--metrics", f"127.0.0.1:{port}")
    async with SecretServer(binary, *options, name=f"secrets-{level}") as server:
        await server.start()
        room = SecretMatch(server, random.Random(seed), f"secrets {level}", tally)
        answers, figures = [], []
        await play_with_secrets(server, room, answers, figures, port)
        backup = server.directory / "copy"
        words = await run_tool(binary, "backup", backup, "--data", server.data)
        words += await run_tool(binary, "restore", backup, "--data", server.directory / "other")
        words += await run_tool(binary, "healthcheck", "--connect", f"127.0.0.1:{server.port}")
        words += await run_tool(binary, "backup", backup, "--data", server.data)  # refused: the file exists
        figures.append((await http_get(port, "/metrics"))[2])
        status, _, replay = await http_get(server.port, f"/replays/{room.match.id}")
        server.look_at_process()
        stopped, _ = await server.stop()
        assert stopped == 0 and status == 200, f"{stopped} {status}"
        search_all(search, server, room, answers, figures, repr(words).encode(), replay, level)


async def play_with_secrets(server, room, answers, figures, port):
    await room.open({"public": True, "seals": 1}, password=PASSWORD, names=NAMES)
    await room.start_match([True, True])
    eve, watching = await stranger(server, room, room.heard_by), await watcher(server, room, room.heard_by)
    for seat in (0, 1):
        await room.chat(seat, CHATS[seat])
    await room.play_round("even", 4)
    answers += await send_all(server.port, room.tokens[0], room.nonces[1], room.match.id)
    for path in ("/", "/healthz", f"/replays/{room.match.id}", "/metrics"):
        answers.append((await http_get(server.port, path))[2])
    figures.append((await http_get(port, "/metrics"))[2])
    server.look_at_process()
    await server.restart_after_kill()
    for client in (eve, watching):
        await client.cut()
    watching = await watcher(server, room, room.heard_by)
    await until_over(room)
    await room.check_end()
    await watching.close()
    for seat in (0, 1):
        await room.up_to_date(seat)
    await room.check_room()
    await room.close()


def check_match_lines(search, server, room, level):
    """The log says when a match begins and ends, and nothing that lets strangers in."""
    log = server.log_path.read_text()
    search.tests.check(room.code not in log, f"log: {level}: the room's code")
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    found = [line for line in lines if line["event"].startswith("match ")]
    expected = ["match began", "match ended"] if level in ("debug", "info") else []
    search.tests.check([line["event"] for line in found] == expected, f"log: {level}: {found}")
    for line in found:
        fields = MATCH_FIELDS[line["event"]]
        search.tests.check(set(line) == {"time", "level", "event", *fields}, f"log: {level}: {line}")
        search.tests.check((line["match"], line["opponent"]) == (room.match.id, "person"), f"log: {level}: {line}")


def search_all(search, server, room, answers, figures, words, replay, level):
    searcher = secrets_of(room)
    search.none(searcher, f"log: {level}", server.log_path.read_bytes())
    check_match_lines(search, server, room, level)
    search.none(searcher, f"stdout: {level}", server.said)
    search.none(searcher, f"other programs: {level}", words)
    search.none(searcher, f"/metrics: {level}", b"".join(figures))
    search.none(searcher, f"HTTP: {level}", b"\0".join(answers))
    search.none(searcher, f"replay: {level}", replay, but=("seed", "nonce 0", "nonce 1", "name 0", "name 1", "deck"))
    search.there(searcher, "replay", replay, "seed")
    for name, data in server.seen.items():
        search.none(searcher, f"/proc: {name}", data)
    for role, message in room.heard_by:
        search.none(
            searcher, f"messages: {role} {message.get('type')}", written(message), but=secrets_in(role, message, room)
        )
    assert {role for role, _ in room.heard_by} == {"0", "1", "spectator", "stranger"}
    kept = searcher.only(KEPT_AS_HASHES)
    files = list(files_below(server.directory / "data")) + list(files_below(server.directory / "other"))
    for path in files:
        with open(path, "rb") as file:
            data = file.read()
        search.none(kept, f"data: {os.path.basename(path)}", data)
    whole = b"".join(open(path, "rb").read() for path in files)
    search.there(searcher, "data", whole, "seed")
    assert any(os.path.getsize(path) > 4096 for path in files)
    modes = {oct(os.stat(path).st_mode & 0o777) for path in files}
    search.tests.check(modes == {"0o600"}, f"modes of the data: {modes}")


async def test(arguments, tests):
    search, tally = Search(tests), Counter()
    helped = subprocess.run([arguments.server, "--help"], capture_output=True, text=True, check=True).stdout
    assert "--metrics" in helped, "the server has no --metrics"
    levels = [
        tests.attempt(f"level {level}", one_level(arguments.server, level, arguments.seed + index, search, tally))
        for index, level in enumerate(LEVELS)
    ]
    troubles = [
        tests.attempt("a full disk", full_disk(arguments.server, arguments.seed, search, secrets_of, tally)),
        tests.attempt("a broken disk", broken_disk(arguments.server, arguments.seed, search, secrets_of, tally)),
        tests.attempt("damaged records", damaged_records(arguments.server, arguments.seed, search, secrets_of, tally)),
        tests.attempt("a private server", private_server(arguments.server, search)),
        tests.attempt("the console client", look_at_clients(arguments.server, arguments.client, search)),
        tests.attempt("cores", leave_no_cores(arguments.server, tests)),
    ]
    await asyncio.gather(*levels, *troubles)
    print(f"{search.octets} octets searched in {sum(search.places.values())} places: {dict(search.places)}")
    how = f"{search.octets:,} octets in {sum(search.places.values()):,} places, {len(LEVELS)} log levels, 0 hits"
    tests.shows("P21", "canaries", how)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--client", default=os.environ.get("JAIPUR_CLIENT"), help="jaipur-client; default: next to the server"
    )
    return run_seeded(parser, test)


if __name__ == "__main__":
    sys.exit(main())
