"""What two persistent players do in their room: the fair shuffle, whole matches, rematches, chat; and what must be true at the end."""

import asyncio
import contextlib
import json

import fair
import random_play
from client import traffic
from http_get import http_get
from steady_room import SteadyRoom
from steady_seat import LOST, Aborted, Refused
from viewer import Viewer, differences
from jaipur_model import masked
from world_values import must


class SteadyMatch(SteadyRoom):
    lines = 0  # chat messages sent, acknowledged or not

    # The fair shuffle

    async def start_match(self, contributes):
        while True:
            try:
                await self.start_match_once(contributes)
                return
            except Aborted:
                self.tally["tables aborted"] += 1

    async def start_match_once(self, contributes):
        order = self.rng.sample([0, 1], 2)
        for seat in order:
            player = self.players[seat]
            if player.ready:
                continue  # begun before, and refused on the way
            player.contribution = fair.Contribution(seat, self.fair) if contributes[seat] else None
            if player.contribution:
                self.server.secrets.add(player.contribution.nonce.hex())
            commit = {"commit": player.contribution.commit.hex()} if contributes[seat] else {}
            said = commit | self.agreement(seat, self.rng.random() < 0.9)
            await self.ask_unless_aborted(seat, "ready", self.is_ready, **said)
            player.ready = True
            if seat == order[0]:
                await self.check_room()
        for seat in order:
            if self.players[seat].contribution:
                await self.check_table(await self.until(seat, self.tabled))
                nonce = self.players[seat].contribution.nonce.hex()
                await self.ask_unless_aborted(seat, "reveal", lambda p: p.ahead is not None, nonce=nonce)
        self.note_agreements()
        await self.dealt()

    def tabled(self, player):
        """The table of this match, or True if the room is at another match."""
        if player.table and player.table["match"] == self.fair["match"]:
            return player.table
        return self.moved_on(player)

    def is_ready(self, player):
        return self.tabled(player) or player.ahead is not None or player.room["players"][player.index]["ready"]

    def moved_on(self, player):
        """True if the room is at another match than ours, and that is allowed."""
        return player.room["fair"]["match"] != self.fair["match"]

    async def ask_unless_aborted(self, seat, kind, done, **fields):
        try:
            await self.ask(seat, kind, done, **fields)
        except Refused as refused:
            if refused.code != "not_playing" or not self.moved_on(self.players[seat]):
                raise
        if self.moved_on(self.players[seat]):
            await self.abort()

    async def check_table(self, table):
        if table is True:
            await self.abort()
        commits = [player.contribution.commit.hex() if player.contribution else "" for player in self.players]
        must(table["seat_commits"] == commits, f"table {table}, commits {commits}")
        must(table["server_commit"] == self.fair["server_commit"], f"table {table}")

    async def abort(self):
        """This machine was too slow for a reveal: the server may abort then, but must count it, the same for both players."""
        target = len(self.history)
        rooms = [await self.until(seat, lambda p: self.moved_on(p) and p.ahead and p.room) for seat in (0, 1)]
        must(all(room["fair"]["aborted"] == self.fair["aborted"] + 1 for room in rooms), f"aborted {rooms}")
        self.begin_anew(rooms[0], self.match.first_starter)
        for seat in (0, 1):
            await self.shows(seat, target)
        raise Aborted

    def begin_anew(self, room, first_starter):
        self.learn_fair_of(room)
        for player in self.players:
            player.ready = player.rematch = False
            player.contribution = None
        self.new_match(first_starter=first_starter)
        self.learned([])

    async def dealt(self):
        target = len(self.history)
        views = []
        for seat in (0, 1):
            views.append(await self.until(seat, lambda p: p.ahead or self.moved_on(p)))
            if self.moved_on(self.players[seat]):
                await self.abort()
        hands = []
        for seat, view in enumerate(views):
            mine = view["players"][seat]
            hands.append(
                [kind for kind, count in mine["hand"].items() for _ in range(count)] + ["camel"] * mine["herd"]
            )
        starter = self.match.next_starter()
        events = self.match.deal(views[0]["turn"] if starter is None else starter, hands, views[0]["market"])
        for player in self.players:
            player.ready = False
        self.learned(events)
        for seat in (0, 1):
            await self.shows(seat, target)

    async def next_round(self):
        for seat in self.rng.sample([0, 1], 2):
            # Players become ready after a minute, so the opponent's may have sufficed; or it was acknowledged before the other's was refused.
            if self.players[1 - seat].ahead is None and not self.players[seat].ready:
                await self.ask(seat, "ready", lambda p: p.ahead is not None or p.room["players"][p.index]["ready"])
                self.players[seat].ready = True
        await self.dealt()

    async def ask_rematch(self):
        order = self.rng.sample([0, 1], 2)
        target = len(self.history)
        for seat in order:
            if self.players[seat].rematch:
                continue
            await self.ask(seat, "rematch", lambda p: self.moved_on(p) or p.room["players"][p.index]["rematch"])
            self.players[seat].rematch = True
            if seat == order[0]:
                await self.check_room()
        room = await self.until(0, lambda p: self.moved_on(p) and p.ahead and p.room)
        loser = None if self.match.winner is None else 1 - self.match.winner
        self.begin_anew(room, loser)
        for seat in (0, 1):
            await self.shows(seat, target)

    async def chat(self, seat, text):
        """Not repeated if unanswered: unlike actions, chat messages have no number against repeats."""
        client = await self.connection(seat)
        try:
            self.server.count_request()
            reply = await client.request("chat", text=text)
        except LOST:
            self.tally["chat unanswered"] += 1
            await self.lost(self.players[seat])
            return
        if reply.code in self.waits_out:
            return
        if not reply.ok:
            raise Refused(f"chat {reply}", reply.code)
        self.note(client, reply, "chat", seat)
        self.chatted.append((seat, text))
        self.tally["chats"] += 1

    # What must be true

    async def check_room(self):
        """Who is present, ready and asks for a rematch, and which match is next: as acknowledged."""
        player = await self.up_to_date(self.rng.randrange(2))
        if player.ahead or self.moved_on(player):
            return
        found = differences(self.lasting(self.room_state()), self.lasting(player.room))
        must(not found, f"{self.label}: {self.code} room: {found[:5]}")
        self.tally["rooms checked"] += 1

    @staticmethod
    def lasting(room):
        """Without what depends on connections."""
        players = [
            p and {key: p[key] for key in ("name", "ready", "rematch", "bot", "agreed")} for p in room["players"]
        ]
        return {key: room[key] for key in ("type", "room", "phase", "options", "fair")} | {"players": players}

    async def check_spectator(self):
        """Compares what a new spectator sees, with an agreed delay too."""
        while True:
            client = None
            try:
                await self.server.up.wait()
                client = await self.connect("spectator")
                password = {"password": self.password} if self.password else {}
                reply = await client.request("spectate", room=self.code, **password)
                if reply.code in self.waits_out:
                    await self.end(client)
                    continue
                must(reply.ok, f"spectate {reply}")
                view = await client.wait_view()
                break
            except LOST:
                if client:
                    await self.end(client)
                await asyncio.sleep(0.02)
        await self.end(client)
        spectator = Viewer(client, None, delay=self.delay)
        entry = self.history[spectator.visible_index(self.history)]
        who = f"{self.label}: {self.code} spectator"
        must(view["seq"] >= entry.seq, f"{who}: acknowledged and lost: view {view['seq']} after {entry.seq} was told")
        due = masked(entry.full, None, entry.round_events, sees_both=spectator.sees_both(entry))
        due |= {"room": self.code, "seq": entry.seq}
        del view["clock"], view["move_in"]
        found = differences(due, view)
        must(not found, f"{who}: {found[:5]}")
        self.tally["spectators checked"] += 1
        self.tally["spectators with a delay checked"] += self.delay is not None

    async def up_to_date(self, seat):
        """Afterwards, everything that the server sent to this seat has arrived."""
        while True:
            client = await self.connection(seat)
            player = self.players[seat]
            try:
                await client.barrier()
                self.pull(player)
                return player
            except LOST:
                await self.lost(player)

    async def check_chat(self):
        """Both got every acknowledged message, in order, over any number of connections."""
        for seat in (0, 1):
            player = await self.up_to_date(seat)
            heard = [line for line in player.heard if line in self.chatted]
            must(heard == self.chatted, f"{self.label}: {self.code} seat {seat} heard {heard}, not {self.chatted}")
        self.tally["lines of chat held"] += len(self.chatted)

    async def check_end(self):
        """The proof deals what we saw, and the replay has what we played, once each."""
        self.check_proof()
        await self.check_chat()
        replay = await self.fetch_replay()
        traffic.http("replay", replay)
        self.check_replay(replay)
        self.tally["replays checked"] += 1

    async def fetch_replay(self):
        while True:
            await self.server.up.wait()
            with contextlib.suppress(OSError):
                status, _, body = await http_get(self.server.port, f"/replays/{self.match.id}")
                if status == 200:
                    return json.loads(body)
                # A replay is stored a moment after the match's end; a load balancer may know no server that is ready.
                must(self.server.several and status in (404, 503), f"{self.label}: replay {self.match.id}: {status}")
            await asyncio.sleep(0.02)

    # Playing

    async def play_round(self, temper, moves=None):
        """Plays to the end of the round, or `moves` moves."""
        while self.match.phase == "playing" and moves != 0:
            seat = self.match.round.turn
            action = random_play.legal_action(self.rng, self.match.round, seat, temper)
            await self.act(seat, action)
            moves = None if moves is None else moves - 1
            chance = self.rng.random()
            if chance < 0.02:
                self.lines += 1
                await self.chat(seat, f"line {self.lines} of {self.label}")
            elif chance < 0.03 and self.options["spectators"] != "none":
                await self.check_spectator()

    async def play_match(self, contributes=None):
        if self.match.phase == "waiting":
            await self.start_match(contributes or [self.rng.random() < 0.8, self.rng.random() < 0.8])
        resigns = self.rng.random() < 0.1
        while self.match.phase != "match_over":
            temper = self.rng.choice([t for t in random_play.TEMPERS if t != "stalling"])
            await self.play_round(temper, 10 if resigns else None)
            if self.match.phase == "playing":
                await self.resign(self.rng.randrange(2))
            elif self.match.phase == "round_over":
                await self.check_room()
                await self.next_round()
        await self.check_end()

    def random_options(self):
        rng = self.rng
        options = {"seals": rng.choice([1, 1, 2, 3]), "spectators": rng.choice(["public", "open", "none"])}
        if rng.random() < 0.7:
            options["delay"] = rng.choice([2, 3, 5])
        if rng.random() < 0.4:
            options["clock"] = {"initial": 36000, "increment": rng.choice([0, 5])}
        if rng.random() < 0.3:
            options["grace"] = 3600
        return options
