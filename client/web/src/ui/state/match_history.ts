// The last matches that ended in this browser, for their replays.
import {effect, signal} from '@preact/signals';
import type {Session} from '../../model';
import type {Seat} from '../../protocol/messages';
import type {Faced} from './faces';
import {levelIn, personOf} from './player_names';
import {store, stored} from '../../browser/storage';

type Known = Omit<Faced, 'name'>; // what a replay doesn't say
// `seat`: the visitor's own; absent if they watched, or in entries of older versions.
export interface PastMatch {match: string; names: readonly [string, string]; at: number; seat?: Seat; players?: readonly [Known, Known]}

const key = 'jaipur.matches';
const maxMatches = 12;

const isKnown = (it: unknown): boolean => {
  const known = it as Known | null;
  return typeof known === 'object' && known !== null && (known.bot === null || typeof known.bot === 'string')
    && (known.trader === null || Number.isInteger(known.trader));
};

const isPast = (it: unknown): it is PastMatch => {
  const past = it as PastMatch | null;
  return typeof past === 'object' && past !== null && /^[0-9a-f]{32}$/.test(past.match) && Array.isArray(past.names)
    && past.names.length === 2 && past.names.every(name => typeof name === 'string') && typeof past.at === 'number'
    && (past.seat === undefined || past.seat === 0 || past.seat === 1)
    && (past.players === undefined || (Array.isArray(past.players) && past.players.length === 2 && past.players.every(isKnown)));
};

function read(): PastMatch[] {
  try {
    const list: unknown = JSON.parse(stored(key) ?? '[]');
    return Array.isArray(list) ? list.filter(isPast).slice(0, maxMatches) : [];
  } catch {
    return [];
  }
}

export const pastMatches = signal<readonly PastMatch[]>(read());

// Merges lists: each match once, newest first.
function merged(...lists: (readonly PastMatch[])[]): PastMatch[] {
  const byMatch = new Map(lists.flat().map(it => [it.match, it]));
  return [...byMatch.values()].sort((a, b) => b.at - a.at).slice(0, maxMatches);
}

export function rememberMatches(session: Session): void {
  effect(() => {
    const view = session.timedView.value?.view;
    if (view?.phase !== 'match_over') return;
    const before = merged(pastMatches.peek(), read()); // another tab may have written
    if (before.some(it => it.match === view.match)) return;
    const people = [personOf(view.match, 0), personOf(view.match, 1)] as const;
    const known = ({trader, bot}: Faced): Known => ({trader, bot});
    const past = {match: view.match, names: [people[0].name, people[1].name] as const, players: [known(people[0]), known(people[1])] as const, at: Date.now(), ...(view.you !== null && {seat: view.you})};
    pastMatches.value = merged([past], before);
    store(key, JSON.stringify(pastMatches.peek()));
  });
  addEventListener('storage', () => { pastMatches.value = merged(pastMatches.peek(), read()); });
}

// The seat that the visitor had, if the match was played in this browser.
export const ownSeatIn = (match: string): Seat | undefined => pastMatches.value.find(it => it.match === match)?.seat;

// The players of a replay. If the match was played in this browser, their faces and the bot's level are known. A replay
// doesn't say who is a bot: a bot has the second seat and no part in the shuffle, and the server calls the level "easy"
// "Easy bot".
export function peopleOf(match: string, names: readonly [string, string], nonces?: readonly [string, string]): readonly [Faced, Faced] {
  const known = pastMatches.value.find(it => it.match === match)?.players;
  const levelOf = (seat: 0 | 1) => (seat === 1 && !nonces?.[1] ? levelIn(names[1]) : null);
  const person = (seat: 0 | 1): Faced => ({trader: null, bot: levelOf(seat), ...known?.[seat], name: names[seat]});
  return [person(0), person(1)];
}
