"""A seat played over any number of connections: it follows its views, plays at random, sometimes loses its connection,
and resumes, or doesn't."""

import asyncio
import secrets
import time

import fair
from guest import DROPS, Ended, Guest

GOODS = ("diamond", "gold", "silver", "cloth", "spice", "leather")
TOO_LATE = {
    "not_playing",
    "not_your_turn",
    "stale_ply",
    "cannot_claim",
    "bad_token",
    "bad_reveal",
    "bad_commit",
    "not_in_room",
}


class Player:
    def __init__(self, soak, guest, seated, *, matches=1, drop=0.02, desert=0.002, contributes=True):
        self.soak = soak
        self.rng = soak.rng
        self.guest = guest
        self.code, self.seat, self.token = seated["room"], seated["seat"], seated["token"]
        self.matches = matches
        self.chances = {"drop": drop, "desert": desert}
        self.contributes = contributes
        self.nonces = {}
        self.room = None
        self.progress = time.monotonic()  # time of the last progress
        self.readied = None  # what it was last ready for
        self.over = set()  # matches whose end it saw
        self.away = False  # for good

    async def play(self):
        """Plays until all matches are over, everybody has gone, or it abandons the seat."""
        try:
            while not self.away and len(self.over) < self.matches:
                message = await self.next_message()
                if message is None:
                    self.soak.counts["opponents who never returned"] += 1
                    break
                await self.take(message)
            if not self.away:
                await self.leave()
        except Ended as ended:
            if not self.soak.stopping:
                raise AssertionError(f"seat {self.seat} of {self.code}: {ended}") from ended
        finally:
            if not self.away:
                self.guest.abort()

    async def next_message(self):
        """None if the opponent is gone for good. Raises if a match runs and the opponent is connected: then somebody must move."""
        runs = self.room is not None and self.room["phase"] in ("playing", "round_over")
        runs = runs and self.room["players"][1 - self.seat]["connected"]
        left = self.progress + (3 if runs else 1) * self.soak.patience - time.monotonic()
        try:
            return await self.guest.hear(max(0.001, left))
        except asyncio.TimeoutError:
            if runs and not self.soak.stopping:
                raise AssertionError(f"seat {self.seat} of {self.code} waits for nothing: {self.room}") from None
            return None

    async def take(self, message):
        kind = message["type"]
        if kind in ("view", "table"):  # room pushes may only report a lag
            self.progress = time.monotonic()
        if kind == "room":
            self.room = message
            await self.take_room(message)
        elif kind == "table":
            nonce = self.nonces.get(message["match"])
            if nonce and message["seat_commits"][self.seat]:
                await self.try_to("reveal", nonce=nonce.hex())
        elif kind == "view":
            await self.take_view(message)

    async def take_room(self, room):
        other = room["players"][1 - self.seat]
        if room["phase"] == "waiting" and self.readied != room["fair"]["match"]:
            self.readied = room["fair"]["match"]
            await self.try_to("ready", **self.contribution(room["fair"]))
        elif room["phase"] in ("playing", "round_over") and other and other["claim_in"] == 0:
            if await self.try_to("claim_win"):
                self.soak.counts["wins claimed"] += 1

    def contribution(self, fair_of_room):
        if not self.contributes:
            return {}
        nonce = self.nonces.setdefault(fair_of_room["match"], secrets.token_bytes(32))
        match, server = bytes.fromhex(fair_of_room["match"]), bytes.fromhex(fair_of_room["server_commit"])
        return {"commit": fair.seat_commit(match, server, self.seat, nonce).hex()}

    async def try_to(self, kind, **fields):
        """Whether it was granted; being too late isn't a fault."""
        reply = await self.guest.ask(kind, **fields)
        if reply["type"] == "ok":
            return True
        self.soak.counts[f"refused {reply['code']}"] += 1
        if reply["code"] not in TOO_LATE:
            raise AssertionError(f"{kind} {fields} was {reply}")
        return False

    async def take_view(self, view):
        if view["phase"] == "playing" and view["turn"] == self.seat:
            await self.turn(view)
        elif view["phase"] == "round_over" and self.readied != (view["match"], view["round"]):
            self.readied = (view["match"], view["round"])
            await self.try_to("ready")
        elif view["phase"] == "match_over" and view["match"] not in self.over:
            self.over.add(view["match"])
            self.soak.finished.append(view["match"])
            if len(self.over) < self.matches:
                await self.try_to("rematch")
                self.soak.counts["rematches asked for"] += 1

    async def turn(self, view):
        await asyncio.sleep(self.soak.pause * self.rng.random())
        chance = self.rng.random()
        if chance < self.chances["desert"]:
            self.away = True
            await self.lose_line()
            self.soak.counts["seats left for good"] += 1
            return
        if chance < self.chances["drop"]:
            await self.lose_line()
            await self.come_back()
            return
        if chance > 0.97:
            await self.guest.ok("chat", text=self.rng.choice(("Well traded!", "Hm.", "<b>", "日本")))
            self.soak.counts["chat"] += 1
        if chance > 0.9995:
            await self.try_to("resign")
            return
        await self.act(view)

    async def act(self, view):
        """Tries a random action, which may be illegal; then a legal one."""
        if self.rng.random() < 0.2 and await self.acted(view, self.exchange(view)):
            return
        actions = self.legal(view["legal"])
        if not actions:  # only an exchange is possible
            await self.try_to("resign")
        elif not await self.acted(view, self.rng.choice(actions)):
            raise AssertionError(f"a legal action was refused: {view}")

    async def acted(self, view, action):
        """Whether the turn is over: the action was accepted, or came too late."""
        reply = await self.guest.ask("act", ply=view["ply"], match=view["match"], action=action)
        if reply["type"] == "ok":
            self.soak.counts["actions"] += 1
            return True
        self.soak.counts[f"refused {reply['code']}"] += 1
        return reply["code"] in TOO_LATE

    @staticmethod
    def legal(legal):
        sales = [{"type": "sell", "good": good, "count": sale["max"]} for good, sale in legal["sell"].items()]
        takes = [{"type": "take", "card": card} for card in legal["take"]]
        return sales * 2 + takes + ([{"type": "take_camels"}] if legal["take_camels"] else [])

    def exchange(self, view):
        market = [card for card in view["market"] if card in GOODS]
        mine = view["players"][self.seat]
        owned = [good for good, count in mine["hand"].items() for _ in range(count)] + ["camel"] * mine["herd"]
        count = self.rng.randint(1, 4)
        take, give = market[:count], self.rng.sample(owned, min(count, len(owned)))
        return {"type": "exchange", "take": take, "give": give}

    # Connections

    async def lose_line(self):
        how = self.rng.choice(DROPS)
        self.soak.counts[f"drop: {how}"] += 1
        if how == "silence":
            self.soak.silent(self.guest)
        else:
            await self.guest.drop(how)

    async def come_back(self):
        if self.rng.random() < 0.3:
            await asyncio.sleep(3 * self.rng.random())
        self.guest = await Guest.arrive(self.soak.port)
        self.progress = time.monotonic()
        reply = await self.guest.ask("resume", room=self.code, token=self.token, chat_after=0)
        if reply["type"] == "ok":
            self.soak.counts["resumed"] += 1
        elif reply["code"] == "bad_token":
            self.soak.counts["came back too late"] += 1
            self.away = True
            await self.guest.leave()
        else:
            raise AssertionError(f"resume was {reply}")

    async def leave(self):
        """Leaves the room or not, and ends the connection in any way."""
        if self.rng.random() < 0.5:
            await self.try_to("leave_room")
        await self.lose_line()
        self.away = True
