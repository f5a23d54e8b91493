// A player's clock. Screen readers can read it, but it isn't announced.
import {duration, shortTime, useTimeLeft} from '../parts/time_left';

export function Clock({name, ms, at, runs}: {name: string; ms: number; at: number; runs: boolean}) {
  const left = useTimeLeft(ms, at, runs);
  const low = left < shortTime;
  return (
    <span class="clock" data-runs={runs} data-low={low} role="timer" aria-label={`${name}: ${duration(left)}`}>
      {low && <span aria-hidden="true">⚠︎ </span>}{duration(left)}
    </span>
  );
}
