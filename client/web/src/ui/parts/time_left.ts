// Countdowns.
import {useEffect, useState} from 'preact/hooks';

// "1:05", "12:00", "1:02:03"
export function duration(ms: number): string {
  const all = Math.max(0, Math.ceil(ms / 1000));
  const two = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor(all / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

export const shortTime = 30_000; // ms: a clock with less shows a warning

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
