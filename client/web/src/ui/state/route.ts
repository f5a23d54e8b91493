// The current address. The server knows these paths, too: screens.json, and server/net/link.cpp for rooms and replays.
// Links of earlier releases have the path after `#`.
import {signal} from '@preact/signals';
import screens from './screens.json';

type Plain = 'rooms' | 'settings' | 'help';
export type Route =
  | {page: 'start'} | {page: Plain} | {page: 'lost'}
  | {page: 'new'; bot: boolean} // against the bot
  | {page: 'room'; room: string; key: string | null} // `key`: moves a seat to this device
  | {page: 'watch'; room: string | null}
  | {page: 'enter'; invitation: string | null} // to the server
  | {page: 'replay'; match: string | null; ply: number | null; after: number}; // `match`: an id, or 'file'; `ply`, `after`: see Moment in replay/replay.ts

const codeLetters = /^[2-9A-HJ-NP-Z]{6}$/;

// The room code in a typed or pasted text (or link); null: none.
export function codeIn(text: string): string | null {
  const code = text.trim().replace(/#[\w-]{43}$/, '').replace(/\/$/, '').replace(/^.*\//, '').replace(/[\s-]/g, '').toUpperCase();
  return codeLetters.test(code) ? code : null;
}

// An address's path, with its query, and what follows `#`: nothing, the key of a seat, an invitation to the server, or the
// path in an old link.
export function routeOf(address: string, hash = ''): Route {
  const [path = '', query] = (hash.startsWith('#/') ? hash.slice(1) : address).split('?');
  const [first = '', second, third, fourth, ...rest] = path.replace(/^\//, '').replace(/\/$/, '').split('/');
  if (rest.length) return {page: 'lost'};
  if (first === 'replay') {
    const number = (text: string | undefined) => (text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null);
    return {page: 'replay', match: second?.toLowerCase() ?? null, ply: number(third), after: number(fourth) ?? 0};
  }
  if (third !== undefined) return {page: 'lost'};
  if (first === 'watch') {
    const room = second === undefined ? null : codeIn(second);
    return second !== undefined && room === null ? {page: 'lost'} : {page: 'watch', room};
  }
  if (second !== undefined) return {page: 'lost'};
  if (first === '') return {page: 'start'};
  if (first === 'enter') return {page: 'enter', invitation: hash.startsWith('#/') ? null : hash.slice(1) || null};
  if (first === 'new') return {page: 'new', bot: query === 'bot'};
  if (screens.includes(first)) return {page: first as Plain};
  const room = codeIn(first);
  return room === null ? {page: 'lost'} : {page: 'room', room, key: /^#([\w-]{43})$/.exec(hash)?.[1] ?? null};
}

const here = () => routeOf(location.pathname + location.search, location.hash);
export const route = signal<Route>(here());

// The path of an old link moves to where it belongs; the key of a seat and an invitation must not stay in the history.
function tidyAddress(): void {
  if (!location.hash) return;
  try {
    history.replaceState(null, '', location.hash.startsWith('#/') ? location.hash.slice(1) : location.pathname);
  } catch {
    // It stays as it is.
  }
}
tidyAddress();

let later: ReturnType<typeof setTimeout> | undefined;

addEventListener('popstate', () => {
  clearTimeout(later);
  route.value = here();
  tidyAddress();
});

// Goes to `path` ('/K7QX2M'); `replace` adds no history entry.
export function go(path: string, replace = false): void {
  clearTimeout(later);
  try {
    if (replace) history.replaceState(null, '', path);
    else if (location.pathname + location.search !== path) history.pushState(null, '', path);
  } catch {
    // Browsers limit how often the address changes: it lags behind.
  }
  route.value = routeOf(path);
}

// For an address that changes very often: set once it settles, unless the visitor goes elsewhere first.
export function goSoon(path: string): void {
  clearTimeout(later);
  later = setTimeout(() => go(path, true), 200);
}

export const linkTo = (path: string): string => location.origin + path;
