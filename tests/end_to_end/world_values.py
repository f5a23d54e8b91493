"""What a room's model consists of: its options, its players, and the game after each change."""

import base64
import secrets

from client import ProtocolFault

DEFAULT_OPTIONS = {
    "public": False,
    "spectators": "public",
    "delay": 4,
    "clock": None,
    "seals": 2,
    "grace": 120,
    "patience": 600,
    "chat": "everyone",
}


def new_token():
    """Of a seat, chosen by the client: its request can be repeated."""
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")


def different(name, taken):
    """The name that the server gives: with a number if somebody has it. (The names here look alike only if equal.)"""
    result, number = name, 1
    while result in taken:
        number += 1
        result = f"{name[:18].strip()} {number}"
    return result


def must(condition, text):
    if not condition:
        raise ProtocolFault(text)


class Entry:
    """The game after one change."""

    def __init__(self, seq, match, events, clock, move_in=None):
        self.seq = seq
        self.full = match.full_view()
        self.events = list(events)
        self.round_events = list(match.round_events)
        self.actions_in_round = match.ply - match.round_start_ply
        self.clock = clock
        self.move_in = move_in  # at the moment of the change

    def check_times(self, view, first):
        """Removes the times from a view of this entry, and checks them."""
        view = dict(view)
        move_in = view.pop("move_in", "missing")
        due = self.move_in
        passing = first and due is not None and type(move_in) is int and 0 <= move_in <= due
        must(move_in == due or passing, f"move_in {move_in}, expected {due}")
        clock = view.pop("clock", "missing")
        if not first or self.clock is None or self.clock["running"] is None:
            must(clock == self.clock, f"clock {clock}, expected {self.clock}")
            return view
        running = self.clock["running"]
        must(clock["running"] == running, f"clock runs for {clock['running']}, not {running}")
        must(clock["remaining_ms"][1 - running] == self.clock["remaining_ms"][1 - running], f"clock {clock}")
        must(clock["remaining_ms"][running] <= self.clock["remaining_ms"][running], f"clock {clock}")
        return view


class Player:
    def __init__(self, name):
        self.name = name
        self.token = None
        self.viewer = None
        self.ready = False
        self.rematch = False
        self.contribution = None
        self.agreed = False  # to the spectator delay
        self.trader = None  # the face
