// A player's clock. Screen readers can read it, but it isn't announced.
import {useRef} from 'preact/hooks';
import {duration, shortMove, shortTime, useTimeLeft} from '../parts/time_left';

export function Clock({name, ms, at, runs}: {name: string; ms: number; at: number; runs: boolean}) {
  const left = useTimeLeft(ms, at, runs);
  const low = left < shortTime;
  const hours = useRef(false); // it has shown hours, and keeps their room
  hours.current ||= left > 3_599_000;
  return (
    <span class="clock" data-hours={hours.current} data-runs={runs} data-low={low} role="timer" aria-label={`${name}: ${duration(left)}`}>
      {low && <span class="clock-sign" aria-hidden="true">⚠︎</span>}{duration(left)}
    </span>
  );
}

// The time for a move, once it is short: at the top left of the hand, where it moves nothing.
export function MoveTime({name, ms, at, patience}: {name: string; ms: number; at: number; patience: number}) {
  const left = useTimeLeft(ms, at, true);
  return left <= shortMove(patience) ? <div class="move-time"><Clock name={name} ms={ms} at={at} runs /></div> : null;
}
