// The copies that fly over the table. One that has landed stays there, unseen, for a later flight: drawing and
// removing copies in every move would lay out the page again and again, and leave megabytes of garbage.
import {render} from 'preact';
import type {Card} from '../../protocol/messages';
import {cards} from '../../game/cards';
import {whileIdle} from '../parts/later';
import {CardFace} from './card';
import type {Flight} from './flights';

const mostKept = 24;

const early: readonly Card[] = [...cards, 'camel', 'camel'];
const dealt = 2000; // ms

export class Copies {
  private readonly flying = new Set<HTMLElement>();
  private readonly landed: HTMLElement[] = []; // the one that landed last is the last
  private stop: (() => void) | null = null;

  // Draws cards one by one while nothing happens: drawing all copies of a first move at once takes a slow phone too long.
  prepare(layer: HTMLElement, width: () => number): void {
    this.stop = whileIdle(early.map(card => () => {
      if (!document.hidden) this.landed.unshift(draw(blank(layer), {what: <CardFace card={card} />, face: card}, width()));
    }), dealt);
  }

  // A copy of what flies. It is unseen until it is animated.
  take(flight: Flight, layer: HTMLElement, width: number): HTMLElement {
    const copy = this.landedLike(flight) ?? blank(layer);
    draw(copy, flight, width);
    this.flying.add(copy);
    return copy;
  }

  // One with the same face, or else any card: most of its drawing stays the same.
  private landedLike({face, kind}: Flight): HTMLElement | undefined {
    const alike = this.landed.findIndex(it => it.dataset.face === face);
    const at = alike < 0 && kind !== 'coin' ? this.landed.findIndex(it => isCard(it.dataset.face)) : alike;
    return at < 0 ? undefined : this.landed.splice(at, 1)[0];
  }

  land(copy: HTMLElement): void {
    if (!this.flying.delete(copy)) return;
    this.landed.push(copy);
    if (this.landed.length > mostKept) discard(this.landed.shift()!);
  }

  clear(): void {
    this.stop?.();
    for (const copy of [...this.flying, ...this.landed]) discard(copy);
    this.flying.clear();
    this.landed.length = 0;
  }
}

const isCard = (face: string | undefined): boolean => cards.some(card => card === face);

function blank(layer: HTMLElement): HTMLElement {
  const copy = document.createElement('span');
  copy.className = 'flying';
  layer.append(copy);
  return copy;
}

function draw(copy: HTMLElement, {what, back, face}: Pick<Flight, 'what' | 'back' | 'face'>, width: number): HTMLElement {
  copy.style.setProperty('--card-width', `${width}px`);
  copy.dataset.face = face;
  render(back ? <span class="turned"><span>{back}</span><span>{what}</span></span> : what, copy);
  return copy;
}

function discard(copy: HTMLElement): void {
  render(null, copy);
  copy.remove();
}
