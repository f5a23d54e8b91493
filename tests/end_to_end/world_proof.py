"""After a match of a `World`: its proof and its replay."""

import fair
from jaipur_model import Match
from jaipur_rules import Dealt
from viewer import differences
from world_values import must


class ProofCheck:
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
        del options["open_after"], options["patience"], options["chat"]
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
