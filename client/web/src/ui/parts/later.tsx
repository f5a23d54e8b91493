// Draws what nobody looks at first some frames later, so that a slow phone need not draw everything within one.
import {Component, type ComponentChildren} from 'preact';
import {useEffect, useLayoutEffect, useReducer, useRef} from 'preact/hooks';
import {whenIdle} from '../../browser/events';

interface Props {
  when: unknown;      // what is drawn late if this has changed
  atOnce?: boolean;  // not this time
  frames?: number;   // how late
  children: ComponentChildren;
}

// The frame that shows a change, the one that shows what `useNextFrame` holds back, the one in which its cards take off,
// and then this.
const framesLater = 4;

export function inFrame(count: number, work: () => void): () => void {
  let frame = requestAnimationFrame(function next() {
    if (--count > 0) frame = requestAnimationFrame(next);
    else work();
  });
  return () => cancelAnimationFrame(frame);
}

const pause = 200; // ms

// Does these things one by one while the browser is idle, from `wait` ms on. Returns a function that stops it.
export function whileIdle(things: readonly (() => void)[], wait: number): () => void {
  let stopped = false;
  const next = (i: number, after: number) => setTimeout(() => whenIdle(() => {
    if (stopped) return;
    things[i]!();
    if (i + 1 < things.length) next(i + 1, pause);
  }), after);
  next(0, wait);
  return () => { stopped = true; };
}

export class Later extends Component<Props> {
  private cancel: (() => void) | null = null;

  override shouldComponentUpdate(next: Readonly<Props>): boolean {
    if (next.atOnce || document.hidden || (next.when === this.props.when && !this.cancel)) return true;
    this.cancel ??= inFrame(next.frames ?? framesLater, () => this.forceUpdate());
    return false;
  }

  override componentDidUpdate(): void {
    this.componentWillUnmount();
  }

  override componentWillUnmount(): void {
    this.cancel?.();
    this.cancel = null;
  }

  override render() {
    return this.props.children;
  }
}

// What was drawn last as long as `when` has just changed, and from the next frame on what is drawn now. Unlike with `Later`,
// the component itself is drawn again then, so that its effects see the change.
export function useNextFrame<Drawn, When>(drawn: Drawn, when: When, atOnce: (before: When) => boolean): Drawn {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const last = useRef({drawn, when});
  const cancel = useRef<(() => void) | null>(null);
  const holds = !document.hidden && (when === last.current.when ? cancel.current !== null : !atOnce(last.current.when));
  last.current = {drawn: holds ? last.current.drawn : drawn, when};
  const release = () => {
    cancel.current?.();
    cancel.current = null;
  };
  useLayoutEffect(() => {
    if (!holds) return release();
    cancel.current ??= inFrame(2, () => { // the first one draws this change
      cancel.current = null;
      redraw(0);
    });
  });
  useEffect(() => release, []);
  return last.current.drawn;
}
