// The last matches that ended in this browser, for their replays.
import {effect, signal} from '@preact/signals';
import type {Session} from '../../model';
import {nameOf} from './player_names';
import {store, stored} from '../../browser/storage';

export interface PastMatch {match: string; names: readonly [string, string]; at: number}

const key = 'jaipur.matches';
const maxMatches = 12;

const isPast = (it: unknown): it is PastMatch => {
  const past = it as PastMatch | null;
  return typeof past === 'object' && past !== null && /^[0-9a-f]{32}$/.test(past.match) && Array.isArray(past.names)
    && past.names.length === 2 && past.names.every(name => typeof name === 'string') && typeof past.at === 'number';
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
    const known = merged(pastMatches.peek(), read()); // another tab may have written
    if (known.some(it => it.match === view.match)) return;
    const past = {match: view.match, names: [nameOf(view.match, 0), nameOf(view.match, 1)] as const, at: Date.now()};
    pastMatches.value = merged([past], known);
    store(key, JSON.stringify(pastMatches.peek()));
  });
  addEventListener('storage', () => { pastMatches.value = merged(pastMatches.peek(), read()); });
}
