// The current address: the part after `#`, which no server sees.
import {signal} from '@preact/signals';

export type Route =
  | {page: 'start'} | {page: 'new'} | {page: 'rooms'} | {page: 'settings'} | {page: 'help'} | {page: 'lost'}
  | {page: 'room'; room: string}
  | {page: 'watch'; room: string | null}
  | {page: 'replay'; match: string | null; ply: number | null; after: number}; // `match`: an id, or 'file'; `ply`, `after`: see Moment in replay/replay.ts

const codeLetters = /^[2-9A-HJ-NP-Z]{6}$/;

// The room code in a typed or pasted text (or link); null: none.
export function codeIn(text: string): string | null {
  const code = text.trim().replace(/^.*#\/(watch\/)?/, '').replace(/[\s-]/g, '').toUpperCase();
  return codeLetters.test(code) ? code : null;
}

export function routeOf(hash: string): Route {
  const [first = '', second, third, fourth, ...rest] = hash.replace(/^#?\/?/, '').replace(/\/$/, '').split('/');
  if (rest.length) return {page: 'lost'};
  if (first === 'replay') {
    const number = (text: string | undefined) => (text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null);
    return {page: 'replay', match: second ?? null, ply: number(third), after: number(fourth) ?? 0};
  }
  if (fourth !== undefined) return {page: 'lost'};
  if (third !== undefined) return {page: 'lost'};
  if (first === 'watch') {
    const room = second === undefined ? null : codeIn(second);
    return second !== undefined && room === null ? {page: 'lost'} : {page: 'watch', room};
  }
  if (second !== undefined) return {page: 'lost'};
  if (first === '') return {page: 'start'};
  if (first === 'new' || first === 'rooms' || first === 'settings' || first === 'help') return {page: first};
  const room = codeIn(first);
  return room === null ? {page: 'lost'} : {page: 'room', room};
}

export const route = signal<Route>(routeOf(location.hash));

let later: ReturnType<typeof setTimeout> | undefined;

addEventListener('hashchange', () => {
  clearTimeout(later);
  route.value = routeOf(location.hash);
});

// Goes to `path` ('/K7QX2M'); `replace` adds no history entry.
export function go(path: string, replace = false): void {
  clearTimeout(later);
  const hash = '#' + path;
  try {
    if (replace) history.replaceState(null, '', hash);
    else if (location.hash !== hash) history.pushState(null, '', hash);
  } catch {
    // Browsers limit how often the address changes: it lags behind.
  }
  route.value = routeOf(hash);
}

// For an address that changes very often: set once it settles, unless the visitor goes elsewhere first.
export function goSoon(path: string): void {
  clearTimeout(later);
  later = setTimeout(() => go(path, true), 200);
}

export const linkTo = (path: string): string => `${location.origin}/#${path}`;
