// Hooks for changes.
import {useEffect, useRef, useState} from 'preact/hooks';

// Calls `onChange` when `value` differs from the last render; not on the first one.
export function useOnChange(value: unknown, onChange: () => void): void {
  const last = useRef(value);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    onChange();
  }, [value]);
}

// Counts up to `last`, by one in each frame, so that a slow phone can draw in steps what would take too long for one frame.
// `wait`: how long the first step waits, in ms. `whole`: there are no steps.
export function useSteps(last: number, whole: boolean, wait: () => number = () => 0): number {
  const [step, setStep] = useState(whole ? last : 0);
  useEffect(() => {
    if (step >= last) return;
    let frame = 0;
    const timer = setTimeout(() => { frame = requestAnimationFrame(() => setStep(step + 1)); }, step > 0 ? 0 : wait());
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [step]);
  return step;
}

// Whether `on` has held for some ms. What ends sooner needn't be mentioned.
export function useLate(on: boolean, ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!on) return;
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [on, ms]);
  return on && late;
}

// Whether a media query matches, now and later.
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = () => setMatches(list.matches);
    update();
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  }, [query]);
  return matches;
}
