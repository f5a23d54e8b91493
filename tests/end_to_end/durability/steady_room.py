"""A room whose two players don't give up: when disconnected, they reconnect, resume, and repeat unanswered requests.

The model of the game (world.py, jaipur_model.py) follows the replies and views. So every first view after a
crash is compared with everything ever acknowledged or shown, and every later one with the model, field by field.
"""

import asyncio

import fair
from jaipur_model import masked
from jaipur_rules import Learned
from server_process import PATIENCE
from steady_seat import LOST, Refused, Seat, Stopping
from viewer import differences
from world import World
from world_values import Entry, must, new_token


class SteadyRoom(World):
    waits_out = ("shutting_down",)  # refusals after which they try again

    def __init__(self, server, rng, label, tally):
        super().__init__(server, rng, label)
        self.tally = tally
        self.told = 0  # the highest seq that was shown or acknowledged
        self.chatted = []  # acknowledged texts

    # Connections

    async def connection(self, seat):
        player = self.players[seat]
        while player.client is None:
            await self.server.up.wait()
            try:
                await self.come_back(player)
            except LOST:
                self.tally["failed attempts to reconnect"] += 1
                await asyncio.sleep(0.01 + 0.03 * self.rng.random())
        return player.client

    async def come_back(self, player):
        least = self.told
        client = await self.connect(str(player.index))
        try:
            reply = await client.request("resume", room=self.code, token=player.token, chat_after=player.heard_at)
            if reply.code in self.waits_out:
                raise Stopping
            must(reply.ok, f"{self.label}: seat {player.index} of {self.code} is lost: {reply}")
            player.shown = player.ahead = player.room = player.table = None
            while player.room is None or (player.shown is None and player.ahead is None):
                self.take(player, await client.wait_push(), least)
        except BaseException:
            await self.end(client)
            raise
        player.client = client
        self.tally["resumed"] += 1

    @staticmethod
    async def end(client):
        """Drops a connection; raises the fault that it found."""
        await client.cut()

    async def lost(self, player):
        client, player.client = player.client, None
        if client:
            await self.end(client)

    async def close(self):
        for player in self.players:
            if player:
                await self.lost(player)

    # Receiving

    def take(self, player, push, least=0):
        message = push.message
        if message["type"] == "view":
            self.take_view(player, message, least)
        elif message["type"] == "chat":
            line = (message["seat"], message["text"])
            must(line not in player.heard, f"{self.label}: {self.code} seat {player.index} heard {line} twice")
            player.heard.append(line)
            player.heard_at = message["at"]
        else:
            setattr(player, message["type"], message)

    def pull(self, player):
        while player.client and player.client.pushes:
            self.take(player, player.client.pushes.popleft())

    def take_view(self, player, view, least):
        seq, first = view["seq"], player.shown is None
        who = f"{self.label}: {self.code} seat {player.index}"
        must(seq >= least, f"{who}: acknowledged and lost: view {seq} after {least} was told")
        must(first or seq > player.shown, f"{who}: view {seq} after {player.shown}")
        if seq >= len(self.history):
            must(seq == len(self.history), f"{who}: view {seq}, {len(self.history)} would be the next: applied twice?")
            player.ahead = view
            return
        self.check_view(player, view)

    def check_view(self, player, view):
        entry = self.history[view["seq"]]
        events = entry.round_events
        if player.shown is not None:
            events = [e for passed in self.history[player.shown + 1 : view["seq"] + 1] for e in passed.events]
        due = masked(entry.full, player.index, events) | {"room": self.code, "seq": view["seq"]}
        got = dict(view)
        self.check_clock(got.pop("clock"), got.pop("move_in"), view)
        found = differences(due, got)
        must(not found, f"{self.label}: {self.code} seat {player.index} view {view['seq']}: {found[:5]}")
        player.shown = view["seq"]
        self.told = max(self.told, view["seq"])
        self.tally["views checked"] += 1

    def check_clock(self, clock, move_in, view):
        """Each clock has a possible value, and only the right one runs."""
        options = self.options["clock"]
        if options is None:
            must(clock is None, f"clock {clock}")
            most = None if view["turn"] is None else 1000 * self.options["patience"]
            must(move_in == most or (most and 0 < move_in <= most), f"move_in {move_in}, at most {most}")
            return
        must(move_in is None, f"move_in {move_in} next to a clock")
        must(clock["running"] == view["turn"], f"clock {clock}, turn {view['turn']}")
        for left in clock["remaining_ms"]:
            most = 1000 * (options["initial"] + options["increment"] * view["ply"])
            must(0 < left <= most, f"clock {clock}, at most {most}")

    async def until(self, seat, condition):
        """Waits, over any number of connections, until `condition(player)` returns something."""
        player = self.players[seat]
        while True:
            client = await self.connection(seat)
            try:
                self.pull(player)
                found = condition(player)
                if found:
                    return found
                await client.wait_news(asyncio.get_running_loop().time() + PATIENCE)
            except LOST:
                await self.lost(player)

    async def shows(self, seat, target):
        """The view of change `target`, if the model still has to learn it; True if it was already checked."""
        return await self.until(seat, lambda p: p.ahead or (p.shown is not None and p.shown >= target))

    # Requests

    async def ask(self, seat, kind, done=None, **fields):
        """Repeats a request until it gets a reply. `done` recognizes from pushes that an unanswered one took effect."""
        player, unanswered = self.players[seat], False
        while True:
            client = await self.connection(seat)
            if unanswered and done and done(player):
                self.tally["unanswered, done"] += 1
                return None
            try:
                self.server.count_request()
                reply = await client.request(kind, **fields)
            except LOST:
                unanswered = True
                self.tally["unanswered"] += 1
                self.tally[f"unanswered {kind}"] += 1
                await self.lost(player)
                continue
            if reply.ok:
                self.tally["acknowledged"] += 1
                self.tally["answered when asked again"] += unanswered
                self.note(client, reply, kind, seat)
                return reply
            if reply.code in self.waits_out:
                self.tally[f"refused {reply.code}"] += 1
                await self.lost(player)
                continue
            self.pull(player)
            if unanswered and reply.code == "not_playing" and done and done(player):
                self.tally["unanswered, done"] += 1
                return None
            raise Refused(f"{self.label}: {self.code} {kind} {fields} was {reply}", reply.code)

    def note(self, client, reply, kind, seat):
        """Notes what this ok acknowledges: the room after this many changes."""
        self.server.answers += 1
        port = client.socket.local_address[1]
        seq = len(self.history) if kind in ("act", "resign") else len(self.history) - 1
        self.server.facts[port, reply["re"]] = (self, kind, seat, seq, self.match.id if self.match else None)
        if kind in ("act", "resign"):
            self.told = max(self.told, seq)

    # Opening

    async def open(self, options=None, password=None, names=("Asha", "Bo")):
        self.choose(options or {})
        self.password = password
        asked = dict(options or {}) | ({"password": password} if password else {})
        self.history, self.fair, self.players, self.told = [], None, [None, None], 0
        self.code = (await self.insist(0, names[0], "create_room", options=asked))["room"]
        room = await self.until(0, lambda player: player.room)
        self.learn_fair_of(room)
        self.new_match(first_starter=None)
        self.history.append(Entry(0, self.match, [], None))
        self.settle_ahead()
        password = {"password": password} if password else {}
        await self.insist(1, names[1], "join_room", room=self.code, **password)
        await self.shows(1, 0)

    async def insist(self, seat, name, kind, **fields):
        """Repeats the request until it gets a reply. It names the seat's token, so all repeats are one request."""
        fields["token"] = new_token()
        reply = None
        while reply is None:
            await self.server.up.wait()
            reply = await self.seat_down(seat, name, kind, **fields)
        return reply

    async def seat_down(self, seat, name, kind, **fields):
        client = None
        try:
            client = await self.connect(str(seat))
            self.server.count_request()
            reply = await client.request(kind, name=name, **fields)
            if reply.code in self.waits_out:
                raise Stopping
        except LOST:
            self.tally["unanswered"] += 1
            self.tally[f"unanswered {kind}"] += 1
            if client:
                await self.end(client)
            await asyncio.sleep(0.01)
            return None
        must(reply.ok and (reply["seat"], reply["token"]) == (seat, fields["token"]), f"{kind}: {reply}")
        player = Seat(name, seat, reply["token"])
        player.client = client
        self.players[seat] = player
        self.server.secrets.add(player.token)
        self.tally["acknowledged"] += 1
        self.note(client, reply, kind, seat)
        return reply

    def learn_fair_of(self, room):
        self.fair = {key: room["fair"][key] for key in ("match", "params", "server_commit", "aborted")}
        must(self.fair["params"] == fair.PARAMS, f"params {self.fair}")

    def settle_ahead(self):
        """The model has learned a change: checks the views that were ahead of it."""
        for player in self.players:
            if player and player.ahead:
                view, player.ahead = player.ahead, None
                self.check_view(player, view)

    def learned(self, events):
        self.history.append(Entry(len(self.history), self.match, events, None))
        self.settle_ahead()

    def new_events(self, player, view):
        """The events of the change in a view ahead of the model."""
        if player.shown is None:
            return view["events"][len(self.match.round_events) :]
        return view["events"][sum(len(entry.events) for entry in self.history[player.shown + 1 :]) :]

    # The game

    async def act(self, seat, action):
        fields = {"ply": self.match.ply, "action": action, "match": self.match.id}
        target = len(self.history)
        await self.ask(seat, "act", **fields)
        view = await self.shows(seat, target)
        shown = (self.new_events(self.players[seat], view) or [{}])[0]
        bonus = shown.get("bonus")
        events = self.match.act(seat, action, Learned(shown.get("refill", ()), bonus["value"] if bonus else None))
        self.match_may_be_over(view)
        self.learned(events)
        await self.shows(1 - seat, target)
        self.tally["actions"] += 1

    async def resign(self, seat):
        target = len(self.history)
        await self.ask(seat, "resign", lambda player: player.ahead is not None)
        view = await self.shows(seat, target)
        events = self.match.cut_short("resigned", 1 - seat)
        self.match_may_be_over(view)
        self.learned(events)
        await self.shows(1 - seat, target)

    def match_may_be_over(self, view):
        if self.match.phase == "match_over":
            self.matches_played += 1
            self.match.proof = (view["result"] or {}).get("proof")
            self.tally["matches over"] += 1
