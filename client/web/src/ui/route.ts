// Where the visitor is, as the address says it behind the `#`; nothing of that is sent to a server.
import {signal} from '@preact/signals';

export type Route =
  | {page: 'start'} | {page: 'new'} | {page: 'rooms'} | {page: 'settings'} | {page: 'help'} | {page: 'lost'}
  | {page: 'room'; room: string}
  | {page: 'watch'; room: string | null}
  | {page: 'replay'; match: string | null; ply: number | null}; // `match`: an id, or 'file'

const codeLetters = /^[2-9A-HJ-NP-Z]{6}$/;

// The code in what somebody typed or pasted (a whole link too), or null.
export function codeIn(text: string): string | null {
  const code = text.trim().replace(/^.*#\/(watch\/)?/, '').replace(/[\s-]/g, '').toUpperCase();
  return codeLetters.test(code) ? code : null;
}

export function routeOf(hash: string): Route {
  const [first = '', second, third, ...rest] = hash.replace(/^#?\/?/, '').replace(/\/$/, '').split('/');
  if (rest.length) return {page: 'lost'};
  if (first === 'replay') {
    const ply = third !== undefined && /^\d{1,6}$/.test(third) ? Number(third) : null;
    return {page: 'replay', match: second ?? null, ply};
  }
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

addEventListener('hashchange', () => {
  route.value = routeOf(location.hash);
});

// Goes to `path` ('/K7QX2M'); `replace` leaves no step to go back to.
export function go(path: string, replace = false): void {
  const hash = '#' + path;
  if (replace) history.replaceState(null, '', hash);
  else if (location.hash !== hash) history.pushState(null, '', hash);
  route.value = routeOf(hash);
}

export const linkTo = (path: string): string => `${location.origin}/#${path}`;
