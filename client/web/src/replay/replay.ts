// Opens a replay from a file or the server: validates it, plays it, and judges it like `jaipur-client verify`. Only the
// replay viewer loads this.
import check from '../../generated/check_replay.js';
import type {Action, Replay, RoundResult, Seat, ViewMessage} from '../protocol/messages';
import {proofMismatch} from '../shuffle/fair';
import {playReplay, type Playback} from './playback';
import {jsonEqual} from '../protocol/json_equal';

export type ReplayFile = Replay;

export type ReplayProblem =
  | 'too_large'       // more than 1 MiB
  | 'not_json'
  | 'not_a_replay'    // JSON of something else
  | 'unknown_version'
  | 'bad_field';      // a field is missing, wrong or unknown

export type ReplayMisfit =
  | 'proof_of_another_match'
  | 'proof'           // its commitments and secrets don't match
  | 'name'            // not a valid player name
  | 'order'           // of the actions: a ply is missing, or time runs backwards
  | 'illegal_action'  // by the rules; what follows can't be checked
  | 'round'           // its result is not what the rules give; `round` says which
  | 'rounds'          // a different number of rounds
  | 'actions_left'    // after the end of the match
  | 'actions_missing' // the match is not over after the last one
  | 'end'             // a different winner or reason than by the rules
  | 'impossible_end'; // an end from outside that can't have happened

export type ReplayVerdict = {fits: true} | {fits: false; why: ReplayMisfit; ply?: number; round?: number; rule?: string};

export interface Moment {
  view: ViewMessage;     // both hands open
  action: Action | null; // that led here; null: a deal, or an end that no action caused
  seat: Seat | null;     // who played it
  time: number | null;   // when, Unix milliseconds
  round: number;
  ply: number;           // actions played so far
  after: number;         // how many earlier moments have the same ply: deals and ends from outside add none
}

export interface OpenedReplay {
  replay: ReplayFile;
  moments: number; // at least one, the first deal
  at(index: number): Moment; // the nearest moment if the index is out of range
  momentOfPly(ply: number, after?: number): number; // the first moment with this many actions played, or the `after`-th after it
  verdict: ReplayVerdict;
}

const maxBytes = 1024 * 1024;

// Finds what JSON.parse accepts but the protocol doesn't: duplicate keys, and integers written as fractions.
function isWellWritten(text: string, parsed: unknown): boolean {
  let keys = 0;
  const withoutTexts = text.replace(/"(?:[^"\\]|\\.)*"(\s*:)?/g, (_, colon: string | undefined) => {
    if (colon) keys++;
    return '""';
  });
  const keysIn = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, child) => sum + keysIn(child), Array.isArray(value) ? 0 : Object.keys(value).length)
      : 0;
  return keys === keysIn(parsed) && !/\d[.eE]/.test(withoutTexts);
}

export function parseReplay(text: string): {ok: true; replay: ReplayFile} | {ok: false; why: ReplayProblem} {
  if (text.length > maxBytes || new TextEncoder().encode(text).length > maxBytes) return {ok: false, why: 'too_large'};
  let value: unknown;
  try {
    value = JSON.parse(text);
    if (!isWellWritten(text, value)) return {ok: false, why: 'not_json'};
  } catch { // too deeply nested, for example
    return {ok: false, why: 'not_json'};
  }
  const version = typeof value === 'object' && value !== null ? (value as {v?: unknown}).v : undefined;
  if (typeof version !== 'string') return {ok: false, why: 'not_a_replay'};
  if (version !== 'jaipur-replay-1') return {ok: false, why: 'unknown_version'};
  if (!check(value) || (value as Replay).names.some(name => /\p{Cs}/u.test(name))) return {ok: false, why: 'bad_field'};
  return {ok: true, replay: value as Replay};
}

const misfit = (why: ReplayMisfit, more: {ply?: number; round?: number; rule?: string} = {}): ReplayVerdict => ({fits: false, why, ...more});

function orderMisfit({actions}: Replay): ReplayVerdict | null {
  const ply = actions.findIndex((step, i) => step.ply !== i || (i > 0 && step.at < actions[i - 1]!.at));
  return ply < 0 ? null : misfit('order', {ply});
}

function roundsMisfit(replay: Replay, told: Playback): ReplayVerdict | null {
  const at = told.rounds.findIndex((due: RoundResult, i) => replay.rounds[i] !== undefined && !jsonEqual(due, replay.rounds[i]));
  if (at >= 0) return misfit('round', {round: at + 1});
  return told.rounds.length === replay.rounds.length ? null : misfit('rounds');
}

// An end that the rules didn't cause is the server's word, but it must be possible.
function cutIsPossible(replay: Replay, cut: NonNullable<Playback['cutShort']>): boolean {
  if (replay.reason === 'abandoned') return replay.winner === null;
  if (replay.winner === null) return false;
  return replay.reason !== 'timeout' || (replay.options.clock !== null && cut.turn !== null && cut.turn !== replay.winner);
}

function endMisfit(replay: Replay, told: Playback): ReplayVerdict | null {
  if (told.played < replay.actions.length) return misfit('actions_left', {ply: told.played});
  if (!told.end) return misfit('actions_missing', {ply: told.played});
  if (told.end.reason !== replay.reason || told.end.winner !== replay.winner) return misfit('end');
  return told.cutShort && !cutIsPossible(replay, told.cutShort) ? misfit('impossible_end') : null;
}

async function judge(replay: Replay, told: Playback): Promise<ReplayVerdict> {
  if (replay.match !== replay.proof.match) return misfit('proof_of_another_match');
  if (replay.names.some(name => /\p{Cc}/u.test(name))) return misfit('name');
  if (await proofMismatch(replay.proof)) return misfit('proof');
  const order = orderMisfit(replay);
  if (order) return order;
  if (told.refusal) {
    const {rule} = told.refusal;
    return misfit('illegal_action', {ply: told.played, ...(rule ? {rule} : {})});
  }
  return roundsMisfit(replay, told) ?? endMisfit(replay, told) ?? {fits: true};
}

export async function openReplay(replay: ReplayFile): Promise<OpenedReplay> {
  const told = await playReplay(replay);
  const {positions} = told;
  const firstOf = (ply: number) => {
    const found = positions.findIndex(it => it.view.ply >= ply);
    return found < 0 ? positions.length - 1 : found;
  };
  return {
    replay,
    moments: positions.length,
    at(index) {
      const {view, action, seat, time} = positions[Math.max(0, Math.min(positions.length - 1, Math.trunc(index) || 0))]!;
      return {view, action, seat, time, round: view.round, ply: view.ply, after: view.seq - 1 - firstOf(view.ply)};
    },
    momentOfPly(ply, after = 0) {
      const first = firstOf(ply);
      const further = positions.slice(first + 1).findIndex(it => it.view.ply !== positions[first]!.view.ply);
      return first + Math.min(after, further < 0 ? positions.length - 1 - first : further);
    },
    verdict: await judge(replay, told),
  };
}
