"""A match and what its viewers see, as protocol/README.md describes it, with all hidden information visible.

A `Match` plays rounds (jaipur_rules.py). `full_view` has everything, `masked` what one viewer may see of it. Nothing here
knows about connections.
"""

import copy

from jaipur_rules import BONUS_PILES, TOKEN_PILES, ModelError, Round, plain


class Match:
    """Rounds, until a player has the agreed seals. `phase`: waiting, playing, round_over, playing …, match_over."""

    def __init__(self, match_id, seals, *, first_starter=None):
        self.id = match_id
        self.seals_needed = seals
        self.first_starter = first_starter
        self.phase = "waiting"
        self.seals = [0, 0]
        self.round = None
        self.ply = 0
        self.round_start_ply = 0
        self.actions = []
        self.rounds = []
        self.round_events = []
        self.winner = None
        self.reason = None
        self.proof = None

    @property
    def round_number(self):
        return self.round.number if self.round else 0

    def next_starter(self):
        """R5 and R17; None if the shuffle draws it."""
        if not self.rounds:
            return self.first_starter
        last = self.rounds[-1]["winner"]
        return 1 - (self.round.starter if last is None else last)

    def deal(self, starter, dealt, market):
        due = self.next_starter()
        if due is not None and starter != due:
            raise ModelError(f"R5 seat {due} starts, not {starter}")
        if self.first_starter is None:
            self.first_starter = starter
        self.round = Round(self.round_number + 1, starter, dealt, market)
        self.phase = "playing"
        self.round_start_ply = self.ply
        event = {"type": "round_started", "round": self.round.number, "starter": starter}
        self.round_events = [event]
        return [event]

    def refusals(self, seat, action):
        return self.round.refusals(seat, action)

    def act(self, seat, action, source):
        if self.phase != "playing" or seat != self.round.turn or self.refusals(seat, action):
            raise AssertionError(f"the test played an illegal action: {seat} {action}")
        event, reason = self.round.apply(seat, action, source)
        self.actions.append((self.ply, seat, copy.deepcopy(action)))
        self.ply += 1
        events = [event]
        if reason:
            events += self._end_round(reason)
        self.round_events += events
        return events

    def _end_round(self, reason):
        result = self.round.score(reason)
        self.rounds.append(result)
        self.phase = "round_over"
        winner = result["winner"]
        events = [{"type": "round_ended", "round": self.round.number, "reason": reason, "winner": winner}]
        if winner is not None:
            self.seals[winner] += 1
            if self.seals[winner] == self.seals_needed:
                events += self._end_match("seals", winner)
        return events

    def _end_match(self, reason, winner):
        self.phase = "match_over"
        self.reason = reason
        self.winner = winner
        return [{"type": "match_ended", "winner": winner, "reason": reason}]

    def cut_short(self, reason, winner):
        """resigned, timeout, claimed, abandoned."""
        events = []
        if self.phase == "playing":
            self.rounds.append(self.round.score(reason, cut=True))
            events.append({"type": "round_ended", "round": self.round.number, "reason": reason, "winner": None})
        events += self._end_match(reason, winner)
        self.round_events += events
        return events

    def stands_at(self, seat, ply, action):
        """Whether this repeats what this seat played at that ply."""
        return 0 <= ply < len(self.actions) and self.actions[ply] == (ply, seat, action)

    def result(self):
        if not self.rounds and self.phase != "match_over":
            return None
        return {
            "rounds": list(self.rounds),  # each stays as it is
            "winner": self.winner,
            "reason": self.reason,
            "proof": self.proof,
        }

    def full_view(self):
        """A view with nothing hidden, but without `room`, `seq`, `you`, `clock` and `events`."""
        playing = self.phase == "playing"
        view = {
            "type": "view",
            "phase": self.phase,
            "match": self.id,
            "round": self.round_number,
            "ply": self.ply,
            "turn": self.round.turn if playing else None,
            "result": self.result(),
        }
        if self.round is None:
            view |= self._empty_table()
            return view
        r = self.round
        view |= {
            "exchanges_in_a_row": r.exchanges_in_a_row,
            "market": list(r.market),
            "deck": r.deck,
            "discard": plain(r.discard),
            "goods_tokens": {good: list(pile) for good, pile in r.piles.items()},
            "bonus_tokens": {str(tier): count for tier, count in r.bonus_left.items()},
            "players": [self._player(seat) for seat in (0, 1)],
            "legal": r.legal(r.turn) if playing else None,
        }
        return view

    def _player(self, seat):
        trader = self.round.traders[seat]
        return {
            "seals": self.seals[seat],
            "hand_size": trader.hand_size,
            "hand": plain(trader.hand),
            "herd": trader.herd,
            "goods_tokens": [{"good": good, "value": value} for good, value in trader.goods_tokens],
            "bonus_tokens": [{"cards": cards, "value": value} for cards, value in trader.bonus_tokens],
        }

    @staticmethod
    def _empty_table():
        player = {"seals": 0, "hand_size": 0, "hand": {}, "herd": 0, "goods_tokens": [], "bonus_tokens": []}
        return {
            "exchanges_in_a_row": 0,
            "market": [],
            "deck": 0,
            "discard": {},
            "goods_tokens": {good: list(pile) for good, pile in TOKEN_PILES.items()},
            "bonus_tokens": {str(tier): len(values) for tier, values in BONUS_PILES.items()},
            "players": [copy.deepcopy(player), copy.deepcopy(player)],
            "legal": None,
        }


def masked_events(events, you, *, sees_both=False):
    """`sold` shows the bonus token's value only to its seller."""
    masked = []
    for event in events:
        if event["type"] == "sold" and event["bonus"] and event["seat"] != you and not sees_both:
            event = {**event, "bonus": {**event["bonus"], "value": None}}
        masked.append(event)
    return masked


def masked(full, you, events, *, sees_both=False):
    """What the viewer `you` (0, 1 or None) may see of a full view. Everything is open from round_over until the next deal."""
    view = dict(full)
    view["you"] = you
    view["events"] = masked_events(events, you, sees_both=sees_both)
    if view["turn"] is None or view["turn"] != you:
        view["legal"] = None
    if full["phase"] in ("round_over", "match_over") or sees_both:
        return view
    players = []
    for seat, player in enumerate(full["players"]):
        if seat != you:
            player = {
                **player,
                "hand": None,
                "herd": None,
                "bonus_tokens": [{**token, "value": None} for token in player["bonus_tokens"]],
            }
        players.append(player)
    view["players"] = players
    return view
