// Moving among the cards by arrow keys, and what has the focus when a card that had it is gone.
import {useLayoutEffect, useRef} from 'preact/hooks';
import type {RefObject} from 'preact';

const middle = (element: Element) => {
  const {left, top, width, height} = element.getBoundingClientRect();
  return {x: left + width / 2, y: top + height / 2};
};

const directions: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

// The card next to `from` in the direction of `key`: to the sides within its group, up and down beyond
// it; the nearest, where going aside counts double.
export function nearestCard(root: HTMLElement, from: Element, key: string): HTMLElement | null {
  const direction = directions[key];
  if (!direction) return null;
  const [dx, dy] = direction;
  const start = middle(from);
  let best: HTMLElement | null = null;
  let least = Infinity;
  const within = dx !== 0 ? from.closest<HTMLElement>('[role="group"]') ?? root : root;
  for (const card of within.querySelectorAll<HTMLElement>('button[data-card], button[data-play]')) {
    if (card === from) continue;
    const {x, y} = middle(card);
    const along = (x - start.x) * dx + (y - start.y) * dy;
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
    if (along < 4 || (dx !== 0 && aside > along * 2)) continue;
    if (along + 2 * aside < least) {
      least = along + 2 * aside;
      best = card;
    }
  }
  return best;
}

// What is to hear of the focus as it moves within the table. Where a card goes with the focus on it, the
// button to play takes it, so that nobody has to start again from the top of the page.
export function useKeptFocus(root: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const last = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (!last.current || last.current.isConnected || (focused && focused !== document.body)) return;
    last.current = null;
    const instead = root.current?.querySelector<HTMLElement>('[data-play]') ?? root.current?.querySelector<HTMLElement>('button[data-card]');
    instead?.focus({preventScroll: true});
  });
  return event => { last.current = event.target as HTMLElement; };
}
