// How long the table takes to show what happened, in milliseconds. The table animates within these times, and the next
// view waits for them.
import type {Event, ViewMessage} from '../../protocol/messages';

export const flight = 340;   // of one card or coin
export const dealStep = 35;  // between two dealt cards
export const dealtCards = 15;
const lastLook = 700;        // at the table when a round is over

// When each part of an action starts.
export const starts = {
  refill: (i: number): number => 90 + Math.min(i, 4) * 10,
  camel: (i: number): number => Math.min(i, 4) * 25,
  coin: (i: number): number => 90 + Math.min(i, 5) * 70,
  bonus: (coins: number): number => starts.coin(coins) + 60,
};

function timeOf(event: Event): number {
  switch (event.type) {
    case 'took': return flight + starts.refill(0);
    case 'took_camels': return flight + starts.refill(event.count - 1) + starts.camel(event.count - 1);
    case 'exchanged': return flight + starts.refill(0);
    case 'sold': return flight + (event.bonus ? starts.bonus(event.tokens.length) : starts.coin(Math.max(event.tokens.length - 1, 0)));
    default: return 0;
  }
}

// What was done between two views of a match. After a lost connection the first view repeats all events of the round; a
// replay that jumps has only the last ones, which then say nothing about the view before.
export function actionsBetween(before: ViewMessage, now: ViewMessage): (Event & {seat: unknown})[] {
  const count = now.match === before.match ? now.ply - before.ply : 0;
  const acted = now.events.filter((event): event is Event & {seat: unknown} => 'seat' in event);
  return count > 0 && acted.length >= count ? acted.slice(-count) : [];
}

export const mostActions = 2; // more at once can't be followed, and aren't animated

// For what changed between two views. 0: nothing moves.
export function timeBetween(before: ViewMessage | null, now: ViewMessage): number {
  if (now.phase === 'waiting') return 0;
  const inMatch = before?.match === now.match ? before : null;
  if (inMatch?.round !== now.round) return now.ply === (inMatch?.ply ?? 0) ? dealtCards * dealStep + flight : 0;
  const acted = actionsBetween(inMatch, now);
  if (acted.length === 0 || acted.length > mostActions) return 0;
  return Math.max(...acted.map(timeOf)) + (now.phase === 'playing' ? 0 : lastLook);
}
