// When the focused element disappears, the focus goes to the heading, unless a component has a better place. Orca 43 with
// Chromium doesn't announce the new place if the old element is already gone, so the element is removed a moment later.
import {options} from 'preact';
import {useLayoutEffect, useRef} from 'preact/hooks';

let leaving: Element | null = null; // unmounted, and still in the page

const isLeaving = (element: Element): boolean => leaving !== null && leaving.contains(element);

// `main` has it while a screen is loading.
export function nothingHasFocus(): boolean {
  const active = document.activeElement;
  return !active || active === document.body || active.id === 'main' || isLeaving(active);
}

export function focusHeading(): void {
  const main = document.getElementById('main');
  const headings = [...main?.querySelectorAll('h1') ?? []];
  (headings.find(it => !isLeaving(it)) ?? main)?.focus({preventScroll: true});
}

// Moves the focus on when the element that had it disappears. Returns the handler for `focusin`.
export function useFocusFallback(moveFocus: () => void): (event: FocusEvent) => void {
  const last = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (!last.current || (last.current.isConnected && !isLeaving(last.current))) return;
    last.current = null;
    if (nothingHasFocus()) moveFocus();
  });
  return event => { last.current = event.target as Element; };
}

const goodbye = 200; // ms; a screen reader learns of a focus change later than the page

function removeLater(element: Element): void {
  leaving?.remove();
  leaving = element;
  queueMicrotask(() => { // after the layout effects, which may have moved the focus
    if (nothingHasFocus()) focusHeading();
    element.setAttribute('class', 'visually-hidden');
    element.setAttribute('data-leaving', '');
    setTimeout(() => {
      const back = element.contains(document.activeElement); // by the Tab key
      element.remove();
      if (leaving === element) leaving = null;
      if (back) focusHeading();
    }, goodbye);
  });
}

// Call it once. Preact calls `unmount` for each node, parents first, and then removes what the node has in `__e`.
export function keepFocus(): void {
  const {unmount} = options;
  options.unmount = node => {
    unmount?.(node);
    const drawn = node as {__e?: unknown};
    const active = document.activeElement;
    if (!active || active === document.body || !(drawn.__e instanceof Element) || !drawn.__e.contains(active)) return;
    if (typeof node.type === 'string' && !isLeaving(drawn.__e)) removeLater(drawn.__e);
    drawn.__e = null;
  };
}
