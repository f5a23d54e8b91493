// Times that run down.
import {useEffect, useState} from 'preact/hooks';

// performance.now(), drawn again every `step` milliseconds while `running`.
export function useNow(running: boolean, step = 500): number {
  const [, again] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => again(count => count + 1), step);
    return () => clearInterval(timer);
  }, [running, step]);
  return performance.now();
}

// "1:05", "12:00", "1:02:03"
export function duration(ms: number): string {
  const all = Math.max(0, Math.ceil(ms / 1000));
  const two = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor(all / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}
