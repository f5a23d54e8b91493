// Draws what nobody looks at first some frames later, so that a slow phone need not draw everything within one.
import {Component, type ComponentChildren} from 'preact';

interface Props {
  when: unknown;      // what is drawn late if this has changed
  atOnce?: boolean;  // not this time
  children: ComponentChildren;
}

// The frame that shows a change, the one in which its cards take off, and then this.
const framesLater = 3;

export function inFrame(count: number, work: () => void): () => void {
  let frame = requestAnimationFrame(function next() {
    if (--count > 0) frame = requestAnimationFrame(next);
    else work();
  });
  return () => cancelAnimationFrame(frame);
}

export class Later extends Component<Props> {
  private cancel: (() => void) | null = null;

  override shouldComponentUpdate(next: Readonly<Props>): boolean {
    if (next.atOnce || document.hidden || (next.when === this.props.when && !this.cancel)) return true;
    this.cancel ??= inFrame(framesLater, () => this.forceUpdate());
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
