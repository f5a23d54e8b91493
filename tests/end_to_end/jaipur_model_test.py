#!/usr/bin/python3
"""The model against itself: the example of the protocol page, rule by rule, and invariants over random rounds."""

import random
import sys
import unittest
from collections import Counter
from itertools import combinations

import fair
import random_play
from jaipur_model import BONUS_PILES, CAMEL, CARD_COUNT, GOODS, Dealt, Learned, Match, ModelError, Round, masked


def round_with(*, hand=(), herd=0, market=(), deck=40, other=()):
    state = Round(1, 0, [["leather"] * 5, ["cloth"] * 5], [CAMEL] * 3 + ["leather", "leather"])
    state.check_shown = lambda: None
    state.traders[0].hand = Counter(hand)
    state.traders[0].herd = herd
    state.traders[1].hand = Counter(other)
    state.market = list(market)
    state.deck = deck
    return state


def exchange(take, give):
    return {"type": "exchange", "take": take.split(), "give": give.split()}


class Example(unittest.TestCase):
    def test_legal_of_the_example(self):
        market = ["cloth", "leather", "leather", "silver", "diamond"]
        state = round_with(hand=["cloth", "cloth", "leather"], market=market)
        self.assertEqual(
            state.legal(0),
            {
                "take": ["cloth", "leather", "silver", "diamond"],
                "take_camels": False,
                "sell": {"cloth": {"min": 1, "max": 2}, "leather": {"min": 1, "max": 1}},
                "exchange": True,
            },
        )


class Rules(unittest.TestCase):
    MARKET = ["gold", "gold", "spice", CAMEL, CAMEL]

    def test_R6_R10_take(self):
        state = round_with(hand=["cloth"] * 7, market=self.MARKET)
        self.assertEqual(state.refusals(0, {"type": "take", "card": "gold"}), {"hand_limit"})
        self.assertEqual(state.refusals(0, {"type": "take", "card": CAMEL}), {"not_in_market", "hand_limit"})
        self.assertEqual(state.legal(0)["take"], [])

    def test_R7_R15_partial_refill_leaves_gaps_from_the_left_filled(self):
        state = round_with(market=self.MARKET, deck=1)
        event, reason = state.apply(0, {"type": "take_camels"}, Learned(["silver"]))
        self.assertEqual(event["refill"], ["silver"])
        self.assertEqual(state.market, ["gold", "gold", "spice", "silver", None])
        self.assertEqual((reason, state.deck), ("deck", 0))

    def test_R15_an_exact_refill_goes_on(self):
        state = round_with(market=self.MARKET, deck=2)
        _, reason = state.apply(0, {"type": "take_camels"}, Learned(["silver", "cloth"]))
        self.assertIsNone(reason)
        with self.assertRaises(ModelError):
            round_with(market=self.MARKET, deck=2).apply(0, {"type": "take_camels"}, Learned(["silver"]))

    def test_R8_R9_R10_exchange(self):
        state = round_with(hand=["cloth"] * 5 + ["gold"], herd=2, market=self.MARKET)
        self.assertEqual(state.refusals(0, exchange("gold spice", "cloth camel")), set())
        self.assertEqual(state.refusals(0, exchange("gold spice", "camel camel")), {"hand_limit"})
        self.assertEqual(state.refusals(0, exchange("gold spice", "gold cloth")), {"exchange_same_good"})
        self.assertEqual(state.refusals(0, exchange("gold camel", "cloth cloth")), {"exchange_takes_camel"})
        self.assertEqual(
            state.refusals(0, exchange("gold spice", "cloth")) & {"exchange_unequal"}, {"exchange_unequal"}
        )
        self.assertIn("exchange_too_small", state.refusals(0, exchange("gold", "cloth")))
        self.assertEqual(state.refusals(0, exchange("gold spice", "diamond cloth")), {"not_in_hand"})
        self.assertIn("herd_too_small", state.refusals(0, exchange("gold gold spice", "camel camel camel")))
        state.apply(0, exchange("gold spice gold", "cloth camel cloth"), Learned())
        self.assertEqual(state.market, ["cloth", "cloth", CAMEL, CAMEL, CAMEL])

    def test_R11_R12_sale(self):
        state = round_with(hand=["cloth"] * 6 + ["gold"], market=self.MARKET)
        self.assertEqual(state.refusals(0, {"type": "sell", "good": "gold", "count": 1}), {"sale_too_small"})
        self.assertEqual(state.refusals(0, {"type": "sell", "good": "cloth", "count": 7}), {"not_in_hand"})
        state.piles["cloth"] = [1]
        event, _ = state.apply(0, {"type": "sell", "good": "cloth", "count": 6}, Learned(bonus=9))
        self.assertEqual((event["tokens"], event["bonus"]), ([1], {"cards": 5, "value": 9}))

    def test_R14_third_pile(self):
        state = round_with(hand=["cloth"] * 2, market=self.MARKET)
        state.piles |= {"gold": [], "silver": [], "cloth": [1, 1]}
        self.assertEqual(state.apply(0, {"type": "sell", "good": "cloth", "count": 2}, Learned())[1], "tokens")

    def test_R16_R17_ties(self):
        state = round_with(market=self.MARKET)
        for trader in state.traders:
            trader.herd = 1
        state.traders[0].goods_tokens = [("gold", 5)]
        state.traders[1].goods_tokens = [("cloth", 2), ("cloth", 2), ("leather", 1)]
        self.assertEqual(state.score("deck")["winner"], 1)
        state.traders[0].goods_tokens, state.traders[0].bonus_tokens = [("cloth", 2), ("cloth", 2)], [(3, 1)]
        self.assertEqual(state.score("deck")["winner"], 0)
        state.traders[1].goods_tokens, state.traders[1].bonus_tokens = [("gold", 2), ("gold", 2)], [(3, 1)]
        self.assertIsNone(state.score("deck")["winner"])
        state.traders[1].herd = 2
        result = state.score("deck")
        self.assertEqual((result["camel_token"], result["winner"], result["players"][1]["rupees"]), (1, 1, 10))


class RandomPlay(unittest.TestCase):
    def test_invariants(self):
        reasons = Counter()
        for seed in range(25):
            rng = random.Random(seed)
            match = Match("00" * 16, 2)
            while match.phase != "match_over":
                deal = fair.RoundDeal(rng.randbytes(32))
                starter = match.next_starter() if match.next_starter() is not None else deal.start
                match.deal(starter, [deal.dealt_to(0), deal.dealt_to(1)], deal.market)
                source = Dealt(deal.stock, deal.bonus)
                temper = rng.choice(random_play.TEMPERS)
                while match.phase == "playing":
                    self.check(match.round)
                    self.check_masks(match)
                    seat = match.round.turn
                    random_play.illegal_action(rng, match.round, seat)
                    action = random_play.legal_action(rng, match.round, seat, temper)
                    ends = match.round.would_end(action)
                    match.act(seat, action, source)
                    self.assertEqual(ends, match.phase != "playing")
                reasons[match.rounds[-1]["reason"]] += 1
        self.assertEqual(set(reasons), {"tokens", "deck", "stalled"}, reasons)

    def check(self, state):
        tokens = sum(map(len, state.piles.values())) + sum(state.bonus_left.values())
        for trader in state.traders:
            tokens += len(trader.goods_tokens) + len(trader.bonus_tokens)
            self.assertLessEqual(trader.hand_size, 7)
            self.assertGreaterEqual(trader.herd, 0)
        self.assertEqual(tokens, 38 + sum(map(len, BONUS_PILES.values())))
        cards = sum(trader.hand_size + trader.herd for trader in state.traders)
        cards += state.deck + sum(state.discard.values()) + sum(1 for card in state.market if card)
        self.assertEqual(cards, sum(CARD_COUNT.values()))
        self.assertEqual(state.can_exchange(state.turn), self.any_exchange(state, state.turn))

    def check_masks(self, match):
        for you in (0, 1, None):
            view = masked(match.full_view(), you, match.round_events)
            for seat, player in enumerate(view["players"]):
                self.assertEqual(player["hand"] is None, seat != you)
                self.assertEqual(player["herd"] is None, seat != you)
            self.assertEqual(view["legal"] is None, you != match.round.turn)

    @staticmethod
    def any_exchange(state, seat):
        trader = state.traders[seat]
        owned = [good for good in GOODS for _ in range(min(2, trader.hand[good]))] + [CAMEL] * min(2, trader.herd)
        for take in combinations([card for card in state.market if card], 2):
            for give in combinations(owned, 2):
                if not state.refusals(seat, {"type": "exchange", "take": list(take), "give": list(give)}):
                    return True
        return False


if __name__ == "__main__":
    result = unittest.main(argv=sys.argv[:1], exit=False).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
