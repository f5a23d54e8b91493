"""A room with known secrets and records of all messages, and a server with all its output kept."""

import contextlib
import json

import fair
from client import Client
from durable_server import DurableServer
from steady_match import SteadyMatch

PASSWORD = "Sésam-öffne-dich-4c1f9a7e2b"
GUESS = "guessed-at-password-77c0de15aa"
GUESSED_TOKEN = "gUe55edT0kenAAAAbbbbCCCCddddEEEEffffGGGGhhM"
NAMES = ("Zarathustra-Qx1", "Wilhelmine-Ky2")
WATCHER = "Spectabilis-Vz3"
CHATS = ("Zebra quartz vow 19f3 from seat zero", "Jumbled pyx 82ab wizards from seat one")
WHISPER = "Spectators murmur hx7731 unheard by players"


class SecretServer(DurableServer):
    """Keeps stdout as well."""

    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.said = b""
        self.metrics = None
        self.seen = {}  # file in the process's /proc -> bytes

    def heard(self, line):
        self.said += line

    def look_at_process(self):
        """Reads what others may see of it."""
        for name in ("cmdline", "environ", "comm", "status", "limits"):
            with contextlib.suppress(PermissionError), open(f"/proc/{self.process.pid}/{name}", "rb") as file:
                self.seen[name] = self.seen.get(name, b"") + file.read()


class SecretMatch(SteadyMatch):
    """Records what everybody receives: (role, message)."""

    def __init__(self, server, rng, label, tally):
        super().__init__(server, rng, label, tally)
        self.heard_by = []
        self.nonces = []

    async def connect(self, role):
        client = await super().connect(role)
        overhear(client, role, self.heard_by)
        return client

    async def start_match_once(self, contributes):
        await super().start_match_once(contributes)
        self.nonces = [player.contribution.nonce for player in self.players]

    @property
    def tokens(self):
        return [player.token for player in self.players]

    def decks(self):
        """The decks of the rounds played, known now that the match is over."""
        return [fair.deal_round(self.match.proof, number + 1).letters for number in range(len(self.match.rounds))]


def overhear(client, role, heard_by):
    def note(message):
        heard_by.append((role, message))
        return [message]

    client.tamper = note


async def stranger(server, room, heard_by):
    """Somebody without any rights, who guesses."""
    client = await Client.connect(server.ws, label="stranger")
    overhear(client, "stranger", heard_by)
    await client.ok("list_rooms")
    for fields in ({}, {"password": GUESS}):
        await client.refused("join_room", "no_such_room", room=room.code, name="Eve", **fields)
        await client.refused("spectate", "no_such_room", room=room.code, **fields)
    await client.refused("resume", "bad_token", room=room.code, token=GUESSED_TOKEN)
    await client.refused("resume", "bad_token", room=room.code, token=room.tokens[0][:-4] + "AAAA")
    await client.refused("chat", "not_in_room", text=CHATS[0])
    return client


async def watcher(server, room, heard_by):
    client = await Client.connect(server.ws, label="spectator")
    overhear(client, "spectator", heard_by)
    await client.ok("spectate", room=room.code, name=WATCHER, password=PASSWORD)
    await client.wait_view()
    await client.ok("chat", text=WHISPER)
    return client


def secrets_in(role, message, room):
    """The secrets that are allowed in this message: the owner's, and those that the end of the match reveals."""
    may = set()
    if role in ("0", "1") and message.get("type") == "ok" and "token" in message:
        may.add(f"token {role}")
    if message.get("type") == "view" and (message["result"] or {}).get("proof"):
        may |= {"seed", "nonce 0", "nonce 1"}
    if message.get("type") == "chat" and role != "stranger":
        may |= (
            {"chat", "whisper"}
            if role == "spectator" or message["seat"] is None and room.match.phase == "match_over"
            else {"chat"}
        )
    if role != "stranger" or message.get("type") == "ok":
        may |= {"name 0", "name 1", "name of a spectator"}  # names aren't secret within the room, or in a public one
    return may


def written(message):
    return json.dumps(message, ensure_ascii=False).encode()


async def until_over(room):
    while room.match.phase != "match_over":
        await room.play_round("even")
        if room.match.phase == "round_over":
            await room.next_round()
