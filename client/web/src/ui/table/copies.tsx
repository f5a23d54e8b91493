// The copies that fly over the table. One that has landed stays there, unseen, for the next flight of its kind: drawing and
// removing copies in every move would lay out the page again and again, and leave megabytes of garbage.
import {render} from 'preact';
import type {Flight} from './flights';

const mostKept = 24;

export class Copies {
  private readonly flying = new Set<HTMLElement>();
  private readonly landed: HTMLElement[] = []; // the one that landed last is the last

  // A copy of what flies. It is unseen until it is animated.
  take({what, back, face}: Flight, layer: HTMLElement, width: number): HTMLElement {
    const at = this.landed.findIndex(it => it.dataset.face === face);
    const copy = at < 0 ? document.createElement('span') : this.landed.splice(at, 1)[0]!;
    copy.className = 'flying';
    copy.dataset.face = face;
    copy.style.setProperty('--card-width', `${width}px`);
    render(back ? <span class="turned"><span>{back}</span><span>{what}</span></span> : what, copy);
    if (copy.parentElement !== layer) layer.append(copy);
    this.flying.add(copy);
    return copy;
  }

  land(copy: HTMLElement): void {
    if (!this.flying.delete(copy)) return;
    this.landed.push(copy);
    if (this.landed.length > mostKept) discard(this.landed.shift()!);
  }

  clear(): void {
    for (const copy of [...this.flying, ...this.landed]) discard(copy);
    this.flying.clear();
    this.landed.length = 0;
  }
}

function discard(copy: HTMLElement): void {
  render(null, copy);
  copy.remove();
}
