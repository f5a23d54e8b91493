// A player's clock. Screen readers can read it, but it isn't announced.
import {duration, shortMove, shortTime, useTimeLeft} from '../parts/time_left';

// `long`: it may come to an hour, and has the room for that from the start.
export function Clock({name, ms, at, runs, long = false}: {name: string; ms: number; at: number; runs: boolean; long?: boolean}) {
  const left = useTimeLeft(ms, at, runs);
  const low = left < shortTime;
  return (
    <span class="clock" data-long={long} data-runs={runs} data-low={low} role="timer" aria-label={`${name}: ${duration(left)}`}>
      {low && <span class="clock-sign" aria-hidden="true">⚠︎</span>}{duration(left)}
    </span>
  );
}

// The time for a move, once it is short: at the top left of the hand, where it moves nothing.
export function MoveTime({name, ms, at, patience}: {name: string; ms: number; at: number; patience: number}) {
  const left = useTimeLeft(ms, at, true);
  return left <= shortMove(patience) ? <div class="move-time"><Clock name={name} ms={ms} at={at} runs /></div> : null;
}
