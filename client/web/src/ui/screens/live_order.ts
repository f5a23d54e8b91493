// Sorts the rows of a list that is on the screen. The row with the focus stays, and the others move around it. Nothing is
// sorted while a mouse is over the list, or a finger on the screen.
import type {RefObject} from 'preact';
import {useEffect, useLayoutEffect, useReducer, useRef} from 'preact/hooks';
import {settings} from '../state/settings';
import {prefersStillness} from '../state/shown_view';

const glide = 300; // ms
const clickFollows = 400; // ms after a press

// Each row has its key in `data-key`. `order`: the keys, from the first row to the last.
export function useLiveOrder(list: RefObject<HTMLElement | null>, order: readonly string[]): void {
  const isPressed = usePress();
  useLayoutEffect(() => {
    const it = list.current;
    if (!it || isPressed()) return;
    const sort = () => sortRows(it, order);
    if (!it.matches(':hover') || !matchMedia('(hover: hover)').matches) return sort();
    it.addEventListener('pointerleave', sort, {once: true});
    return () => it.removeEventListener('pointerleave', sort);
  });
}

// Whether the screen is pressed, or was a moment ago. Renders once that is over.
function usePress(): () => boolean {
  const pressed = useRef(false);
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    let timer = 0;
    const press = () => {
      clearTimeout(timer);
      pressed.current = true;
    };
    const release = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        pressed.current = false;
        renderAgain(0);
      }, clickFollows);
    };
    const ends = ['pointerup', 'pointercancel'] as const;
    document.addEventListener('pointerdown', press);
    for (const end of ends) document.addEventListener(end, release);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', press);
      for (const end of ends) document.removeEventListener(end, release);
    };
  }, []);
  return () => pressed.current;
}

function sortRows(list: HTMLElement, order: readonly string[]): void {
  const there = [...list.querySelectorAll<HTMLElement>(':scope > [data-key]')];
  const rows = order.flatMap(key => there.find(row => row.dataset.key === key) ?? []);
  if (rows.every((row, i) => row === there[i])) return;
  const before = rows.map(row => row.getBoundingClientRect().top);
  const still = Math.max(0, rows.findIndex(row => row.contains(document.activeElement)));
  for (let i = still - 1; i >= 0; i--) if (rows[i + 1]!.previousElementSibling !== rows[i]) rows[i + 1]!.before(rows[i]!);
  for (let i = still + 1; i < rows.length; i++) if (rows[i - 1]!.nextElementSibling !== rows[i]) rows[i - 1]!.after(rows[i]!);
  if (settings.motion.peek() === 'off' || prefersStillness()) return;
  rows.forEach((row, i) => {
    const from = before[i]! - row.getBoundingClientRect().top;
    if (from) row.animate([{transform: `translateY(${from}px)`}, {transform: 'none'}], {duration: glide, easing: 'ease-out'});
  });
}
