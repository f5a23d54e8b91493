// Entering and leaving rooms, for every screen.
import {useState} from 'preact/hooks';
import {signal} from '@preact/signals';
import type {Outcome, Session} from '../../model';
import type {CreateOptions} from '../../protocol/messages';
import {language, words} from '../../i18n';
import {askServer} from '../state/access';
import {ownTrader, settleFace} from '../state/faces';
import {go, route} from '../state/route';
import {settings} from '../state/settings';
import {showError} from '../announce/live_regions';

type Refusal = Extract<Outcome, {ok: false}>;
export type Purpose = 'join' | 'watch' | 'any';

export function errorText({code}: Refusal, purpose: Purpose = 'any'): string {
  const {errors, entering} = words.value.app;
  if (purpose !== 'any' && code === 'rate_limited') return entering.rate_limited;
  if (purpose === 'watch' && code === 'no_such_room') return entering.watch_no_such_room;
  return Object.hasOwn(errors, code) ? errors[code] : errors.bad_request; // a newer server may have codes that we don't know
}

// A connection is in one room at a time. If entering fails, returns to the previous match, where absence counts.
async function tryRoom(session: Session, enter: () => Promise<Outcome<{room: string}>>, path: (room: string) => string): Promise<Outcome> {
  const before = session.location.peek();
  if (before) await session.leave();
  const outcome = await enter();
  if (outcome.ok) {
    go(path(outcome.room), route.peek().page === 'new'); // back leads to the start, not to the form of another room
    return outcome;
  }
  const seat = session.savedSeats.peek().find(it => it.room === before?.room && it.seat === before.seat);
  if (seat && !session.location.peek() && session.connection.peek().state === 'online') await session.resume(seat);
  return outcome;
}

const enterRoom = (...args: Parameters<typeof tryRoom>): Promise<Outcome> => askServer(args[0], () => tryRoom(...args));

// The room where quick match waits for an opponent.
export const quickRoom = signal<string | null>(null);

const toRoom = (room: string) => `/${room}`;

export const enter = {
  create: (session: Session, name: string, options: CreateOptions) =>
    enterRoom(session, () => session.createRoom(name, options, ownTrader()), toRoom),
  // Without a level, the last one.
  bot: (session: Session, name: string, options: CreateOptions, level = settings.level.peek()) => {
    settings.level.value = level;
    return enterRoom(session, () => session.createRoom(name, {...options, opponent: {bot: level}}, ownTrader()), toRoom);
  },
  quick: (session: Session, name: string, clock: CreateOptions['clock']) =>
    enterRoom(session, async () => {
      const outcome = await session.quickMatch(name, clock ?? null, ownTrader());
      if (outcome.ok) quickRoom.value = outcome.room;
      return outcome;
    }, toRoom),
  join: (session: Session, room: string, name: string, password?: string) =>
    enterRoom(session, () => session.joinRoom(room, name, password || undefined, ownTrader()), toRoom),
  takeOver: (session: Session, key: string) => enterRoom(session, () => session.takeOver(key), toRoom),
  watch: (session: Session, room: string, name?: string, password?: string) =>
    enterRoom(session, () => session.spectate(room, name || undefined, password || undefined), code => `/watch/${code}`),
};

// What is wrong with a name, before a server says so; null: nothing.
export function nameProblem(name: string): string | null {
  const {start} = words.value.app;
  const length = [...name.trim()].length;
  return length === 0 ? start.nameMissing : length > 20 ? start.nameLong : null;
}

// A game against the bot needs no name. Without one, players are called what their face shows: "Weaver".
export function nameAgainstBot(name: string): string {
  settleFace();
  const face = words.value.app.faces.names[Number(settings.face.peek())] ?? '';
  return name.trim() || face.charAt(0).toLocaleUpperCase(language.peek()) + face.slice(1);
}

export function useReady(session: Session): {busy: boolean; sendReady: (agrees?: boolean) => void} {
  const [busy, setBusy] = useState(false);
  const sendReady = (agrees = false) => {
    setBusy(true);
    void orShowError(session.ready(agrees)).then(() => setBusy(false));
  };
  return {busy, sendReady};
}

export const keepName = (name: string): void => {
  settings.name.value = name.trim();
};

export async function leaveRoom(session: Session): Promise<void> {
  go('/');
  await orShowError(session.leave());
}

// Shows why a request was refused, if no field is responsible. True: it succeeded.
export async function orShowError(outcome: Promise<Outcome>): Promise<boolean> {
  const it = await outcome;
  if (!it.ok) showError(errorText(it));
  return it.ok;
}
