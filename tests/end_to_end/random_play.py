"""Random actions, legal and illegal, in several tempers, so that rounds end in every possible way."""

from jaipur_rules import CAMEL, GOODS, HAND_LIMIT, KINDS

TEMPERS = ["even", "even", "trader", "hoarder", "exchanger", "stalling", "camels"]

SALE_COUNTS = [1, 1, 2, 2, 3, 4, 5, 6, 7] * 4 + [0, -1, 8, 256, 257, 2**31, 2**32 + 2, 2**53, 10**30]


def all_takes(state, seat):
    legal = state.legal(seat)
    actions = [{"type": "take", "card": card} for card in legal["take"]]
    if legal["take_camels"]:
        actions.append({"type": "take_camels"})
    return actions


def all_sales(state, seat):
    return [
        {"type": "sell", "good": good, "count": count}
        for good, sale in state.legal(seat)["sell"].items()
        for count in range(sale["min"], sale["max"] + 1)
    ]


def random_exchange(rng, state, seat, *, tries=8):
    """A legal exchange, or None if it found none."""
    trader = state.traders[seat]
    market = [card for card in state.market if card and card != CAMEL]
    for _ in range(tries):
        if len(market) < 2:
            return None
        count = rng.randint(2, len(market))
        take = rng.sample(market, count)
        camels = min(trader.herd, HAND_LIMIT - trader.hand_size)
        owned = [good for good in GOODS if good not in take for _ in range(trader.hand[good])]
        owned += [CAMEL] * camels
        if len(owned) < count:
            continue
        action = {"type": "exchange", "take": take, "give": rng.sample(owned, count)}
        if not state.refusals(seat, action):
            return action
    return None


def legal_action(rng, state, seat, temper):
    """Never None (R13)."""
    takes, sales = all_takes(state, seat), all_sales(state, seat)
    exchange = random_exchange(rng, state, seat)
    if temper == "stalling" and exchange:
        return exchange
    if temper == "exchanger" and exchange and rng.random() < 0.8:
        return exchange
    if temper == "camels" and takes and takes[-1]["type"] == "take_camels":
        return takes[-1]
    if temper == "hoarder":
        large = [sale for sale in sales if sale["count"] >= 4]
        if large:
            return rng.choice(large)
        if takes and rng.random() < 0.7:
            return rng.choice(takes)
    if temper == "trader" and sales:
        return max(sales, key=lambda sale: (sale["count"], rng.random()))
    kinds = [kind for kind in (takes, sales, [exchange] if exchange else []) if kind]
    return rng.choice(rng.choice(kinds))


def any_action(rng, state, seat):
    """Well-formed; often against the rules."""
    kind = rng.choice(["take", "take", "take_camels", "exchange", "exchange", "exchange", "sell", "sell"])
    if kind == "take":
        return {"type": "take", "card": rng.choice(KINDS)}
    if kind == "take_camels":
        return {"type": "take_camels"}
    if kind == "sell":
        return {"type": "sell", "good": rng.choice(GOODS), "count": rng.choice(SALE_COUNTS)}
    market = [card for card in state.market if card]
    owned = list(state.traders[seat].hand.elements()) + [CAMEL] * state.traders[seat].herd
    length = rng.randint(0, 4) if rng.random() < 0.95 else rng.randint(5, 40)
    take = [rng.choice(market if market and rng.random() < 0.85 else KINDS) for _ in range(length)]
    wanted = len(take) if rng.random() < 0.85 else rng.randint(0, 9)
    give = [rng.choice(owned if owned and rng.random() < 0.85 else KINDS) for _ in range(wanted)]
    return {"type": "exchange", "take": take, "give": give}


def more_camels_than_owned(rng, state, seat):
    """An exchange that needs more camels than the herd has, but is otherwise legal, if possible; rare among random ones."""
    market = [card for card in state.market if card and card != CAMEL]
    count = max(2, state.traders[seat].herd + 1)
    if count > len(market):
        return any_action(rng, state, seat)
    return {"type": "exchange", "take": rng.sample(market, count), "give": [CAMEL] * count}


def illegal_action(rng, state, seat):
    """An illegal action, with the possible error codes."""
    while True:
        action = rng.choice([any_action] * 9 + [more_camels_than_owned])(rng, state, seat)
        codes = state.refusals(seat, action)
        if codes:
            return action, codes
