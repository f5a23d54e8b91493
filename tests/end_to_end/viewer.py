"""One connection in a room, and what it must receive: every view, room, table and chat push, complete and in order.

An unexpected or missing push is a fault; so is one that differs in any field.
"""

import asyncio
import json
from collections import deque

from client import ProtocolFault
from jaipur_model import masked
from server_process import PATIENCE

SETTLE_TIMEOUT = PATIENCE
AWAY = "away"
RANK = {"room": 0, "table": 1, "view": 2}


# Equal texts for equal JSON values only: 1, 1.0 and true are three.
canonical = json.JSONEncoder(sort_keys=True, ensure_ascii=False, check_circular=False).encode


def differences(expected, got, path=""):
    """Where two JSON values differ, in words.

    Python considers 1 and true equal. The schemas don't, and `traffic` checks everything that arrives against them."""
    if not path and expected == got:
        return []
    if isinstance(expected, dict) and isinstance(got, dict):
        found = []
        for key in sorted(set(expected) | set(got)):
            if key not in got:
                found.append(f"{path}.{key} is missing, expected {json.dumps(expected[key])}")
            elif key not in expected:
                found.append(f"{path}.{key} is unexpected: {json.dumps(got[key])}")
            else:
                found += differences(expected[key], got[key], f"{path}.{key}")
        return found
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        return [d for i, (e, g) in enumerate(zip(expected, got)) for d in differences(e, g, f"{path}[{i}]")]
    if canonical(expected) == canonical(got):
        return []
    return [f"{path}: {json.dumps(got)}, expected {json.dumps(expected)}"]


class Late(ProtocolFault):
    """Something didn't come in time: it is lost, or the machine is too busy."""


class Due:
    """An expected push; it may not arrive before the reply with the arrival number `floor`; `step` is what it reports."""

    __slots__ = ("expected", "step", "floor", "optional", "check")

    def __init__(self, expected, step, floor=-1, optional=False, check=None):
        self.expected = expected
        self.step = step
        self.floor = floor
        self.optional = optional
        self.check = check


class Statistics:
    """Over all viewers of a program."""

    def __init__(self):
        self.checked = {"view": 0, "room": 0, "table": 0, "chat": 0}
        self.repeated_rooms = 0
        self.view_sizes = []

    def median_view(self):
        return sorted(self.view_sizes)[len(self.view_sizes) // 2] if self.view_sizes else 0


statistics = Statistics()


class Viewer:
    """`you` is a seat or None; `delay` is for a spectator of a match whose players agreed to one."""

    def __init__(self, client, you, *, name=None, delay=None):
        self.client = client
        self.you = you
        self.name = name
        self.delay = delay
        self.shown = None
        self.floor = -1
        self.due = {kind: deque() for kind in ("view", "room", "table", "chat")}
        self.room_state = None
        self.told = (-1, -1)  # the step and the rank of what was told last

    def __repr__(self):
        seat = "spectator" if self.you is None else f"seat {self.you}"
        return f"{self.client.label} {seat}"

    # Expecting pushes

    def expect_view(self, history, code, step):
        """After a change of the game: expects the view that this viewer may see by now, unless it has seen it."""
        index = self.visible_index(history)
        if self.shown is not None and index <= self.shown:
            return
        entry = history[index]
        if self.shown is None:
            events = entry.round_events
        else:
            events = [event for passed in history[self.shown + 1 : index + 1] for event in passed.events]
        view = masked(entry.full, self.you, events, sees_both=self.sees_both(entry))
        view |= {"room": code, "seq": entry.seq}
        first, self.shown = self.shown is None, index
        self.due["view"].append(Due(view, step, self.floor, check=lambda got: entry.check_times(got, first)))

    def sees_both(self, entry):
        return self.delay is not None and entry.full["phase"] != "waiting"

    def visible_index(self, history):
        """A spectator with a delay is `delay` actions behind within a round, and sees nothing of a new round
        until it has had that many actions."""
        last = len(history) - 1
        if self.delay is None or history[last].full["phase"] != "playing":
            return last
        played = history[last].actions_in_round
        return last - self.delay if played >= self.delay else last - played - 1

    def expect_room(self, state, step, *, optional=False):
        queue = self.due["room"]
        latest = queue[-1].expected if queue else self.room_state
        if state != latest:
            queue.append(Due(state, step, self.floor, optional))

    def expect(self, kind, message, step, check=None):
        self.due[kind].append(Due(message, step, self.floor, check=check))

    # Receiving pushes

    async def settle(self):
        """Checks what has arrived and waits for the rest."""
        deadline = asyncio.get_running_loop().time() + SETTLE_TIMEOUT
        while True:
            while self.client.pushes:
                self.take(self.client.pushes.popleft())
            owed = [due for queue in self.due.values() for due in queue if not due.optional]
            if not owed:
                if self.client.fault:
                    raise self.client.fault
                return
            try:
                await self.client.wait_news(deadline)
            except asyncio.TimeoutError:
                raise Late(f"{self} never got {canonical(owed[0].expected)[:1500]}") from None

    def settle_rooms(self):
        """After a barrier: takes the `room` pushes that have arrived, and no longer expects optional ones that haven't."""
        others = [push for push in self.client.pushes if push.message["type"] != "room"]
        for push in self.client.pushes:
            if push.message["type"] == "room":
                self.take_room(push)
        self.client.pushes.clear()
        self.client.pushes.extend(others)
        self.due["room"] = deque(due for due in self.due["room"] if not due.optional)

    async def peek_view(self):
        """The next view, not yet checked: the model learns from it."""
        return await self.peek("view", lambda message: True)

    async def peek(self, kind, wanted):
        deadline = asyncio.get_running_loop().time() + SETTLE_TIMEOUT
        while True:
            for push in self.client.pushes:
                if push.message["type"] == kind and wanted(push.message):
                    return push.message
            try:
                await self.client.wait_news(deadline)
            except asyncio.TimeoutError:
                raise Late(f"{self} never got the expected {kind}") from None

    def take(self, push):
        message = push.message
        kind = message["type"]
        if kind not in self.due:
            raise ProtocolFault(f"{self} got {message}")
        if kind == "room":
            self.take_room(push)
            return
        if not self.due[kind]:
            raise ProtocolFault(f"{self} got something unexpected: {canonical(message)[:1500]}")
        due = self.due[kind].popleft()
        self.check_order(due, push)
        if due.check:
            message = due.check(message)
        self.compare(due.expected, message)
        statistics.checked[kind] += 1
        if kind == "view" and message["phase"] == "playing" and len(message["events"]) <= 2:
            statistics.view_sizes.append(push.size)

    def check_order(self, due, push):
        if push.arrival < due.floor:
            raise ProtocolFault(f"{self} got a push before the ok that caused it: {canonical(push.message)[:500]}")
        kind = push.message["type"]
        if kind in RANK and due.step is not None:
            if (due.step, RANK[kind]) < self.told:
                raise ProtocolFault(f"{self} got a {kind} too late, {self.told}: {canonical(push.message)[:500]}")
            self.told = (due.step, RANK[kind])

    def compare(self, expected, got):
        if expected != got:
            found = "\n    ".join(differences(expected, got)[:12])
            raise ProtocolFault(f"{self} got a {got.get('type')} that differs:\n    {found}\n  got {canonical(got)}")

    def take_room(self, push):
        state = self.normal(push.message)
        text, queue = canonical(state), self.due["room"]
        repeats = self.room_state is not None and text == canonical(self.room_state)
        if repeats and (not queue or queue[0].optional):
            statistics.repeated_rooms += 1
            return
        for skipped, due in enumerate(queue):
            if canonical(due.expected) == text:
                self.check_order(due, push)
                for _ in range(skipped + 1):
                    queue.popleft()
                self.room_state = due.expected
                statistics.checked["room"] += 1
                return
            if not due.optional:
                break
        if repeats:
            statistics.repeated_rooms += 1
            return
        self.compare(queue[0].expected if queue else self.room_state, state)

    def normal(self, room):
        """Without what depends on time: lags, and how much grace is left."""
        grace = room["options"]["grace"] * 1000
        players = []
        for player in room["players"]:
            if player is not None:
                player = dict(player)
                lag = player.pop("lag_ms", "missing")
                if lag is not None and not (type(lag) is int and 0 <= lag < 30_000):
                    raise ProtocolFault(f"lag_ms {lag}")
                claim = player["claim_in"]
                if type(claim) is int and 0 <= claim <= grace:
                    player["claim_in"] = AWAY
            players.append(player)
        return {**room, "players": players}
