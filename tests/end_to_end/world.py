"""A room of the real server with everybody in it, and a model that knows the full state.

Each step does something over the wire and in the model, tells every viewer what to expect, and waits until all of
it has arrived. What the model can't know in advance (cards from the deck, a bonus token's value, the room's code, the match's
id) it learns from one viewer and demands of all others; after the match, the proof must deal exactly the same.
"""

import base64
import json
import re
import secrets
import time

import fair
from client import Client, ProtocolFault
from jaipur_model import Match
from jaipur_rules import RULE_OF_CODE, Dealt, Learned
from raw_socket import TEXT, frame_bytes
from server_process import within
from viewer import AWAY, Viewer, differences

ROOM_CODE = re.compile("^[23456789ABCDEFGHJKLMNPQRSTUVWXYZ]{6}$")
DEFAULT_OPTIONS = {
    "public": False,
    "spectators": "public",
    "delay": 4,
    "clock": None,
    "seals": 2,
    "grace": 120,
    "patience": 600,
}


def new_token():
    """Of a seat, chosen by the client: its request can be repeated."""
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")


def different(name, taken):
    """The name that the server gives: with a number if somebody has it. (The names here look alike only if equal.)"""
    result, number = name, 1
    while result in taken:
        number += 1
        result = f"{name[:18].strip()} {number}"
    return result


def must(condition, text):
    if not condition:
        raise ProtocolFault(text)


class Entry:
    """The game after one change."""

    def __init__(self, seq, match, events, clock, move_in=None):
        self.seq = seq
        self.full = match.full_view()
        self.events = list(events)
        self.round_events = list(match.round_events)
        self.actions_in_round = match.ply - match.round_start_ply
        self.clock = clock
        self.move_in = move_in  # at the moment of the change

    def check_times(self, view, first):
        """Removes the times from a view of this entry, and checks them."""
        view = dict(view)
        move_in = view.pop("move_in", "missing")
        due = self.move_in
        passing = first and due is not None and type(move_in) is int and 0 <= move_in <= due
        must(move_in == due or passing, f"move_in {move_in}, expected {due}")
        clock = view.pop("clock", "missing")
        if not first or self.clock is None or self.clock["running"] is None:
            must(clock == self.clock, f"clock {clock}, expected {self.clock}")
            return view
        running = self.clock["running"]
        must(clock["running"] == running, f"clock runs for {clock['running']}, not {running}")
        must(clock["remaining_ms"][1 - running] == self.clock["remaining_ms"][1 - running], f"clock {clock}")
        must(clock["remaining_ms"][running] <= self.clock["remaining_ms"][running], f"clock {clock}")
        return view


class Player:
    def __init__(self, name):
        self.name = name
        self.token = None
        self.viewer = None
        self.ready = False
        self.rematch = False
        self.contribution = None
        self.agreed = False  # to the spectator delay
        self.trader = None  # the face


class World:
    def __init__(self, server, rng, label):
        self.server = server
        self.rng = rng
        self.label = label
        self.code = None
        self.options = None
        self.longest_move = None  # if the server limits it, in seconds
        self.overdue = None  # the seat that has used up the time for its action
        self.open_after = None  # when an open room's spectators see both hands
        self.delay = None  # of spectators who see both hands, in a match whose players agreed to it
        self.password = None
        self.players = [None, None]
        self.spectators = []
        self.strangers = 0  # spectators that aren't among our viewers
        self.match = None
        self.fair = None
        self.history = []
        self.clock = None
        self.clock_learnt = [0.0, 0.0]  # when the last two clocks were learnt, by our own time
        self.matches_played = 0
        self.step = 0  # counts what happens in the room; the pushes of one step arrive as room, table, view
        self.tamper = None

    # Connections

    async def connect(self, role):
        client = await Client.connect(self.server.ws, label=f"{self.label} {role}")
        client.tamper = self.tamper
        return client

    def viewers(self):
        seated = [player.viewer for player in self.players if player and player.viewer]
        return seated + self.spectators

    async def settle(self):
        for viewer in self.viewers():
            await viewer.settle()

    async def quiet(self):
        """Checks that nothing unexpected arrives."""
        for viewer in self.viewers():
            await viewer.client.barrier()
        await self.settle()

    async def ok(self, viewer, kind, **fields):
        """Sends a request that must be ok; pushes that it causes may not arrive before its reply."""
        self.step += 1
        reply = await viewer.client.ok(kind, **fields)
        viewer.floor = reply.arrival
        return reply

    async def refused(self, viewer, kind, *codes, schema=True, **fields):
        reply = await viewer.client.refused(kind, *codes, schema=schema, **fields)
        action_type = fields.get("action", {}).get("type")
        due = RULE_OF_CODE.get(reply.code, {}).get(action_type)
        must(reply.message.get("rule") == due, f"{kind} {fields}: expected rule {due}: {reply}")
        return reply

    # What viewers must receive after a change

    def room_state(self):
        players = []
        for seat, player in enumerate(self.players):
            if player is None:
                players.append(None)
                continue
            connected = player.viewer is not None
            players.append(
                {
                    "name": player.name,
                    "connected": connected,
                    "ready": player.ready,
                    "rematch": player.rematch,
                    "bot": None,
                    "agreed": player.agreed,
                    "missed_reveals": 0,
                    "claim_in": None if connected or self.over_days() else AWAY,
                    "overdue": seat == self.overdue,
                    "trader": player.trader,
                }
            )
        options = {key: self.options[key] for key in DEFAULT_OPTIONS}
        return {
            "type": "room",
            "room": self.code,
            "phase": self.match.phase,
            "options": options | {"open_after": self.open_after, "has_password": self.password is not None},
            "players": players,
            "owner": 0,  # in these worlds, the creator stays
            "spectators": len(self.spectators) + self.strangers,
            "pairing": sum(player is not None for player in self.players) - 1,  # here, nobody leaves a seat
            "fair": dict(self.fair),
        }

    def over_days(self):
        """Whether absence doesn't count."""
        return self.options["clock"] is None and self.options["patience"] >= 86400

    def room_changed(self, *, optional=False):
        state = self.room_state()
        for viewer in self.viewers():
            viewer.expect_room(state, self.step, optional=optional)

    def game_changed(self, events):
        self.history.append(Entry(len(self.history), self.match, events, self.clock, self.move_in()))
        for viewer in self.viewers():
            viewer.expect_view(self.history, self.code, self.step)

    def move_in(self):
        """What a view says of the time for an action at the moment of a change."""
        limited = self.options["clock"] is None and self.match.phase == "playing"
        return self.options["patience"] * 1000 if limited else None

    def welcome(self, viewer):
        """A new viewer must receive the room and the view, with all events of the round."""
        viewer.expect_room(self.room_state(), self.step)
        viewer.expect_view(self.history, self.code, self.step)

    # Entering and leaving

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

    # The match

    def agreement(self, seat, agrees):
        """The fields of a `ready` that agrees to the spectator delay, or not; notes what it means."""
        delay = self.options["delay"]
        self.players[seat].agreed = agrees and self.open_after == "actions"
        pairing = self.rng.choice([{}, {"pairing": 1}])
        return {"delay": delay, **pairing} if agrees else self.rng.choice([{}, {"delay": 2 if delay > 2 else 3}])

    def note_agreements(self):
        """Just before the first deal."""
        if all(player.agreed for player in self.players):
            self.show_both_hands(self.options["delay"])

    async def start_match(self, contributes, agrees=(True, True)):
        """From ready, table and reveal to the deal. `contributes`: which seats commit; `agrees`: to the spectator delay."""
        order = [0, 1]
        self.rng.shuffle(order)
        for seat in order:
            player = self.players[seat]
            player.contribution = fair.Contribution(seat, self.fair) if contributes[seat] else None
            if player.contribution:
                self.server.secrets.add(player.contribution.nonce.hex())
            commit = {"commit": player.contribution.commit.hex()} if contributes[seat] else {}
            said = commit | self.agreement(seat, agrees[seat])
            await self.ok(player.viewer, "ready", **said)
            await player.viewer.client.ok("ready", **said)  # a repeat changes nothing
            player.ready = True
            if seat == order[0]:
                self.room_changed()
                await self.settle()
        self.room_changed(optional=not any(contributes))
        commits = [player.contribution.commit.hex() if player.contribution else "" for player in self.players]
        table = {
            "type": "table",
            "match": self.fair["match"],
            "server_commit": self.fair["server_commit"],
            "seat_commits": commits,
        }
        for viewer in self.viewers():
            viewer.expect("table", table, self.step)
        for seat in order:
            if contributes[seat]:
                await self.players[seat].viewer.settle()
                await self.ok(self.players[seat].viewer, "reveal", nonce=self.players[seat].contribution.nonce.hex())
        self.note_agreements()
        await self.dealt()

    async def next_round(self):
        order = [0, 1]
        self.rng.shuffle(order)
        for seat in order:
            await self.ok(self.players[seat].viewer, "ready")
            self.players[seat].ready = True
            self.room_changed(optional=seat == order[1])
        await self.dealt()

    async def dealt(self):
        views = [await player.viewer.peek_view() for player in self.players]
        hands = []
        for seat, view in enumerate(views):
            mine = view["players"][seat]
            cards = [kind for kind, count in mine["hand"].items() for _ in range(count)]
            hands.append(cards + ["camel"] * mine["herd"])
        starter = self.match.next_starter()
        starter = views[0]["turn"] if starter is None else starter
        must(starter in (0, 1), f"turn {starter}")
        events = self.match.deal(starter, hands, views[0]["market"])
        for player in self.players:
            player.ready = False
        self.learn_clock(views[0], None)
        self.room_changed()
        self.game_changed(events)
        await self.settle()

    def learn_clock(self, view, mover):
        """The clock after a change: only the mover's time may have changed, and only by the time that can have passed."""
        if self.options["clock"] is None:
            return
        clock = view["clock"]
        # The change before this one was made after the clock before it was learnt.
        now = time.monotonic()
        passed = 1 + round((now - self.clock_learnt[0]) * 1000)
        self.clock_learnt = [self.clock_learnt[1], now]
        increment = self.options["clock"]["increment"] * 1000
        before = self.clock["remaining_ms"]
        for seat in (0, 1):
            left = clock["remaining_ms"][seat]
            most = before[seat] + (increment if seat == mover else 0)
            least = before[seat] - (passed if seat == mover else 0)
            must(least <= left <= most, f"clock of {seat} went from {before[seat]} to {left}")
        must(clock["running"] == view["turn"], f"clock {clock}, turn {view['turn']}")
        self.clock = clock

    async def act(self, seat, action, *, with_match=True, copies=1):
        """Plays a legal action, sent `copies` times at once: one change, and an ok for every copy."""
        viewer = self.players[seat].viewer
        fields = {"ply": self.match.ply, "action": action} | ({"match": self.match.id} if with_match else {})
        replies = [await viewer.client.send("act", **fields) for _ in range(copies)]
        for index, waiting in enumerate(replies):
            reply = await within(waiting)
            must(reply.ok, f"{viewer}: act {fields} should be ok, was {reply}")
            if index == 0:
                viewer.floor = reply.arrival
        view = await viewer.peek_view()
        shown = view["events"][0] if view["events"] else {}
        bonus = shown.get("bonus")
        events = self.match.act(seat, action, Learned(shown.get("refill", ()), bonus["value"] if bonus else None))
        self.after_change(view, events, mover=seat)
        await self.settle()

    async def act_unanswered(self, seat, action):
        """The connection breaks right after an action was sent, or in the middle of it. After resuming, the view shows
        whether it took effect; sent again, it is ok, and has happened once."""
        player = self.players[seat]
        fields = {"ply": self.match.ply, "action": action, "match": self.match.id}
        frame = frame_bytes(TEXT, json.dumps({"type": "act", "id": 0, **fields}).encode())
        length = len(frame) if self.rng.random() < 0.5 else self.rng.randrange(1, len(frame))
        player.viewer.client.socket.transport.write(frame[:length])
        await player.viewer.client.cut()
        player.viewer = None
        others = self.viewers()
        for other in others:  # before or after the view, or not at all
            other.expect_room(self.room_state(), None, optional=True)
        client = await self.connect(f"{seat} after a lost answer")
        reply = await client.ok("resume", room=self.code, token=player.token)
        player.viewer = Viewer(client, seat, name=player.name)
        player.viewer.floor = reply.arrival
        player.viewer.expect_room(self.room_state(), None)
        for other in others:
            other.expect_room(self.room_state(), None, optional=True)
            await other.client.barrier()
            other.settle_rooms()
        took_effect = (await player.viewer.peek_view())["seq"] == len(self.history)
        must(length == len(frame) or not took_effect, "half a message took effect")
        if not took_effect:
            player.viewer.expect_view(self.history, self.code, self.step)
            await player.viewer.settle()
        await self.ok(player.viewer, "act", **fields)
        view = await player.viewer.peek_view()
        shown = view["events"][len(self.match.round_events) if took_effect else 0]
        bonus = shown.get("bonus")
        learned = Learned(shown.get("refill", ()), bonus["value"] if bonus else None)
        player.viewer.floor = reply.arrival
        self.after_change(view, self.match.act(seat, action, learned), mover=seat)
        await self.settle()
        return took_effect

    async def resign(self, seat):
        viewer = self.players[seat].viewer
        running = self.match.round.turn if self.match.phase == "playing" else None
        await self.ok(viewer, "resign")
        view = await viewer.peek_view()
        self.after_change(view, self.match.cut_short("resigned", 1 - seat), mover=running)
        await self.settle()

    def after_change(self, view, events, mover):
        self.step += 1
        if self.match.phase == "match_over":
            self.matches_played += 1
            self.match.proof = (view["result"] or {}).get("proof")
        self.learn_clock(view, mover)
        if self.match.phase != "playing" or self.overdue is not None:
            self.overdue = None
            self.room_changed()
        self.game_changed(events)
        if self.match.phase == "match_over":
            self.check_proof()

    async def ask_rematch(self):
        order = [0, 1]
        self.rng.shuffle(order)
        for seat in order:
            await self.ok(self.players[seat].viewer, "rematch")
            self.players[seat].rematch = True
            self.room_changed(optional=seat == order[1])
            if seat == order[0]:
                await self.settle()
        await self.learn_fair(self.players[0].viewer)
        loser = None if self.match.winner is None else 1 - self.match.winner
        for player in self.players:
            player.rematch = False
            player.ready = False
        self.new_match(first_starter=loser)
        self.room_changed()
        self.game_changed([])
        await self.settle()

    async def chat(self, viewer, text):
        """While a match runs, only spectators get the chat of spectators."""
        await self.ok(viewer, "chat", text=text)
        running = self.match.phase in ("playing", "round_over")
        hearers = self.spectators if viewer.you is None and running else self.viewers()

        def without_time(message):
            message = dict(message)
            at = message.pop("at", None)
            must(type(at) is int and at > 1_600_000_000_000, f"chat at {at}")
            return message

        for hearer in hearers:
            message = {"type": "chat", "seat": viewer.you, "name": viewer.name, "text": text}
            hearer.expect("chat", message, self.step, without_time)
        await self.settle()

    # After the match

    def check_proof(self):
        """The proof is valid, contains our contributions, and deals the cards and tokens that we saw."""
        proof = self.match.proof
        must(isinstance(proof, dict), f"no proof: {proof}")
        faults = fair.faults_of_proof(proof)
        must(not faults, f"proof: {faults} {proof}")
        must(
            proof["match"] == self.fair["match"] and proof["server_commit"] == self.fair["server_commit"],
            "proof of another match",
        )
        for seat, player in enumerate(self.players):
            nonce = player.contribution.nonce.hex() if player.contribution else ""
            commit = player.contribution.commit.hex() if player.contribution else ""
            must((proof["nonces"][seat], proof["seat_commits"][seat]) == (nonce, commit), f"proof of seat {seat}")
        again = self.replayed(proof, self.match.actions)
        seen = [entry.full for entry in self.history if entry.full["match"] == self.match.id and entry.full["round"]]
        if self.match.reason != "seals":
            seen.pop()
        must(len(seen) == len(again), f"{len(seen)} changes seen, {len(again)} replayed")
        seen[-1] = {**seen[-1], "result": seen[-1]["result"] and {**seen[-1]["result"], "proof": None}}
        for ours, dealt in zip(seen, again):
            found = differences(dealt, ours)
            must(not found, f"the proof deals differently: {found[:5]}")

    def replayed(self, proof, actions):
        """Full views of a match that the proof deals and these actions play."""
        starter = self.match.first_starter
        if starter is None or self.first_of_these_two():
            starter = fair.deal_round(proof, 1).start
        match = Match(proof["match"], self.options["seals"], first_starter=starter)
        views = []
        source = None
        for _, seat, action in actions:
            if match.phase != "playing":
                source = self.deal_from_proof(match, proof)
                views.append(match.full_view())
            match.act(seat, action, source)
            views.append(match.full_view())
        if match.phase != "match_over" and self.match.round_number > match.round_number:
            self.deal_from_proof(match, proof)
            views.append(match.full_view())
        return views

    def first_of_these_two(self):
        return self.matches_played == 1

    @staticmethod
    def deal_from_proof(match, proof):
        deal = fair.deal_round(proof, match.round_number + 1)
        match.deal(match.next_starter(), [deal.dealt_to(0), deal.dealt_to(1)], deal.market)
        return Dealt(deal.stock, deal.bonus)

    def check_replay(self, replay):
        """/replays/MATCH agrees with what we saw."""
        match = self.match
        options = self.room_state()["options"]
        del options["open_after"], options["patience"]
        due = {
            "room": self.code,
            "match": match.id,
            "options": options,
            "names": [player.name for player in self.players],
            "starter": match.first_starter,
            "proof": match.proof,
            "rounds": match.rounds,
            "winner": match.winner,
            "reason": match.reason,
            "actions": [{"ply": ply, "seat": seat, "action": action} for ply, seat, action in match.actions],
        }
        got = {key: value for key, value in replay.items() if key != "v"}
        times = [action["at"] for action in got["actions"]]
        must(times == sorted(times) and all(at > 1_600_000_000_000 for at in times), f"times {times[:5]}")
        got["actions"] = [{key: action[key] for key in action if key != "at"} for action in got["actions"]]
        found = differences(due, got)
        must(not found, f"replay: {found[:5]}")

    async def close(self):
        for viewer in self.viewers():
            await viewer.client.close()
