// A player's clock. It is there to be read, and does not speak up by itself.
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
