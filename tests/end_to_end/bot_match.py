"""A match against the bot, whose hand nobody sees: every view is kept, and checked once the proof has dealt the match."""

import fair
from client import ProtocolFault
from jaipur_model import Dealt, Match, masked
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
    """Full views and events of every change, by the proof and the actions alone."""
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


async def play_against_bot(client, rng, seals, contribution):
    """Seat 0 is the client's; gives every view in order up to the end of the match."""
    views = [await client.wait_view()]
    await client.ok("ready", **({"commit": contribution.commit.hex()} if contribution else {}))
    if contribution:
        table = (await client.wait_push("table")).message
        if table["seat_commits"] != [contribution.commit.hex(), ""]:
            raise ProtocolFault(f"table {table}")
        await client.ok("reveal", nonce=contribution.nonce.hex())
    temper = rng.choice(["even", "trader", "hoarder"])
    while views[-1]["phase"] != "match_over":
        view = await client.wait_view()
        views.append(view)
        if view["phase"] == "round_over":
            await client.ok("ready")
        elif view["phase"] == "playing" and view["turn"] == 0:
            action = legal_action(rng, SeenBySeat0(view), 0, temper)
            await client.ok("act", ply=view["ply"], action=action, match=view["match"])
    return views


def check_views(views, replay, seals, room):
    """Every view that came is the replay's; joined ones carry the events of all changes between."""
    history = replayed_history(replay, seals)
    shown = 0
    for view in views[1:]:
        changes = history[shown : view["seq"]]
        full = history[view["seq"] - 1][0]
        due = masked(full, 0, [event for _, events in changes for event in events])
        due |= {"room": room, "seq": view["seq"], "clock": None}
        found = differences(due, view)
        if found:
            raise ProtocolFault(f"view {view['seq']} is not the replay's: {found[:5]}")
        shown = view["seq"]
    if shown != len(history):
        raise ProtocolFault(f"{len(history)} changes, shown up to {shown}")
