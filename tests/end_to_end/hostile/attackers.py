#!/usr/bin/python3
"""Hostile clients of one kind, all from one address. At the end, prints what they did and got as JSON.

They continue for at least SECONDS, until standard input ends, and until they have done what counts as an attack of that kind and have been
refused something; after PATIENCE they give up. They run in a separate process, so as not to slow down the measurements.
usage: attackers.py KIND PORT SECONDS ADDRESS [ROOM]
"""

import json
import os
import select
import sys
import time
from collections import Counter

from line import Line, request
from raw_socket import CONTINUATION, PING, TEXT, frame_bytes, handshake_bytes
from server_process import PATIENCE

EMOJI = "\U0001f600"
SLOW = 60  # slow handshakes at a time
WATCHERS = 150
GUESSERS = 8

# The minimum that counts as an attack of each kind: connections, bytes.
AT_LEAST = {
    "messages": (1, 10_000),
    "pings": (1, 1_000),
    "reader_of_nothing": (1, 50_000),
    "slow_handshakes": (60, 300),
    "resume_storm": (5, 200),
    "create_and_leave": (1, 10_000),
    "spectators": (20, 1_000),
    "huge_chat": (1, 50_000),
    "guessing": (8, 5_000),
    "fragments": (1, 1_000_000),
    "quick_matches": (4, 10_000),
    "connections": (50, 0),
    "http_requests": (1, 10_000),
}


def others_still_look():
    """Whether standard input is still open."""
    return not select.select([sys.stdin], [], [], 0)[0]


class Attack:
    def __init__(self, kind, port, seconds, address, room):
        self.port = port
        self.address = address
        self.room = room
        self.begun = time.monotonic()
        self.seconds = seconds
        self.wanted = AT_LEAST[kind]
        self.lines = []

    @property
    def goes_on(self):
        took = time.monotonic() - self.begun
        if took < self.seconds:
            return True
        return took < self.seconds + PATIENCE and (others_still_look() or not self.is_one)

    @property
    def is_one(self):
        """Whether it counts as an attack: enough connections and bytes, and a refusal."""
        connections, sent = self.wanted
        return (
            len(self.lines) >= connections
            and sum(line.sent for line in self.lines) >= sent
            and any(line.refusals for line in self.lines)
        )

    def line(self, **more):
        """A new connection, after the handshake; None if it was refused."""
        line = Line(self.port, self.address, **more)
        self.lines.append(line)
        if line.shake():
            return line
        time.sleep(0.005)
        return None

    def flood(self, data, *, lines=1, reads=True, prepare=None, head=b"", **more):
        """Keeps sending `data` over `lines` connections at a time; replaces each one that the server ends."""
        there = []
        while self.goes_on:
            there = [line for line in there if line.open]
            if len(there) < lines:
                line = self.line(**more)
                if line and (prepare is None or prepare(line)):
                    line.write(head)
                    there.append(line)
                continue
            _, writable, _ = select.select([], [line.socket for line in there], [], 0.05)
            for line in there:
                if reads:
                    line.read()
                if line.open and line.socket in writable:
                    line.write(data)

    def report(self):
        refusals, answers = Counter(), Counter()
        for line in self.lines:
            refusals += line.refusals
            answers += line.oks
        first = min((line.refused_at for line in self.lines if line.refused_at), default=None)
        return {
            "is_one": self.is_one,
            "connections": len(self.lines),
            "bytes": sum(line.sent for line in self.lines),
            "answers": answers,
            "refusals": refusals,
            "first_refusal": first and first - self.begun,
            "longest_unrefused": max((line.unrefused() for line in self.lines), default=0),
        }


def messages(attack):
    attack.flood(request("ping") * 200)


def pings(attack):
    attack.flood(frame_bytes(PING, b"x") * 500)


def reader_of_nothing(attack):
    attack.flood(request("list_rooms") * 50, reads=False, receive_buffer=4096)


def fragments(attack):
    attack.flood(frame_bytes(CONTINUATION, b"", fin=False) * 2000, head=frame_bytes(TEXT, b"", fin=False))


def create_and_leave(attack):
    attack.flood((request("create_room", name="A", options={"public": True}) + request("leave_room")) * 20)


def quick_matches(attack):
    attack.flood((request("quick_match", name="A") + request("leave_room")) * 20, lines=4)


def huge_chat(attack):
    said = request("chat", text=EMOJI * 200) * 20 + request("chat", text=EMOJI * 900) * 5
    attack.flood(said, prepare=lambda line: line.ask("create_room", name="Talker") is not None)


def guessing(attack):
    attack.flood(request("join_room", room=attack.room, name="Eve", password="wrong") * 10, lines=GUESSERS)


def slow_handshakes(attack):
    data, there = handshake_bytes(X_Forwarded_For=attack.address), []
    while attack.goes_on:
        for line in there:
            if line.open:
                line.write(data[line.sent : line.sent + 1])
            if line.open:
                line.read()
        there = [line for line in there if line.open]
        while len(there) < SLOW:
            line = Line(attack.port, attack.address)
            line.socket.setblocking(False)
            attack.lines.append(line)
            there.append(line)
        time.sleep(0.2)


def connections(attack):
    while attack.goes_on:
        line = attack.line()
        if line:
            line.end()


def http_requests(attack):
    asked = f"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {attack.address}\r\n\r\n".encode() * 200
    line = None
    while attack.goes_on:
        if line is None or not line.open:
            time.sleep(0.002)  # any faster, and it would run out of local ports
            line = Line(attack.port, attack.address)
            line.speak_http()
            attack.lines.append(line)
        if not line.write(asked):
            time.sleep(0.001)
        line.read()


def resume_storm(attack):
    host = attack.line()
    seat = host and host.ask("create_room", name="Torn")
    resume = seat and request("resume", room=seat["room"], token=seat["token"])
    before = host
    while attack.goes_on and seat:
        line = attack.line()
        if line:
            line.write(resume)
            time.sleep(0.001)
            line.read()
            before.read()
            before = line


def spectators(attack):
    watching = []
    while attack.goes_on:
        if len(watching) < WATCHERS:
            line = attack.line()
            if line:
                line.write(request("spectate", room=attack.room, name="Watcher"))
                watching.append(line)
        else:
            watching[0].write(request("leave_room") + request("spectate", room=attack.room, name="Watcher"))
            watching.append(watching.pop(0))
        for line in watching:
            if line.open:
                line.read()
        watching = [line for line in watching if line.open]


KINDS = {
    kind.__name__: kind
    for kind in (
        messages,
        pings,
        reader_of_nothing,
        slow_handshakes,
        resume_storm,
        create_and_leave,
        spectators,
        huge_chat,
        guessing,
        fragments,
        quick_matches,
        connections,
        http_requests,
    )
}


def main():
    os.setpriority(os.PRIO_PROCESS, 0, 10)  # a real attacker has a separate machine
    kind, port, seconds, address, *room = sys.argv[1:]
    attack = Attack(kind, int(port), float(seconds), address, room[0] if room else None)
    KINDS[kind](attack)
    print(json.dumps(attack.report()))


if __name__ == "__main__":
    main()
