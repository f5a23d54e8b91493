#!/usr/bin/python3
"""A bot for the ladder: it sells sets, and takes the cards that are worth most. docs/bots.md explains the format.

usage: ./jaipur ladder greedy program:docs/example_bot.py"""

import itertools
import json
import sys

BONUS = {3: 2, 4: 5, 5: 9}  # the mean value of the token for a sale of this many cards


def worth(view, good):
    """What the next card of this good would sell for."""
    return (view["goods_tokens"][good] + [0])[0]


def best_sale(view):
    sales = [(0, None)]
    for good, limits in view["legal"]["sell"].items():
        for count in range(limits["min"], limits["max"] + 1):
            rupees = sum(view["goods_tokens"][good][:count]) + BONUS.get(min(count, 5), 0)
            sales.append((rupees, {"type": "sell", "good": good, "count": count}))
    return max(sales, key=lambda sale: sale[0])


def best_exchange(view, hand):
    """Two cards of the hand for two of the market; only used if nothing else is legal."""
    goods = sorted((card for card in view["market"] if card != "camel"), key=lambda good: -worth(view, good))
    cards = sorted((good for good in hand for _ in range(hand[good])), key=lambda good: worth(view, good))
    for take in itertools.combinations(goods, 2):
        give = [good for good in cards if good not in take][:2]
        if len(give) == 2:
            return {"type": "exchange", "take": take, "give": give}


def choose(view):
    hand, legal = view["players"][view["you"]]["hand"], view["legal"]
    rupees, sale = best_sale(view)
    if sale and (sale["count"] >= 3 or rupees >= 10 or sum(hand.values()) >= 6):
        return sale
    if legal["take"]:
        good = max(legal["take"], key=lambda good: (worth(view, good) + 2 * hand.get(good, 0), good))
        if worth(view, good) + 2 * hand.get(good, 0) >= 3 or not legal["take_camels"]:
            return {"type": "take", "card": good}
    if legal["take_camels"]:
        return {"type": "take_camels"}
    return sale or best_exchange(view, hand)


for line in sys.stdin:
    print(json.dumps({"action": choose(json.loads(line))}), flush=True)
