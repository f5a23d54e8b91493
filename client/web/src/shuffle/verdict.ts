// Judges a finished match: compares everything that the verifier noted with the proof. Loaded when a match is over.
import type {Mismatch, Shuffle} from '../model';
import type {Proof, RoundResult, Seat, ViewMessage} from '../protocol/messages';
import {maxRounds} from '../game/constants';
import {drawStarter, proofMismatch, shuffleRound} from './fair';
import {roundMismatch} from './round_check';
import {endedByRules, otherSeat, seats} from '../game/match';
import {jsonEqual} from '../protocol/json_equal';
import type {Notes, SeenRound} from './notes';

const starterOf = (round: SeenRound): Seat | null => {
  const start = round.events[0];
  return start?.type === 'round_started' ? start.starter : null;
};

// Who must start a round; null: unknown.
async function dueStarter(notes: Notes, at: number, proof: Proof): Promise<Seat | null> {
  const round = notes.rounds[at]!;
  if (round.number === 1) {
    const {opening} = notes.fair;
    return opening.kind === 'unknown' ? null : opening.kind === 'settled' ? opening.starter : drawStarter(proof);
  }
  const before = notes.rounds[at - 1];
  if (!before?.result || before.number !== round.number - 1) return null;
  const starter = starterOf(before);
  return before.result.winner !== null ? otherSeat(before.result.winner) : starter === null ? null : otherSeat(starter); // R5, R17
}

const endOf = (round: SeenRound): RoundResult['reason'] | null => {
  const end = round.events.find(event => event.type === 'round_ended');
  return end?.type === 'round_ended' ? end.reason : null;
};

// Rounds are dealt and counted one after the other, and a round that the rules didn't end is the match's last. Otherwise
// a server could skip deals until it likes one. After a lost connection, rounds may be missing from those we saw.
function orderFits(seen: readonly SeenRound[], results: readonly RoundResult[]): boolean {
  return (
    results.length <= maxRounds &&
    results.every((result, at) => endedByRules(result.reason) || at === results.length - 1) &&
    seen.every((round, at) => {
      const end = endOf(round);
      return (
        round.number > (seen[at - 1]?.number ?? 0) && round.number <= results.length &&
        (end === null || endedByRules(end) || round.number === results.length)
      );
    })
  );
}

// R18: the last seal that a player needs wins the match.
function endFits({players, result}: ViewMessage): boolean {
  const {rounds, winner, reason} = result!;
  if (reason !== 'seals') return true;
  const won = seats.map(seat => rounds.filter(round => round.winner === seat).length);
  return winner !== null && rounds.at(-1)?.winner === winner && won[winner]! > won[otherSeat(winner)]! && players.every((player, seat) => player.seals === won[seat]);
}

async function mismatch(notes: Notes, view: ViewMessage, proof: Proof): Promise<Mismatch | null> {
  const {fair, seat} = notes;
  const results = view.result!.rounds;
  const published = proof.match === fair.match && proof.server_commit === fair.serverCommit &&
    (fair.seatCommits === null || jsonEqual(fair.seatCommits, proof.seat_commits));
  if (!published) return 'commitments';
  const wrong = await proofMismatch(proof);
  if (wrong) return wrong;
  if (seat !== null && fair.nonce !== null && proof.nonces[seat] !== fair.nonce) return 'secrets';
  if (view.round !== results.length || !orderFits(notes.rounds, results)) return 'rounds';
  for (const [at, round] of notes.rounds.entries()) {
    const due = await dueStarter(notes, at, proof);
    if (due !== null && starterOf(round) !== due) return 'starter';
    const inRound = roundMismatch(round, await shuffleRound(proof, round.number));
    if (inRound) return inRound;
  }
  return endFits(view) ? null : 'results';
}

export async function judge(notes: Notes, view: ViewMessage): Promise<Shuffle> {
  const proof = view.result?.proof;
  if (!proof) return {state: 'mismatch', what: 'secrets'};
  const what = await mismatch(notes, view, proof);
  if (what) return {state: 'mismatch', what};
  const {fair, seat} = notes;
  const rounds = notes.rounds.filter(it => it.result).length; // their numbers differ, since they are in order
  return {
    state: 'verified',
    contributors: [proof.seat_commits[0] !== '', proof.seat_commits[1] !== ''],
    own: seat !== null && fair.nonce !== null && proof.nonces[seat] === fair.nonce,
    rounds,
    whole: rounds === view.result!.rounds.length && fair.seatCommits !== null,
    starter: fair.opening.kind !== 'unknown' && notes.rounds[0]?.number === 1,
  };
}
