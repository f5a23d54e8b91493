"""Two players who cooperate to make a match long: they exchange the same goods again and again."""

import itertools

from client import Client
from durable_server import DurableServer
from jaipur_rules import CAMEL, HAND_LIMIT

ENOUGH = 1500  # actions: about 250 kB, more than any proxy or the kernel keeps for a client
STALLED = 20  # exchanges in a row end the round (R15a)


async def play_large_replay(binary, data):
    """Leaves a replay in `data`, the directory of a server; returns its match."""
    async with DurableServer(binary, "--no-limits", name="large", data=data) as server:
        await server.start()
        clients = [await Client.connect(server.ws, label=name) for name in "AB"]
        created = await clients[0].ok("create_room", name="A", options={"seals": 3})
        await clients[1].ok("join_room", room=created["room"], name="B")
        view, actions = {"phase": "lobby"}, 0
        while actions < ENOUGH and view["phase"] != "match_over":
            for client in clients:
                await client.ok("ready")
            view, played = await play_round(clients)
            actions += played
        if view["phase"] != "match_over":
            await clients[0].ok("resign")
            await clients[0].wait_view(lambda view: view["phase"] == "match_over")
        for client in clients:
            await client.close()
        await server.stop()
    return view["match"]


async def play_round(clients):
    """Returns the last view, and the number of actions."""
    exchanges = 0
    for count in itertools.count():
        views = [await client.wait_view(lambda view: view["phase"] != "lobby") for client in clients]
        seat = views[0]["turn"]
        if seat is None:
            return views[0], count
        action = None if exchanges == STALLED - 1 else exchange(views[seat], seat)
        exchanges = exchanges + 1 if action else 0
        await clients[seat].ok("act", ply=views[seat]["ply"], action=action or other(views[seat]))


def other(view):
    legal = view["legal"]
    if legal["take"]:
        return {"type": "take", "card": legal["take"][0]}
    if legal["take_camels"]:
        return {"type": "take_camels"}
    good, sale = next(iter(legal["sell"].items()))
    return {"type": "sell", "good": good, "count": sale["min"]}


def exchange(view, seat):
    """Two goods for two of the player's cards, or None."""
    market = [card for card in view["market"] if card and card != CAMEL]
    player = view["players"][seat]
    hand = [good for good, count in player["hand"].items() for _ in range(count)]
    for taken in itertools.combinations(market, 2):
        given = [good for good in hand if good not in taken]
        given += [CAMEL] * min(player["herd"], HAND_LIMIT - len(hand))
        if len(given) >= 2:
            return {"type": "exchange", "take": list(taken), "give": given[:2]}
    return None
