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

from connection import Connection, request
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
        self.connections = []

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
            len(self.connections) >= connections
            and sum(connection.sent for connection in self.connections) >= sent
            and any(connection.refusals for connection in self.connections)
        )

    def connect(self, **more):
        """A new connection, after the handshake; None if it was refused."""
        connection = Connection(self.port, self.address, **more)
        self.connections.append(connection)
        if connection.shake():
            return connection
        time.sleep(0.005)
        return None

    def flood(self, data, *, connections=1, reads=True, prepare=None, head=b"", **more):
        """Keeps sending `data` over this many connections at once, and replaces each one that the server closes."""
        there = []
        while self.goes_on:
            there = [connection for connection in there if connection.open]
            if len(there) < connections:
                connection = self.connect(**more)
                if connection and (prepare is None or prepare(connection)):
                    connection.write(head)
                    there.append(connection)
                continue
            _, writable, _ = select.select([], [connection.socket for connection in there], [], 0.05)
            for connection in there:
                if reads:
                    connection.read()
                if connection.open and connection.socket in writable:
                    connection.write(data)

    def report(self):
        refusals, answers = Counter(), Counter()
        for connection in self.connections:
            refusals += connection.refusals
            answers += connection.oks
        first = min((connection.refused_at for connection in self.connections if connection.refused_at), default=None)
        return {
            "is_one": self.is_one,
            "connections": len(self.connections),
            "bytes": sum(connection.sent for connection in self.connections),
            "answers": answers,
            "refusals": refusals,
            "first_refusal": first and first - self.begun,
            "longest_unrefused": max((connection.unrefused() for connection in self.connections), default=0),
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
    attack.flood((request("quick_match", name="A") + request("leave_room")) * 20, connections=4)


def huge_chat(attack):
    said = request("chat", text=EMOJI * 200) * 20 + request("chat", text=EMOJI * 900) * 5
    attack.flood(said, prepare=lambda connection: connection.ask("create_room", name="Talker") is not None)


def guessing(attack):
    attack.flood(request("join_room", room=attack.room, name="Eve", password="wrong") * 10, connections=GUESSERS)


def slow_handshakes(attack):
    data, there = handshake_bytes(X_Forwarded_For=attack.address), []
    while attack.goes_on:
        for connection in there:
            if connection.open:
                connection.write(data[connection.sent : connection.sent + 1])
            if connection.open:
                connection.read()
        there = [connection for connection in there if connection.open]
        while len(there) < SLOW:
            connection = Connection(attack.port, attack.address)
            connection.socket.setblocking(False)
            attack.connections.append(connection)
            there.append(connection)
        time.sleep(0.2)


def connections(attack):
    while attack.goes_on:
        connection = attack.connect()
        if connection:
            connection.end()


def http_requests(attack):
    asked = f"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {attack.address}\r\n\r\n".encode() * 200
    connection = None
    while attack.goes_on:
        if connection is None or not connection.open:
            time.sleep(0.002)  # any faster, and it would run out of local ports
            connection = Connection(attack.port, attack.address)
            connection.speak_http()
            attack.connections.append(connection)
        if not connection.write(asked):
            time.sleep(0.001)
        connection.read()


def resume_storm(attack):
    host = attack.connect()
    seat = host and host.ask("create_room", name="Torn")
    resume = seat and request("resume", room=seat["room"], token=seat["token"])
    before = host
    while attack.goes_on and seat:
        connection = attack.connect()
        if connection:
            connection.write(resume)
            time.sleep(0.001)
            connection.read()
            before.read()
            before = connection


def spectators(attack):
    watching = []
    while attack.goes_on:
        if len(watching) < WATCHERS:
            connection = attack.connect()
            if connection:
                connection.write(request("spectate", room=attack.room, name="Watcher"))
                watching.append(connection)
        else:
            watching[0].write(request("leave_room") + request("spectate", room=attack.room, name="Watcher"))
            watching.append(watching.pop(0))
        for connection in watching:
            if connection.open:
                connection.read()
        watching = [connection for connection in watching if connection.open]


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
