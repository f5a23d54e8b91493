"""How people enter and leave the room of a `World`, and come back."""

import re

import fair
from jaipur_model import Match
from viewer import Viewer
from world_values import DEFAULT_OPTIONS, Entry, Player, different, must, new_token

ROOM_CODE = re.compile("^[23456789ABCDEFGHJKLMNPQRSTUVWXYZ]{6}$")


class Entering:
    def choose(self, options):
        self.options = DEFAULT_OPTIONS | options
        if self.longest_move:
            self.options["patience"] = min(self.options["patience"], self.longest_move)
        offers = options.get("spectators") == "open" and "delay" in options and not options.get("public")
        self.open_after = "actions" if offers else "round"

    async def create(self, name, options, password=None):
        self.choose(options)
        self.password = password
        self.server.secrets.update([password] if password else [])
        asked = dict(options) | ({"password": password} if password else {})
        client = await self.connect("0")
        trader = self.some_trader()
        client, reply = await self.sit_down(
            client, "create_room", name=name, **trader, **({"options": asked} if asked else {})
        )
        must(ROOM_CODE.match(reply["room"]) is not None and reply["seat"] == 0, f"create_room: {reply}")
        self.code = reply["room"]
        must(reply["name"] == name, f"create_room: {reply}")
        self.take_seat(0, name, client, reply, trader)
        await self.learn_fair(self.players[0].viewer)
        self.new_match(first_starter=None)
        self.history.append(Entry(0, self.match, [], self.clock))
        self.welcome(self.players[0].viewer)
        await self.settle()

    async def sit_down(self, client, kind, **fields):
        """Sometimes with our own token, and sometimes as if the answer had been lost: on a new connection again."""
        if self.rng.random() < 0.5:
            return client, await client.ok(kind, **fields)
        fields["token"] = new_token()
        reply = await client.ok(kind, **fields)
        must(reply["token"] == fields["token"], f"{kind}: {reply}")
        if self.rng.random() < 0.5:
            return client, reply
        again = await self.connect(client.label.rpartition(" ")[2])
        repeated = await again.ok(kind, **fields)
        names = ("room", "seat", "token", "name")
        must([repeated[name] for name in names] == [reply[name] for name in names], f"{kind}, repeated: {repeated}")
        must(await client.wait_closed() == 4001, "the connection of the lost answer is still open")
        return again, repeated

    def some_trader(self):
        """The field of a request that takes a seat; sometimes none."""
        return {"trader": self.rng.randrange(6)} if self.rng.random() < 0.5 else {}

    def take_seat(self, seat, name, client, reply, trader):
        player = Player(name)
        player.trader = trader.get("trader")
        player.token = reply["token"]
        self.server.secrets.add(player.token)
        player.viewer = Viewer(client, seat, name=name)
        player.viewer.floor = reply.arrival
        self.players[seat] = player

    async def learn_fair(self, viewer):
        old = self.fair
        room = await viewer.peek("room", lambda room: old is None or room["fair"]["match"] != old["match"])
        self.fair = {key: room["fair"][key] for key in ("match", "params", "server_commit", "aborted")}
        must(self.fair["params"] == fair.PARAMS, f"params {self.fair}")
        must(re.fullmatch("[0-9a-f]{32}", self.fair["match"]) is not None, f"match {self.fair}")
        must(old is None or old["server_commit"] != self.fair["server_commit"], "the same secret in two matches")

    def new_match(self, first_starter):
        self.match = Match(self.fair["match"], self.options["seals"], first_starter=first_starter)
        for player in self.players:
            if player:
                player.agreed = False
        self.show_both_hands(None)
        self.clock = None
        if self.options["clock"]:
            self.clock = {"remaining_ms": [self.options["clock"]["initial"] * 1000] * 2, "running": None}

    def show_both_hands(self, delay):
        """To spectators, this many actions late; None: not before a round is over."""
        self.delay = delay
        for viewer in self.spectators:
            viewer.delay = delay

    async def join(self, name):
        self.step += 1
        client = await self.connect("1")
        password = {"password": self.password} if self.password else {}
        code = self.code.lower() if self.rng.random() < 0.3 else self.code
        others = self.viewers()
        trader = self.some_trader()
        client, reply = await self.sit_down(client, "join_room", room=code, name=name, **trader, **password)
        must(reply["room"] == self.code and reply["seat"] == 1, f"join_room: {reply}")
        name = different(name, [self.players[0].name] if self.players[0] else [])
        must(reply["name"] == name, f"join_room as {name}: {reply}")
        taken = [name] + ([self.players[0].name] if self.players[0] else [])
        for spectator in self.spectators:
            if spectator.name:
                spectator.name = different(spectator.name, taken)
                taken.append(spectator.name)
        self.take_seat(1, name, client, reply, trader)
        for viewer in others:
            viewer.expect_room(self.room_state(), self.step)
        self.welcome(self.players[1].viewer)
        await self.settle()

    async def spectate(self, name=None):
        self.step += 1
        client = await self.connect(f"spectator {name}")
        fields = {"name": name} if name else {}
        fields |= {"password": self.password} if self.password else {}
        reply = await client.ok("spectate", room=self.code, **fields)
        must(reply["room"] == self.code and reply["seat"] is None, f"spectate: {reply}")
        if name:
            taken = [player.name for player in self.players if player]
            name = different(name, taken + [viewer.name for viewer in self.spectators])
        must(reply.message.get("name") == name, f"spectate as {name}: {reply}")
        viewer = Viewer(client, None, name=name, delay=self.delay)
        viewer.floor = reply.arrival
        others = self.viewers()
        self.spectators.append(viewer)
        for other in others:
            other.expect_room(self.room_state(), self.step)
        self.welcome(viewer)
        await self.settle()

    async def stop_spectating(self, viewer, how):
        self.step += 1
        await viewer.settle()
        self.spectators.remove(viewer)
        if how == "leave":
            reply = await self.ok(viewer, "leave_room")
            await viewer.client.barrier()
            while viewer.client.pushes:
                push = viewer.client.pushes.popleft()
                must(push.arrival < reply.arrival, f"{viewer} left and still got {push.message}")
                viewer.take(push)
        await (viewer.client.cut() if how == "cut" else viewer.client.close())
        self.room_changed()
        await self.settle()

    async def remove_spectator(self, viewer, number):
        """By the owner. The spectator gets nothing of it but the close code."""
        await viewer.settle()
        self.spectators.remove(viewer)
        await self.ok(self.players[0].viewer, "remove", spectator=number)
        must(await viewer.client.wait_closed() == 4003, f"removed, closed with {viewer.client.close_code}")
        must(not viewer.client.pushes, f"{viewer} was removed and still got {viewer.client.pushes}")
        self.room_changed()
        await self.settle()

    async def disconnect(self, seat, how):
        self.step += 1
        player = self.players[seat]
        await player.viewer.settle()
        client, player.viewer = player.viewer.client, None
        await (client.cut() if how == "cut" else client.close())
        self.room_changed()
        await self.settle()

    async def resume(self, seat, *, client=None):
        """Resumes on a new connection, or on one that has left the room."""
        self.step += 1
        player = self.players[seat]
        old = player.viewer
        client = client or await self.connect(f"{seat} again")
        reply = await client.ok("resume", room=self.code, token=player.token)
        must((reply["room"], reply["seat"], reply["name"]) == (self.code, seat, player.name), f"resume: {reply}")
        player.viewer = Viewer(client, seat, name=player.name)
        player.viewer.floor = reply.arrival
        if old:
            must(await old.client.wait_closed() == 4001, f"replaced, closed with {old.client.close_code}")
            while old.client.pushes:
                old.take(old.client.pushes.popleft())
        self.room_changed()
        player.viewer.expect_view(self.history, self.code, self.step)
        await self.settle()

    async def move_seat(self, seat):
        """To a new device, sometimes as if the answer had been lost."""
        self.step += 1
        player = self.players[seat]
        old = player.viewer
        offer = await old.client.ok("move_seat")
        self.server.secrets.add(offer["key"])
        must(0 < offer["expires_in"] <= 600_000, f"move_seat: {offer}")
        fields = {"key": offer["key"], "token": new_token()}
        device = await self.connect(f"{seat} moved")
        reply = await device.ok("take_over", **fields)
        if self.rng.random() < 0.5:
            first, device = device, await self.connect(f"{seat} moved again")
            reply = await device.ok("take_over", **fields)
            must(await first.wait_closed() == 4001, "the connection of the lost answer is still open")
        due = {"room": self.code, "seat": seat, "token": fields["token"], "name": player.name}
        must({name: reply[name] for name in due} == due, f"take_over: {reply}")
        must(await old.client.wait_closed() == 4001, f"moved, closed with {old.client.close_code}")
        while old.client.pushes:
            old.take(old.client.pushes.popleft())
        stranger = await self.connect("stranger")
        await stranger.refused("resume", "bad_token", room=self.code, token=player.token)
        await stranger.refused("take_over", "bad_token", key=offer["key"], token=new_token())
        await stranger.close()
        player.token = fields["token"]
        self.server.secrets.add(player.token)
        player.viewer = Viewer(device, seat, name=player.name)
        player.viewer.floor = reply.arrival
        self.room_changed()
        player.viewer.expect_view(self.history, self.code, self.step)
        await self.settle()
