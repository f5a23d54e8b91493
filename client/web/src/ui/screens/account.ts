// The account of a round, told line by line while the totals race.
import {useCallback, useEffect, useState} from 'preact/hooks';
import {playSound} from '../announce/sounds';
import {useSteps} from '../parts/hooks';
import {timeToShow} from '../state/shown_view';

export interface Count {
  seen: number;  // lines on the screen
  done: boolean; // the winner is known
  skip(): void;
}

const firstLine = 600; // ms, to read what ended the round
const nextLine = 230;

export const counted: Count = {seen: Infinity, done: true, skip: () => {}};

// `told`: the visitor has just seen the round end; otherwise everything is there at once. `coming`: the account is still
// below the table.
export function useCount(told: boolean, lines: number, coming: boolean): Count {
  const [seen, setSeen] = useState(told ? 0 : Infinity);
  const done = seen > lines;
  useEffect(() => {
    if (done || coming) return;
    const timer = setTimeout(() => setSeen(seen + 1), seen === 0 ? firstLine : nextLine);
    return () => clearTimeout(timer);
  }, [seen, coming]);
  useEffect(() => {
    if (done && told) playSound('seal');
  }, [done]);
  return {seen, done, skip: useCallback(() => setSeen(Infinity), [])};
}

// How much of the account is drawn: heading and buttons, its story, the head of its table, and then two lines at a time. A
// slow phone can't draw all of it in one frame, so it is drawn in some frames while the end of the round is on the screen.
export interface Drawn {
  begun: boolean;
  story: boolean;
  table: boolean;
  lines: number;
}

export const wholeAccount: Drawn = {begun: true, story: true, table: true, lines: Infinity};

const linesAtOnce = 2;
const forDrawing = 550; // ms before the account is shown; cards and coins have landed

export function useDrawn(told: boolean, lines: number): Drawn {
  const last = 3 + Math.ceil(lines / linesAtOnce);
  const step = useSteps(last, !told, () => timeToShow() - forDrawing);
  return step >= last ? wholeAccount : {begun: step > 0, story: step > 1, table: step > 2, lines: (step - 3) * linesAtOnce};
}

const raceTime = 200; // ms

// A number that runs up to its value.
export function useRace(value: number, runs: boolean): number {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    if (!runs) return setShown(value);
    const from = shown;
    const began = performance.now();
    let frame = requestAnimationFrame(function run() {
      const part = Math.min(1, (performance.now() - began) / raceTime);
      setShown(Math.round(from + (value - from) * part));
      if (part < 1) frame = requestAnimationFrame(run);
    });
    return () => cancelAnimationFrame(frame);
  }, [value, runs]);
  return shown;
}
