// Players who choose among legal actions at random, and matches between them.
import assert from 'node:assert/strict';
import {effect} from '@preact/signals';
import {seeded} from '../../kit/trader.mjs';
import type {Action, Card, CreateOptions, Good, ViewMessage} from '../../../../client/web/src/protocol/messages';
import type {Session} from '../../../../client/web/src/model';

// Waits until `holds`; signals that it reads wake it.
export function until(what: string, holds: () => boolean, within = 60_000): Promise<void> {
  return new Promise((resolve, reject) => {
    let stop = () => {};
    let done = false;
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`not within ${within} ms: ${what}`));
    }, within);
    stop = effect(() => {
      if (done || !holds()) return;
      done = true;
      clearTimeout(timer);
      queueMicrotask(() => stop());
      resolve();
    });
  });
}

export const pause = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms));

function anExchange(view: ViewMessage, chance: () => number): Action | null {
  const own = view.players[view.you!]!;
  const hand = Object.entries(own.hand!) as [Good, number][];
  const open = view.market.filter((card): card is Good => card !== null && card !== 'camel');
  for (let i = 0; i < 20; i++) {
    const size = 2 + Math.floor(chance() * 2);
    const take = [...open].sort(() => chance() - 0.5).slice(0, size);
    const camels = Math.min(own.herd!, 7 - own.hand_size);
    const given: Card[] = hand.flatMap(([good, count]) => (take.includes(good) ? [] : Array.from({length: count}, () => good as Card)));
    const give = [...given, ...Array.from({length: camels}, () => 'camel' as Card)].sort(() => chance() - 0.5).slice(0, take.length);
    if (take.length >= 2 && give.length === take.length) return {type: 'exchange', take, give};
  }
  return null;
}

export function anAction(view: ViewMessage, chance: () => number): Action {
  const legal = view.legal!;
  const actions: Action[] = [];
  for (const [good, {max}] of Object.entries(legal.sell) as [Good, {min: number; max: number}][])
    actions.push({type: 'sell', good, count: max}, {type: 'sell', good, count: max});
  for (const card of legal.take) actions.push({type: 'take', card});
  if (legal.take_camels) actions.push({type: 'take_camels'});
  const exchange = legal.exchange && chance() < 0.3 ? anExchange(view, chance) : null;
  if (exchange) actions.push(exchange);
  return actions[Math.floor(chance() * actions.length)]!;
}

// Plays and is ready for further rounds until the match is over; skips views for which `hold` is true. Returns a
// function that stops it.
export function playOn(session: Session, chance: () => number, hold: (view: ViewMessage) => boolean = () => false): () => void {
  let seen = '';
  return effect(() => {
    const view = session.timedView.value?.view;
    if (!view) return;
    const moment = `${view.match} ${view.round} ${view.ply} ${view.phase}`;
    if (seen === moment || session.pendingAction.value) return;
    if (view.phase === 'playing' && view.legal) {
      seen = moment;
      if (hold(view)) return;
      queueMicrotask(() => void session.act(anAction(view, chance)).then(outcome => {
        if (!outcome.ok && outcome.code !== 'not_in_room' && outcome.code !== 'not_playing') console.error('refused', outcome);
      }));
    } else if (view.phase === 'round_over') {
      seen = moment;
      if (hold(view)) return;
      queueMicrotask(() => void session.ready());
    }
  });
}

export const isOver = (session: Session): boolean => session.timedView.value?.view.phase === 'match_over';

export const hasVerdict = (session: Session): boolean => ['verified', 'mismatch'].includes(session.shuffle.value.state);

// Asha opens a room and Ben joins it; returns its code.
export async function seated(asha: Session, ben: Session, options: CreateOptions = {}): Promise<string> {
  const room = await asha.createRoom('Asha', options);
  if (!room.ok) throw new Error(room.code);
  const joined = await ben.joinRoom(room.room, 'Ben');
  if (!joined.ok) throw new Error(joined.code);
  return room.room;
}

// Sits both down and starts their match; returns the room's code.
export async function startMatch(asha: Session, ben: Session, options: CreateOptions = {}): Promise<string> {
  const room = await seated(asha, ben, options);
  for (const outcome of await Promise.all([asha.ready(), ben.ready()])) if (!outcome.ok) throw new Error(outcome.code);
  return room;
}

// Everybody plays; returns a function that stops them.
export function playAll(players: readonly Session[], firstSeed = 1): () => void {
  const stops = players.map((player, i) => playOn(player, seeded(firstSeed + i)));
  return () => stops.forEach(stop => stop());
}

export async function playToTheEnd(...players: Session[]): Promise<void> {
  playAll(players);
  await until('the match is over', () => players.every(it => isOver(it) && hasVerdict(it)));
}

// The session has found the shuffle fair.
export function assertFair(session: Session, contributors: [boolean, boolean] = [true, true], whole = true): void {
  const rounds = session.timedView.value!.view.result!.rounds.length;
  const seated = session.location.value!.seat !== null; // spectators neither contributed nor saw what was agreed before
  assert.deepEqual(session.shuffle.value, {
    state: 'verified', contributors, own: seated, rounds, whole, starter: seated,
  });
}
