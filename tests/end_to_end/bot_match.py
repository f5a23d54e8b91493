"""A match against the bot, whose hand stays hidden: keeps every view, and checks them all once the proof has dealt the match."""

import fair
from client import ProtocolFault
from jaipur_model import Match, masked
from jaipur_rules import Dealt
from random_play import legal_action
from viewer import differences


class SeenBySeat0:
    """Enough of a round's state to choose a legal action from a view."""

    def __init__(self, view):
        self.view = view

    @property
    def market(self):
        return self.view["market"]

    @property
    def traders(self):
        return [self]

    @property
    def hand(self):
        return Filled(self.view["players"][0]["hand"])

    @property
    def herd(self):
        return self.view["players"][0]["herd"]

    @property
    def hand_size(self):
        return self.view["players"][0]["hand_size"]

    def legal(self, _seat):
        return self.view["legal"]

    def refusals(self, _seat, action):
        given = sum(card != "camel" for card in action["give"])
        return set() if self.hand_size + len(action["take"]) - given <= 7 else {"hand_limit"}


class Filled(dict):
    def __missing__(self, _key):
        return 0


def replayed_history(replay, seals):
    """Full views and events of every change, from only the proof and the actions."""
    proof = replay["proof"]
    match = Match(proof["match"], seals, first_starter=replay["starter"])
    history = []
    source = None
    for action in replay["actions"]:
        if match.phase != "playing":
            deal = fair.deal_round(proof, match.round_number + 1)
            events = match.deal(match.next_starter(), [deal.dealt_to(0), deal.dealt_to(1)], deal.market)
            source = Dealt(deal.stock, deal.bonus)
            history.append((match.full_view(), events))
        if match.refusals(action["seat"], action["action"]):
            raise ProtocolFault(f"the replay plays an illegal action: {action}")
        events = match.act(action["seat"], action["action"], source)
        if match.phase == "match_over":
            match.proof = proof
        history.append((match.full_view(), events))
    return history


class AgainstBot:
    """Plays seat 0 of a room with a bot and sometimes loses its connection; keeps every view, and which were first ones."""

    def __init__(self, connect, created, rng):
        self.connect = connect
        self.created = created
        self.rng = rng
        self.client = None
        self.views = []

    async def next_view(self, *, first=False):
        view = await self.client.wait_view()
        self.views.append((view, first))
        return view

    async def play(self, client, contribution):
        """Plays to the end of the match."""
        self.client = client
        view = await self.next_view(first=True)
        await client.ok("ready", **({"commit": contribution.commit.hex()} if contribution else {}))
        table = (await client.wait_push("table")).message
        if table["seat_commits"] != [contribution.commit.hex() if contribution else "", ""]:
            raise ProtocolFault(f"table {table}")
        if contribution:
            await client.ok("reveal", nonce=contribution.nonce.hex())
        temper = self.rng.choice(["even", "trader", "hoarder"])
        while view["phase"] != "match_over":
            view = await (self.after_a_break() if self.rng.random() < 0.07 else self.next_view())
            if view["phase"] == "round_over":
                await self.client.ok("ready")
            elif view["phase"] == "playing" and view["turn"] == 0:
                action = legal_action(self.rng, SeenBySeat0(view), 0, temper)
                await self.client.ok("act", ply=view["ply"], action=action, match=view["match"])

    async def after_a_break(self):
        await self.client.cut()
        self.client = await self.connect()
        await self.client.ok("resume", room=self.created["room"], token=self.created["token"])
        return await self.next_view(first=True)

    def check(self, replay, seals):
        """Compares every view with the replay; joined ones have the events of all changes between, first ones those of the round."""
        history = replayed_history(replay, seals)
        shown = 0
        for view, first in self.views[1:]:
            seq = view["seq"]
            if first:
                shown = max(i for i in range(seq) if history[i][1][0]["type"] == "round_started")
            full = history[seq - 1][0]
            due = masked(full, 0, [event for _, events in history[shown:seq] for event in events])
            due |= {"room": self.created["room"], "seq": seq, "clock": None, "move_in": None}
            found = differences(due, view)
            if found:
                raise ProtocolFault(f"view {seq} is not the replay's: {found[:5]}")
            shown = seq
        if shown != len(history):
            raise ProtocolFault(f"{len(history)} changes, shown up to {shown}")
