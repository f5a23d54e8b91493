"""A room of the real server with everybody in it, and a model that knows the full state.

Each step does something over the wire and in the model, tells every viewer what to expect, and waits until all of
it has arrived. What the model can't know in advance (cards from the deck, a bonus token's value, the room's code, the match's
id) it learns from one viewer and demands of all others; after the match, the proof must deal exactly the same.
"""

import json
import time

import fair
from client import Client
from jaipur_rules import RULE_OF_CODE, Learned
from raw_socket import TEXT, frame_bytes
from server_process import within
from viewer import AWAY, Viewer
from world_entering import Entering
from world_proof import ProofCheck
from world_values import DEFAULT_OPTIONS, Entry, must


class World(Entering, ProofCheck):
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

    async def close(self):
        for viewer in self.viewers():
            await viewer.client.close()
