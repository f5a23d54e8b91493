// Sorts the rows of a list that is on the screen. No row loses the focus, or is read again by a screen reader: the others
// move around the one that has the focus. None moves under a mouse.
import type {RefObject} from 'preact';
import {useLayoutEffect} from 'preact/hooks';
import {settings} from '../state/settings';
import {prefersStillness} from '../state/shown_view';

const glide = 300; // ms

// Each row has its key in `data-key`. `order`: the keys, from the first row to the last.
export function useLiveOrder(list: RefObject<HTMLElement | null>, order: readonly string[]): void {
  useLayoutEffect(() => {
    const it = list.current;
    if (!it) return;
    const sort = () => sortRows(it, order);
    if (!it.matches(':hover') || !matchMedia('(hover: hover)').matches) return sort();
    it.addEventListener('pointerleave', sort, {once: true});
    return () => it.removeEventListener('pointerleave', sort);
  });
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
