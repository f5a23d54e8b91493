// Times that run down between views. They are there to be read, and never speak up.
import {useEffect, useState} from 'preact/hooks';

export function timeText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}` : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

// What is left of `ms`, which were left at `at` (performance.now()); drawn again whenever a second is over.
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

const warningBelow = 30_000;

export function Clock({name, ms, at, runs}: {name: string; ms: number; at: number; runs: boolean}) {
  const left = useTimeLeft(ms, at, runs);
  const low = left < warningBelow;
  return (
    <span class="clock" data-runs={runs} data-low={low} role="timer" aria-label={`${name}: ${timeText(left)}`}>
      {low && <span aria-hidden="true">⚠︎ </span>}{timeText(left)}
    </span>
  );
}
