// The account of a round, told line by line while the totals race.
import {useEffect, useState} from 'preact/hooks';
import {playSound} from '../announce/sounds';

export interface Count {
  seen: number;  // lines on the screen
  done: boolean; // the winner is known
  skip(): void;
}

const firstLine = 600; // ms, to read what ended the round
const nextLine = 230;

export const counted: Count = {seen: Infinity, done: true, skip: () => {}};

// `told`: the visitor has just seen the round end; otherwise everything is there at once.
export function useCount(told: boolean, lines: number): Count {
  const [seen, setSeen] = useState(told ? 0 : Infinity);
  const done = seen > lines;
  useEffect(() => {
    if (done) return;
    const timer = setTimeout(() => setSeen(seen + 1), seen === 0 ? firstLine : nextLine);
    return () => clearTimeout(timer);
  }, [seen]);
  useEffect(() => {
    if (done && told) playSound('seal');
  }, [done]);
  return {seen, done, skip: () => setSeen(Infinity)};
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
