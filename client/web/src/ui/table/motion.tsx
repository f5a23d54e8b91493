// Animates cards and tokens from their old to their new place. The table shows the new state at once; copies fly over it.
import {Component, render, type ComponentChildren, type JSX, type RefObject} from 'preact';
import type {Card, Event, ViewMessage} from '../../protocol/messages';
import {BonusCoin, CardFace, Coin} from './card';
import {actionsBetween} from './choice';

type Spots = Map<string, DOMRect>;

interface Flight {
  what: JSX.Element;
  from: string;
  to: string;
  wave: 0 | 1; // 1: after the cards that made room
  coin?: boolean;
}

// What moves, by the events between two views. If both players acted, both are shown at once.
export function flights(events: readonly Event[], before: ViewMessage): Flight[] {
  const market = [...before.market];
  const found: Flight[] = [];
  const refill = (gaps: number[], cards: readonly Card[]) => gaps.forEach((gap, i) => {
    const card = cards[i] ?? null;
    market[gap] = card;
    if (card) found.push({what: <CardFace card={card} />, from: 'deck', to: `market-${gap}`, wave: 1});
  });
  for (const event of events) {
    if (event.type === 'took') {
      const slot = market.indexOf(event.card);
      found.push({what: <CardFace card={event.card} />, from: `market-${slot}`, to: `hand-${event.seat}-${event.card}`, wave: 0});
      refill([slot], event.refill);
    } else if (event.type === 'took_camels') {
      const slots = market.flatMap((card, slot) => (card === 'camel' ? [slot] : []));
      for (const slot of slots) found.push({what: <CardFace card="camel" />, from: `market-${slot}`, to: `herd-${event.seat}`, wave: 0});
      refill(slots, event.refill);
    } else if (event.type === 'exchanged') {
      const taken: number[] = [];
      event.took.forEach((card, i) => {
        const slot = market.findIndex((there, at) => there === card && !taken.includes(at));
        const given = event.gave[i]!;
        taken.push(slot);
        found.push({what: <CardFace card={card} />, from: `market-${slot}`, to: `hand-${event.seat}-${card}`, wave: 0});
        found.push({what: <CardFace card={given} />, from: given === 'camel' ? `herd-${event.seat}` : `hand-${event.seat}-${given}`, to: `market-${slot}`, wave: 0});
      });
      taken.forEach((slot, i) => { market[slot] = event.gave[i]!; });
    } else if (event.type === 'sold') {
      for (let i = 0; i < Math.min(event.count, 4); i++)
        found.push({what: <CardFace card={event.good} />, from: `hand-${event.seat}-${event.good}`, to: 'discard', wave: 0});
      for (const value of event.tokens)
        found.push({what: <Coin good={event.good} value={value} />, from: `pile-${event.good}`, to: `purse-${event.seat}`, wave: 0, coin: true});
      const {bonus} = event;
      if (bonus) found.push({what: <BonusCoin cards={bonus.cards} value={bonus.value} />, from: `bonus-${bonus.cards}`, to: `purse-${event.seat}`, wave: 1, coin: true});
    }
  }
  return found;
}

const duration = 240;
const waves = [0, 100];

export class AnimatedTable extends Component<{view: ViewMessage; still: boolean; root: RefObject<HTMLDivElement | null>; children: ComponentChildren}> {
  private spots(): Spots {
    const spots: Spots = new Map();
    for (const spot of this.props.root.current?.querySelectorAll<HTMLElement>('[data-spot]') ?? [])
      spots.set(spot.dataset.spot!, spot.getBoundingClientRect());
    return spots;
  }

  override getSnapshotBeforeUpdate(before: Readonly<{view: ViewMessage; still: boolean}>): Spots | null {
    const {view, still} = this.props;
    const next = view !== before.view && view.match === before.view.match && view.seq > before.view.seq;
    if (!next || still || matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden) return null;
    return this.spots();
  }

  override componentDidUpdate(before: Readonly<{view: ViewMessage}>, _: unknown, was: Spots | null): void {
    const root = this.props.root.current;
    if (!was || !root || !('animate' in root)) return;
    const layer = root.querySelector<HTMLElement>('.flights')!;
    layer.replaceChildren();
    const is = this.spots();
    const {view} = this.props;
    if (view.round !== before.view.round) return deal(root);
    const acted = actionsBetween(before.view, view);
    if (acted.length > 2) return; // too much at once to follow
    const step = new Map<string, number>();
    for (const flight of flights(acted, before.view)) {
      const from = placed(was, flight.from), to = placed(is, flight.to);
      if (!from || !to) continue;
      const late = step.get(flight.from) ?? 0; // cards from one place fly one after the other
      step.set(flight.from, late + 1);
      fly(layer, flight, from, to, is.get('market-0')?.width ?? 64, waves[flight.wave]! + Math.min(late, 3) * 15);
      if (flight.to.startsWith('market-')) hide(root, flight.to, waves[flight.wave]! + duration);
    }
  }

  override render() {
    return this.props.children;
  }
}

// For a hidden hand, or a kind that isn't in it, the place of the whole hand.
function placed(spots: Spots, spot: string): DOMRect | undefined {
  const hand = /^hand-\d/.exec(spot)?.[0];
  return spots.get(spot) ?? (hand ? spots.get(`${hand}-back`) ?? spots.get(hand) : undefined);
}

function fly(layer: HTMLElement, {what, coin}: Flight, from: DOMRect, to: DOMRect, card: number, delay: number): void {
  const frame = layer.getBoundingClientRect();
  const width = coin ? 26 : card;
  const height = coin ? width : width * 1.4;
  const ghost = document.createElement('span');
  ghost.className = 'flying';
  ghost.style.width = `${width}px`;
  ghost.style.opacity = '0'; // until it starts
  render(what, ghost);
  layer.append(ghost);
  const at = (place: DOMRect) => {
    const scale = Math.min(1, place.width / width, place.height / height);
    const x = place.left + place.width / 2 - width / 2 - frame.left;
    const y = place.top + place.height / 2 - height / 2 - frame.top;
    return `translate(${x}px, ${y}px) scale(${scale})`;
  };
  const flying = ghost.animate(
    [{transform: at(from), opacity: 1}, {transform: at(to), opacity: 1, offset: 0.85}, {transform: at(to), opacity: 0}],
    {duration, delay, easing: 'cubic-bezier(.3,.6,.3,1)'});
  flying.onfinish = flying.oncancel = () => { render(null, ghost); ghost.remove(); };
}

// Hides a card until it has landed.
function hide(root: HTMLElement, spot: string, until: number): void {
  root.querySelector(`[data-spot="${spot}"] .card`)?.animate([{opacity: 0}, {opacity: 0, offset: 0.8}, {opacity: 1}], {duration: until});
}

function deal(root: HTMLElement): void {
  root.querySelectorAll('.slot .card, .side-bottom .pile .layer').forEach((card, i) => {
    card.animate([{opacity: 0, translate: '0 -16px'}, {opacity: 1, translate: '0 0'}], {duration: 220, delay: i * 15, easing: 'ease-out', fill: 'backwards'});
  });
}
