#!/usr/bin/python3
"""The compiled schemas agree with the general validator, on valid and on altered messages."""

import copy
import random
import sys
import unittest

import fair
from jaipur_model import Match, masked
from jaipur_rules import Dealt
from random_play import legal_action
from schema_check import Schemas

HEX32, HEX64 = "0123456789abcdef" * 2, "0123456789abcdef" * 4


def views():
    rng = random.Random(5)
    match = Match(HEX32, 1)
    deal = fair.RoundDeal(rng.randbytes(32))
    match.deal(0, [deal.dealt_to(0), deal.dealt_to(1)], deal.market)
    source = Dealt(deal.stock, deal.bonus)
    while match.phase == "playing":
        extra = {"room": "K7QX2M", "seq": match.ply, "clock": {"remaining_ms": [1, 2], "running": 0}, "move_in": None}
        for you in (0, 1, None):
            yield masked(match.full_view(), you, match.round_events) | extra
        match.act(match.round.turn, legal_action(rng, match.round, match.round.turn, "hoarder"), source)


def others():
    yield "client/ready", {"type": "ready", "id": 1, "commit": HEX64}
    yield "client/act", {"type": "act", "id": 1, "ply": 3, "action": {"type": "take", "card": "gold"}}
    yield "client/act", {"type": "act", "id": 1, "ply": 3, "action": {"type": "sell", "good": "gold", "count": 2}}
    yield "client/create_room", {"type": "create_room", "id": 2, "name": "A", "options": {"clock": None, "seals": 3}}
    yield "server/error", {"type": "error", "re": None, "code": "bad_json", "message": "x"}
    yield "server/table", {"type": "table", "match": HEX32, "server_commit": HEX64, "seat_commits": ["", HEX64]}


class Agreement(unittest.TestCase):
    schemas = Schemas()

    def agree(self, name, message):
        ours, theirs = self.schemas.fault(name, message), self.schemas.general_fault(name, message)
        self.assertEqual(ours is None, theirs is None, f"{name} {message}: {ours} against {theirs}")
        return ours

    def test_sound_and_spoilt(self):
        rng = random.Random(1)
        refused = 0
        samples = [("server/view", view) for view in list(views())[::7]] + list(others())
        for name, message in samples:
            self.assertIsNone(self.agree(name, message))
            for _ in range(4):
                refused += self.agree(name, self.spoilt(rng, message)) is not None
        self.assertGreater(refused, len(samples))

    def spoilt(self, rng, message):
        message = copy.deepcopy(message)
        node = message
        while True:
            keys = list(node) if isinstance(node, dict) else range(len(node))
            inner = [key for key in keys if isinstance(node[key], (dict, list)) and node[key]]
            if not inner or rng.random() < 0.4:
                break
            node = node[rng.choice(inner)]
        kind = rng.randrange(3)
        if isinstance(node, dict) and kind == 0:
            node["more"] = 1
        elif isinstance(node, dict) and kind == 1:
            del node[rng.choice(list(node))]
        else:
            node[rng.choice(list(keys))] = rng.choice([None, True, -1, 1, 300, "x", "", [], {}, [None] * 60, "gold"])
        return message

    def test_every_schema_compiles(self):
        for name in self.schemas.names():
            self.assertIsNotNone(self.schemas.fault(name, {}), name)


if __name__ == "__main__":
    result = unittest.main(argv=sys.argv[:1], exit=False).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
