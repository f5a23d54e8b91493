// The view that is on the screen: the newest, or an older one while its changes are being shown. So no move is cut off by
// the next one. Only drawing, sounds and the log follow it; actions, deadlines and announcements follow the session.
import {batch, effect, signal} from '@preact/signals';
import type {Session, TimedView} from '../../model';
import {timeBetween} from './pace';
import {settings} from './settings';

export const shownView = signal<TimedView | null>(null);
export const showing = signal(false); // its changes are being shown
export const behind = signal(false);  // a newer view is waiting
export const toldUpTo = signal(Infinity); // the key of the last entry of the story that the log tells: of moves that have been seen

const longest = 1000; // ms that the screen may lag behind the newest view

// `last`: the key of the story's last entry when the view arrived.
interface Arrival {next: TimedView | null; last: number}

let waiting: (Arrival & {next: TimedView})[] = [];
let [seen, shown] = [0, 0]; // `last` of the view before the shown one, and of the shown one
let until = 0; // performance.now() when the changes of the shown view have been shown
let timer: ReturnType<typeof setTimeout> | undefined;
let tables = 0; // on the screen

let reduced: MediaQueryList | undefined; // asking anew each time takes long

// What the visitor has asked their system for.
export const prefersStillness = (): boolean => (reduced ??= matchMedia('(prefers-reduced-motion: reduce)')).matches;

// Nothing moves, and nobody waits.
export const isCalm = (): boolean => tables === 0 || document.hidden || settings.motion.peek() === 'off' || prefersStillness();

function show({next, last}: Arrival): void {
  const time = next && !isCalm() ? timeBetween(shownView.peek()?.view ?? null, next.view) : 0;
  until = time > 0 ? performance.now() + time : 0; // if nothing moves, it has been shown at once
  // What nobody can see moving is told at once: that a round begins, or how a match ended.
  const moves = next?.view.events.some(event => 'seat' in event) ?? false;
  [seen, shown] = [moves ? shown : last, last];
  shownView.value = next;
}

// The player knows the own move already: it is shown at once, whatever else still moves.
const isOwn = ({next: {view}}: {next: TimedView}): boolean => view.events.some(event => 'seat' in event && event.seat === view.you);

function advance(): void {
  clearTimeout(timer);
  const now = performance.now(); // once: a view that is waiting needs a timer
  batch(() => {
    while (waiting.length > 0 && (until <= now || isOwn(waiting[0]!))) show(waiting.shift()!);
    const left = until - now;
    showing.value = left > 0;
    behind.value = waiting.length > 0;
    toldUpTo.value = left > 0 ? seen : Infinity;
    if (left > 0) timer = setTimeout(advance, left);
  });
}

function backlog(): number {
  let before = shownView.peek()?.view ?? null;
  let sum = timeToShow();
  for (const {next: {view}} of waiting.slice(0, -1)) {
    sum += timeBetween(before, view);
    before = view;
  }
  return sum;
}

// How long the changes of the shown view are still being shown, in ms.
export const timeToShow = (): number => Math.max(0, until - performance.now());

// Shows the newest view now.
export function catchUp(): void {
  const newest = waiting.at(-1);
  waiting = [];
  if (newest) show(newest);
  advance();
}

function arrive(next: TimedView | null, last: number): void {
  const before = shownView.peek()?.view;
  if (!next || !before || isCalm() || next.view.match !== before.match) {
    waiting = [];
    show({next, last});
    return advance();
  }
  waiting.push({next, last});
  if (backlog() > longest) return catchUp();
  advance();
}

// A table is on the screen. Returns a function that says that it is gone.
export function tableShown(): () => void {
  tables++;
  return () => {
    tables--;
    catchUp();
  };
}

export function followViews(session: Session): void {
  effect(() => {
    const next = session.timedView.value;
    arrive(next, session.story.peek().at(-1)?.key ?? 0);
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return;
    until = 0;
    catchUp();
  });
}
