// Countdowns, and lengths of time.
import {useEffect, useState} from 'preact/hooks';
import type {ClockOptions} from '../../protocol/messages';
import {words} from '../../i18n';

// "90 seconds", "10 minutes", "1 hour", "7 days"
export function span(seconds: number): string {
  const {spans} = words.value.app;
  for (const [unit, name] of [[86400, 'days'], [3600, 'hours'], [60, 'minutes']] as const) if (seconds > 0 && seconds % unit === 0) return spans[name](seconds / unit);
  return spans.seconds(seconds);
}

// The same for any length: "2 days" for 2 days and 5 hours.
export function roughly(ms: number): string {
  const seconds = Math.max(1, Math.floor(ms / 1000));
  const unit = [86400, 3600, 60].find(it => seconds >= it) ?? 1;
  return span(seconds - seconds % unit);
}

// "1:05", "12:00", "1:02:03"
export function duration(ms: number): string {
  const all = Math.max(0, Math.ceil(ms / 1000));
  const two = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor(all / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

// Whether a clock can come to an hour: with the increments for 40 actions a round, more than players usually
// need.
export function comesToAnHour({clock, seals}: {clock: ClockOptions | null; seals: number}): boolean {
  return clock !== null && clock.initial + clock.increment * 40 * (2 * seals - 1) >= 3600;
}

// Seconds for a move, if the room doesn't say.
export const defaultPatience = 600;

// Ms: from then on, the time for a move is shown, and its player warned. `patience` in seconds.
export const shortMove = (patience: number): number => Math.min(60_000, patience * 500);

export const shortTime = 30_000; // ms: a clock with less shows a warning

const warnings = [60_000, 30_000, 10_000]; // ms on a clock

// When to warn that a clock with `left` of `initial` ms runs low. A warning comes only if at most half of the clock
// is left, or a short clock with an increment would give it in each turn. The last one always comes.
export const clockWarnings = (left: number, initial: number): number[] =>
  warnings.filter((it, i) => it < left && (i === warnings.length - 1 || 2 * it <= initial));

// Ms: a turn with less on the clock is announced with what is left.
export const lowTurn = warnings[0]!;

// What is left of `ms`, counted from `at` (performance.now()). Rerenders every second.
export function useTimeLeft(ms: number, at: number, runs: boolean): number {
  const [, redraw] = useState(0);
  const left = runs ? Math.max(0, ms - (performance.now() - at)) : ms;
  useEffect(() => {
    if (!runs || left <= 0) return;
    const timer = setTimeout(() => redraw(n => n + 1), (left % 1000) + 5);
    return () => clearTimeout(timer);
  });
  return left;
}

const longestTimer = 2 ** 31 - 1; // ms

// Whether `time` (performance.now()) has come. null: never.
export function useElapsed(time: number | null): boolean {
  const [, redraw] = useState(0);
  const left = time === null ? null : time - performance.now();
  useEffect(() => {
    if (left === null || left <= 0) return;
    const timer = setTimeout(() => redraw(n => n + 1), Math.min(left + 5, longestTimer));
    return () => clearTimeout(timer);
  });
  return left !== null && left <= 0;
}
