"""What a player of `random_player` may do in a running round."""

import random_play

NAMES = ["Asha", "Bharat", "Zoë", "李雷", "O'Neil <b>", "x" * 20, "🐪", "a b"]
TEXTS = ["hello", "नमस्ते", '"quoted" \\ back', "<img onerror=alert(1)>", "😀" * 200, "x", "canary of the chat"]


class Steps:
    """Uses the `world`, `rng`, `tally` and `temper` of its player."""

    async def step(self):
        rng = self.rng
        await rng.choices(
            [
                self.play,
                self.play_illegal,
                self.wrong_turn,
                self.stale,
                self.repeat,
                self.chat,
                self.reconnect,
                self.watch,
                self.misplaced,
            ],
            [60, 12, 6, 6, 6, 3, 3, 3, 2],
        )[0]()

    def to_act(self):
        return self.world.match.round.turn

    async def play(self):
        world, rng = self.world, self.rng
        seat = self.to_act()
        if world.players[seat].viewer is None:
            await world.resume(seat)
            self.tally["resumed"] += 1
        action = random_play.legal_action(rng, world.match.round, seat, self.temper)
        if rng.random() < 0.03 and world.clock is None and not world.match.round.would_end(action):
            took_effect = await world.act_unanswered(seat, action)
            self.tally[f"answer lost, {'done' if took_effect else 'not done'}"] += 1
            return
        copies = rng.choice([1] * 9 + [2, 3])
        await world.act(seat, action, with_match=rng.random() < 0.5, copies=copies)
        self.tally["actions"] += 1
        self.tally[action["type"]] += 1
        self.tally["repeats"] += copies - 1

    async def play_illegal(self):
        world = self.world
        seat = self.to_act()
        if world.players[seat].viewer is None:
            return
        action, codes = random_play.illegal_action(self.rng, world.match.round, seat)
        reply = await world.refused(world.players[seat].viewer, "act", *codes, ply=world.match.ply, action=action)
        self.tally["refused " + reply.code] += 1

    async def wrong_turn(self):
        world, seat = self.world, 1 - self.to_act()
        if world.players[seat].viewer is None:
            return
        action = random_play.any_action(self.rng, world.match.round, seat)
        await world.refused(world.players[seat].viewer, "act", "not_your_turn", ply=world.match.ply, action=action)
        self.tally["refused not_your_turn"] += 1

    async def stale(self):
        """A ply that isn't the view's, or another match, from either seat."""
        world, rng = self.world, self.rng
        seat = rng.randrange(2)
        if world.players[seat].viewer is None:
            return
        action = random_play.any_action(rng, world.match.round, seat)
        ply = rng.choice([world.match.ply + 1, world.match.ply - 1, 0, 2**53 - 1, world.match.ply])
        fields = {"ply": max(ply, 0), "action": action}
        if fields["ply"] == world.match.ply:
            fields["match"] = rng.choice(["00" * 16, "", "x" * 40])
        elif world.match.stands_at(seat, fields["ply"], action):
            return
        await world.refused(world.players[seat].viewer, "act", "stale_ply", **fields)
        self.tally["refused stale_ply"] += 1

    async def repeat(self):
        """A repeated action is ok for the seat that played it, and stale for the other."""
        world, rng = self.world, self.rng
        if not world.match.actions:
            return
        ply, seat, action = rng.choice(world.match.actions[-3:] + [rng.choice(world.match.actions)])
        if world.players[seat].viewer is not None:
            match = {"match": world.match.id} if rng.random() < 0.5 else {}
            shuffled = dict(rng.sample(sorted(action.items()), len(action)))
            await world.ok(world.players[seat].viewer, "act", ply=ply, action=shuffled, **match)
            self.tally["repeats"] += 1
        other = world.players[1 - seat].viewer
        if other is not None:
            code = "stale_ply" if world.match.phase == "playing" else "not_playing"
            await world.refused(other, "act", code, ply=ply, action=action)

    async def chat(self):
        world, rng = self.world, self.rng
        speakers = [viewer for viewer in world.viewers() if viewer.name]
        if speakers:
            await world.chat(rng.choice(speakers), rng.choice(TEXTS))
            self.tally["chats"] += 1

    async def reconnect(self):
        world, rng = self.world, self.rng
        seat = rng.randrange(2)
        if world.players[seat].viewer is None or rng.random() < 0.3:
            await world.resume(seat)
            self.tally["resumed"] += 1
        else:
            await world.disconnect(seat, rng.choice(["cut", "close"]))
            self.tally["disconnected"] += 1

    async def watch(self):
        world, rng = self.world, self.rng
        if not world.spectators or rng.random() < 0.4:
            await self.maybe_spectators()
        else:
            await world.stop_spectating(rng.choice(world.spectators), rng.choice(["leave", "close", "cut"]))

    async def maybe_spectators(self):
        if self.world.options["spectators"] == "none" or len(self.world.spectators) > 2:
            return
        for _ in range(self.rng.choice([0, 1, 1, 2])):
            await self.world.spectate(self.rng.choice(NAMES + [None]))

    async def misplaced(self):
        """Requests that are valid at another time or for somebody else."""
        world, rng = self.world, self.rng
        viewers = world.viewers()
        if not viewers:
            return
        viewer = rng.choice(viewers)
        if viewer.you is None:
            kind, fields = rng.choice(
                [
                    ("act", {"ply": world.match.ply, "action": {"type": "take_camels"}}),
                    ("resign", {}),
                    ("ready", {}),
                    ("claim_win", {}),
                    ("rematch", {}),
                    ("list_spectators", {}),
                    ("remove", {"seat": 1}),
                    ("spectate", {"room": world.code}),
                    ("create_room", {"name": "A"}),
                ]
            )
            code = "already_in_room" if kind in ("spectate", "create_room") else "not_a_player"
            await world.refused(viewer, kind, code, **fields)
            return
        kind, codes, fields = rng.choice(
            [
                ("ready", ["not_playing"], {"commit": "ab" * 32}),
                ("rematch", ["not_playing"], {}),
                ("reveal", ["not_playing"], {"nonce": "ab" * 32}),
                ("claim_win", ["cannot_claim"], {}),
                ("spectate", ["already_in_room"], {"room": world.code}),
                ("quick_match", ["already_in_room"], {"name": "A"}),
                ("remove", ["not_owner" if viewer.you else "not_playing"], {"seat": 1 - viewer.you}),
            ]
        )
        if kind == "ready" and world.match.round_number > 1:
            await world.ok(viewer, kind, **fields)  # a repeat; the commitment is ignored
            return
        await world.refused(viewer, kind, *codes, **fields)
