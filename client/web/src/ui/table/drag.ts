// Drags cards by mouse, finger or pen: a picture follows the pointer and possible targets light up. Escape, a second
// finger or dropping elsewhere cancels. A press without movement stays a click, unless it is held: then it chooses all of
// the kind.
import type {DraggedCards} from './choice';

const threshold = 8; // pixels until a press becomes a drag
const holdFor = 450; // ms until a press is held

export function zonesFor({from, card}: DraggedCards): string[] {
  if (from === 'market') return card === 'camel' ? ['hand', 'herd'] : ['hand'];
  return card === 'camel' ? ['market'] : ['market', `pile-${card}`];
}

interface Drag {
  root: HTMLElement;
  ghost: () => HTMLElement; // creates it and adds it to the document; the drag removes it
  onDrop: (what: DraggedCards, zone: string) => void;
  onHold: () => void;
}

const clickAfter = 300; // ms

// The click that follows when the button or the finger goes up: with a finger, browsers may run timers before it.
function swallowClick(): void {
  const over = new AbortController();
  const {signal} = over;
  window.addEventListener('click', click => {
    click.stopPropagation();
    click.preventDefault();
    over.abort();
  }, {capture: true, signal});
  window.addEventListener('pointerdown', () => over.abort(), {capture: true, signal}); // the next press is another one
  setTimeout(() => over.abort(), clickAfter);
}

export function startDrag(down: PointerEvent, what: DraggedCards, {root, ghost, onDrop, onHold}: Drag): void {
  if (down.button !== 0 || !down.isPrimary) return;
  const zones = zonesFor(what);
  let shown: HTMLElement | null = null;
  let over: HTMLElement | null = null;
  let held = false;
  const holding = setTimeout(() => {
    held = true;
    onHold();
  }, holdFor);

  const zoneAt = (event: PointerEvent): HTMLElement | null => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-drop]');
    return found && root.contains(found) && zones.includes(found.dataset.drop!) ? found : null;
  };
  const light = (zone: HTMLElement | null) => {
    if (zone === over) return;
    over?.removeAttribute('data-over');
    over = zone;
    over?.setAttribute('data-over', '');
  };
  const begin = () => {
    clearTimeout(holding);
    shown = ghost();
    root.dataset.dragging = '';
    for (const zone of root.querySelectorAll<HTMLElement>('[data-drop]')) if (zones.includes(zone.dataset.drop!)) zone.setAttribute('data-lit', '');
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return end();
    if (!shown && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < threshold) return;
    if (!shown) begin();
    const frame = shown!.parentElement!.getBoundingClientRect();
    shown!.style.transform = `translate(${event.clientX - frame.left}px, ${event.clientY - frame.top}px) translate(-50%, -60%) rotate(-3deg)`;
    light(zoneAt(event));
    event.preventDefault();
  };
  const up = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    const zone = shown ? zoneAt(event) : null;
    const dragged = shown !== null;
    end();
    if (dragged || held) swallowClick();
    if (zone) onDrop(what, zone.dataset.drop!);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !shown) return;
    event.stopPropagation();
    event.preventDefault();
    end();
  };
  const end = () => {
    clearTimeout(holding);
    light(null);
    shown?.remove();
    shown = null;
    delete root.dataset.dragging;
    for (const zone of root.querySelectorAll('[data-lit]')) zone.removeAttribute('data-lit');
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', end);
    window.removeEventListener('blur', end);
    window.removeEventListener('keydown', key, {capture: true});
  };
  window.addEventListener('pointermove', move, {passive: false});
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', end);
  window.addEventListener('blur', end);
  window.addEventListener('keydown', key, {capture: true});
}
