"""A round as the rules R1 to R18 describe it, with all hidden information visible.

A `Round` knows the part of the deck that it was shown, and asks a source for every card and bonus token that comes up:
`Learned` from a server's view, or `Dealt` from a proof. Nothing here knows about connections.
"""

from collections import Counter
from itertools import combinations

GOODS = ["diamond", "gold", "silver", "cloth", "spice", "leather"]
PRECIOUS = {"diamond", "gold", "silver"}
CAMEL = "camel"
KINDS = GOODS + [CAMEL]
CARD_COUNT = {"diamond": 6, "gold": 6, "silver": 6, "cloth": 8, "spice": 8, "leather": 10, "camel": 11}
TOKEN_PILES = {
    "diamond": [7, 7, 5, 5, 5],
    "gold": [6, 6, 5, 5, 5],
    "silver": [5, 5, 5, 5, 5],
    "cloth": [5, 3, 3, 2, 2, 1, 1],
    "spice": [5, 3, 3, 2, 2, 1, 1],
    "leather": [4, 3, 2, 1, 1, 1, 1, 1, 1],
}
BONUS_PILES = {3: [1, 1, 2, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 10, 10]}
HAND_LIMIT = 7
MARKET_SLOTS = 5
STALLED_AFTER = 20
CAMEL_TOKEN = 5

RULE_OF_CODE = {
    "not_in_market": {"take": "R6", "exchange": "R8"},
    "no_camels": {"take_camels": "R7"},
    "exchange_too_small": {"exchange": "R8"},
    "exchange_unequal": {"exchange": "R8"},
    "exchange_takes_camel": {"exchange": "R8"},
    "exchange_same_good": {"exchange": "R9"},
    "hand_limit": {"take": "R10", "exchange": "R10"},
    "not_in_hand": {"exchange": "R8", "sell": "R11"},
    "herd_too_small": {"exchange": "R8"},
    "sale_too_small": {"sell": "R11"},
}


class ModelError(Exception):
    """The server showed something impossible."""


class Learned:
    """The cards and the bonus token that one action turned up, from a server's event."""

    def __init__(self, refill=(), bonus=None):
        self.refill = list(refill)
        self.bonus_value = bonus

    def draw(self, count):
        if len(self.refill) != count:
            raise ModelError(f"expected a refill of {count}, got {self.refill}")
        return self.refill

    def bonus(self, tier):
        return self.bonus_value


class Dealt:
    """A known deck and known bonus piles, as a proof deals them."""

    def __init__(self, stock, bonus):
        self.stock = list(stock)
        self.piles = {tier: list(values) for tier, values in bonus.items()}

    def draw(self, count):
        drawn, self.stock = self.stock[:count], self.stock[count:]
        return drawn

    def bonus(self, tier):
        return self.piles[tier].pop(0)


def plain(counter):
    """The counts by kind, without zeros."""
    return {kind: counter[kind] for kind in KINDS if counter[kind] > 0}


class Trader:
    def __init__(self, cards):
        self.hand = Counter(card for card in cards if card != CAMEL)
        self.herd = sum(1 for card in cards if card == CAMEL)
        self.goods_tokens = []
        self.bonus_tokens = []

    @property
    def hand_size(self):
        return sum(self.hand.values())

    def token_sum(self):
        return sum(value for _, value in self.goods_tokens) + sum(value for _, value in self.bonus_tokens)


class Round:
    def __init__(self, number, starter, dealt, market):
        self.number = number
        self.starter = starter
        self.turn = starter
        self.traders = [Trader(dealt[0]), Trader(dealt[1])]
        self.market = list(market)
        self.deck = sum(CARD_COUNT.values()) - 3 - 10 - 2
        self.discard = Counter()
        self.piles = {good: list(values) for good, values in TOKEN_PILES.items()}
        self.bonus_left = {tier: len(values) for tier, values in BONUS_PILES.items()}
        self.exchanges_in_a_row = 0
        self.shown = Counter(dealt[0]) + Counter(dealt[1]) + Counter(market)
        self.check_deal(dealt)

    def check_deal(self, dealt):
        if [len(cards) for cards in dealt] != [5, 5] or len(self.market) != MARKET_SLOTS:
            raise ModelError(f"R4 dealt {dealt}, market {self.market}")
        if self.market[:3] != [CAMEL] * 3:
            raise ModelError(f"R4 market {self.market}")
        self.check_shown()

    def check_shown(self):
        for kind, count in self.shown.items():
            if kind not in CARD_COUNT or count > CARD_COUNT[kind]:
                raise ModelError(f"R1 {count} of {kind}")
        if sum(self.shown.values()) + self.deck != 55:
            raise ModelError("R1 55 cards")

    # Which actions are legal

    def refusals(self, seat, action):
        """The error codes that apply to this action of the seat to act; empty if it is legal."""
        return getattr(self, "_refusals_of_" + action["type"])(self.traders[seat], action)

    def _refusals_of_take(self, trader, action):
        codes = set()
        if action["card"] == CAMEL or action["card"] not in self.market:
            codes.add("not_in_market")
        if trader.hand_size + 1 > HAND_LIMIT:
            codes.add("hand_limit")
        return codes

    def _refusals_of_take_camels(self, _trader, _action):
        return set() if CAMEL in self.market else {"no_camels"}

    def _refusals_of_exchange(self, trader, action):
        take, give = Counter(action["take"]), Counter(action["give"])
        codes = set()
        if len(action["take"]) < 2 or len(action["give"]) < 2:
            codes.add("exchange_too_small")
        if len(action["take"]) != len(action["give"]):
            codes.add("exchange_unequal")
        if take[CAMEL]:
            codes.add("exchange_takes_camel")
        market = Counter(card for card in self.market if card)
        if any(count > market[card] for card, count in take.items()):
            codes.add("not_in_market")
        if any(take[good] and give[good] for good in GOODS):
            codes.add("exchange_same_good")
        if any(give[good] > trader.hand[good] for good in GOODS):
            codes.add("not_in_hand")
        if give[CAMEL] > trader.herd:
            codes.add("herd_too_small")
        taken = sum(take[good] for good in GOODS)
        given = sum(give[good] for good in GOODS)
        if trader.hand_size + taken - given > HAND_LIMIT:
            codes.add("hand_limit")
        return codes

    def _refusals_of_sell(self, trader, action):
        codes = set()
        if action["count"] < self.smallest_sale(action["good"]):
            codes.add("sale_too_small")
        if action["count"] > trader.hand[action["good"]]:
            codes.add("not_in_hand")
        return codes

    @staticmethod
    def smallest_sale(good):
        return 2 if good in PRECIOUS else 1

    def can_exchange(self, seat):
        """Tries only pairs: a trader who can exchange three cards or more can also exchange two of them."""
        trader = self.traders[seat]
        market = [card for card in self.market if card and card != CAMEL]
        camels = min(trader.herd, HAND_LIMIT - trader.hand_size)
        for pair in combinations(market, 2):
            if camels + sum(trader.hand[good] for good in GOODS if good not in pair) >= 2:
                return True
        return False

    def legal(self, seat):
        trader = self.traders[seat]
        room = trader.hand_size < HAND_LIMIT
        goods = dict.fromkeys(card for card in self.market if card and card != CAMEL)
        sales = {}
        for good in GOODS:
            if trader.hand[good] >= self.smallest_sale(good):
                sales[good] = {"min": self.smallest_sale(good), "max": trader.hand[good]}
        return {
            "take": list(goods) if room else [],
            "take_camels": CAMEL in self.market,
            "sell": sales,
            "exchange": self.can_exchange(seat),
        }

    def would_end(self, action):
        """Whether a legal action ends the round."""
        if action["type"] == "exchange":
            return self.exchanges_in_a_row == STALLED_AFTER - 1
        if action["type"] == "sell":
            emptied = action["count"] >= len(self.piles[action["good"]]) > 0
            return sum(not pile for pile in self.piles.values()) + emptied >= 3
        return self.deck < (1 if action["type"] == "take" else self.market.count(CAMEL))

    # Playing an action

    def apply(self, seat, action, source):
        """Plays a legal action; returns its event and the reason that ends the round, or None."""
        event, reason = getattr(self, "_apply_" + action["type"])(seat, action, source)
        if action["type"] == "exchange":
            self.exchanges_in_a_row += 1
            if self.exchanges_in_a_row == STALLED_AFTER:
                reason = "stalled"
        else:
            self.exchanges_in_a_row = 0
        self.turn = 1 - seat
        self.check_shown()
        return event, reason

    def _refill(self, gaps, source):
        cards = source.draw(min(len(gaps), self.deck))
        for slot, card in zip(gaps, cards):
            self.market[slot] = card
            self.shown[card] += 1
        self.deck -= len(cards)
        return list(cards), "deck" if len(cards) < len(gaps) else None

    def _apply_take(self, seat, action, source):
        slot = self.market.index(action["card"])
        self.market[slot] = None
        self.traders[seat].hand[action["card"]] += 1
        refill, reason = self._refill([slot], source)
        return {"type": "took", "seat": seat, "card": action["card"], "refill": refill}, reason

    def _apply_take_camels(self, seat, _action, source):
        gaps = [slot for slot, card in enumerate(self.market) if card == CAMEL]
        for slot in gaps:
            self.market[slot] = None
        self.traders[seat].herd += len(gaps)
        refill, reason = self._refill(gaps, source)
        return {"type": "took_camels", "seat": seat, "count": len(gaps), "refill": refill}, reason

    def _apply_exchange(self, seat, action, _source):
        trader = self.traders[seat]
        slots = []
        for card in action["take"]:
            slots.append(next(i for i, held in enumerate(self.market) if held == card and i not in slots))
        for slot, taken, given in zip(slots, action["take"], action["give"]):
            self.market[slot] = given
            trader.hand[taken] += 1
            if given == CAMEL:
                trader.herd -= 1
            else:
                trader.hand[given] -= 1
        event = {"type": "exchanged", "seat": seat, "took": list(action["take"]), "gave": list(action["give"])}
        return event, None

    def _apply_sell(self, seat, action, source):
        trader, good, count = self.traders[seat], action["good"], action["count"]
        trader.hand[good] -= count
        self.discard[good] += count
        pile = self.piles[good]
        tokens = pile[:count]
        del pile[:count]
        trader.goods_tokens += [(good, value) for value in tokens]
        bonus = None
        tier = min(count, 5)
        if tier >= 3 and self.bonus_left[tier] > 0:
            self.bonus_left[tier] -= 1
            value = source.bonus(tier)
            trader.bonus_tokens.append((tier, value))
            self.check_bonus(tier)
            bonus = {"cards": tier, "value": value}
        event = {"type": "sold", "seat": seat, "good": good, "count": count, "tokens": tokens, "bonus": bonus}
        return event, "tokens" if sum(not p for p in self.piles.values()) >= 3 else None

    def check_bonus(self, tier):
        taken = Counter(value for trader in self.traders for cards, value in trader.bonus_tokens if cards == tier)
        if taken - Counter(BONUS_PILES[tier]):
            raise ModelError(f"R3 bonus tokens {tier}: {dict(taken)}")

    # The end

    def score(self, reason, *, cut=False):
        """The round's entry in `result`."""
        herds = [trader.herd for trader in self.traders]
        camel_token = None
        if not cut and herds[0] != herds[1]:
            camel_token = 0 if herds[0] > herds[1] else 1
        players = []
        for seat, trader in enumerate(self.traders):
            players.append(
                {
                    "rupees": trader.token_sum() + (CAMEL_TOKEN if camel_token == seat else 0),
                    "goods_tokens": len(trader.goods_tokens),
                    "bonus_tokens": len(trader.bonus_tokens),
                    "herd": trader.herd,
                    "hand": plain(trader.hand),
                }
            )
        standing = [(p["rupees"], p["bonus_tokens"], p["goods_tokens"]) for p in players]
        winner = None
        if not cut and standing[0] != standing[1]:
            winner = 0 if standing[0] > standing[1] else 1
        return {"reason": reason, "winner": winner, "camel_token": camel_token, "players": players}
