// What the shuffle verifier (verifier.ts) notes, and how it is read back from the browser's storage.
import type {Distrust, Mismatch} from '../model';
import {readSeenRounds} from '../protocol/check';
import type {Event, RoundResult, Seat, Trader, ViewMessage} from '../protocol/messages';

// Who must start the first round, if known beforehand. The first match of two players draws the starter; in a rematch it
// is fixed.
export type Opening = {kind: 'unknown'} | {kind: 'drawn'} | {kind: 'settled'; starter: Seat};

// What must survive a reload.
export interface SavedShuffle {
  match: string;
  serverCommit: string;
  opening: Opening;
  nonce: string | null;
  commit: string | null;                      // to that nonce
  seatCommits: readonly [string, string] | null; // once the server has published them
  rounds: readonly SeenRound[];               // that have ended
  distrust: Distrust | null;                  // in this match or an earlier one in the room
}

// What a view showed after this many events of the round.
export interface Sighting {
  after: number;
  market: ViewMessage['market'];
  deck: number;
  discard: ViewMessage['discard'];
  players: readonly [Trader, Trader];
}

export interface SeenRound {
  number: number;
  events: readonly Event[]; // the first one starts the round
  sights: readonly Sighting[];
  result: RoundResult | null; // once the round has ended
}

// What the verdict is based on.
export interface Notes {
  seat: Seat | null;
  fair: SavedShuffle;
  rounds: readonly SeenRound[];
}

const hexOf = (digits: number) => (value: unknown) => typeof value === 'string' && new RegExp(`^[0-9a-f]{${digits}}$`).test(value);
const hash = hexOf(64);

function isOpening(value: unknown): value is Opening {
  const {kind, starter} = (value ?? {}) as {kind?: unknown; starter?: unknown};
  return kind === 'unknown' || kind === 'drawn' || (kind === 'settled' && (starter === 0 || starter === 1));
}

const mismatches: readonly unknown[] = ['table', 'commitments', 'secrets', 'deal', 'starter', 'rounds', 'results'] satisfies Mismatch[];

function isDistrust(value: unknown): value is Distrust {
  const {match, what} = (value ?? {}) as {match?: unknown; what?: unknown};
  return hexOf(32)(match) && mismatches.includes(what);
}

// From the browser's storage, which may contain anything; null: not usable.
export function readSavedShuffle(value: unknown): SavedShuffle | null {
  if (typeof value !== 'object' || value === null) return null;
  const {match, serverCommit, opening, nonce, commit, seatCommits, rounds, distrust} = value as SavedShuffle;
  const noted = readSeenRounds(rounds) as SeenRound[] | null;
  const commits = seatCommits === null || (Array.isArray(seatCommits) && seatCommits.length === 2 && seatCommits.every(it => it === '' || hash(it)));
  const whole =
    hexOf(32)(match) && hash(serverCommit) && isOpening(opening) && (nonce === null || hash(nonce)) && (commit === null || hash(commit)) &&
    commits && noted !== null;
  if (!whole) return null;
  return {match, serverCommit, opening, nonce, commit, seatCommits, rounds: noted, distrust: isDistrust(distrust) ? {match: distrust.match, what: distrust.what} : null};
}
