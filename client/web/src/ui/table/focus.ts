// Moves among the cards by arrow keys.

const middle = (element: Element) => {
  const {left, top, width, height} = element.getBoundingClientRect();
  return {x: left + width / 2, y: top + height / 2};
};

const directions: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

// The nearest card to `from` in the arrow key's direction: sideways within its group, up and down beyond it. Distance
// across the direction counts double.
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
