// Animates cards and tokens from their old to their new place. The table shows the new state at once; copies fly over it.
// What the opponent changed stays pointed out until the player's next action.
import {Component, type ComponentChildren, type RefObject} from 'preact';
import type {Seat, ViewMessage} from '../../protocol/messages';
import {inFrame} from '../parts/later';
import {actionsBetween, dealStep, dealtCards, flight, mostActions} from '../state/pace';
import {prefersStillness} from '../state/shown_view';
import {Copies} from './copies';
import {changedPlaces, flights, type Flight} from './flights';

type Spots = Map<string, DOMRect>;

interface Props {
  view: ViewMessage;
  sides: ViewMessage; // the view that the players' sides show: the same, or for one frame the one before
  still: boolean;
  root: RefObject<HTMLDivElement | null>;
  drawn: number; // changes when more of a deal's cards have been drawn
  children: ComponentChildren;
}

// What moves between two views, and where it was.
interface Moving {all: readonly Flight[]; was: Spots}

// Cards that are hidden until their copies have landed, and when that is.
type Hidden = Map<HTMLElement, Span>;

const first = 'market-0'; // a copy is as wide as a card there
const coinWidth = 26;

export const isFreshDeal = ({events}: ViewMessage): boolean => events.at(-1)?.type === 'round_started';

export class AnimatedTable extends Component<Props> {
  private readonly copies = new Copies();
  private changed: ReadonlySet<string> = new Set();
  private marked = false; // places are pointed out
  private deal: Deal | null = null;
  private moving: Moving | null = null; // until the sides show the view
  private waiting: (() => void) | null = null; // what takes off in the next frame
  private readonly hidden: Hidden = new Map();

  // Where the flights begin and end.
  private spots(all: readonly Flight[]): Spots {
    const wanted = new Set([first, ...all.flatMap(({from, to}) => [...alsoPlaces(from), ...alsoPlaces(to)])]);
    const spots: Spots = new Map();
    for (const spot of this.props.root.current?.querySelectorAll<HTMLElement>('[data-spot]') ?? [])
      if (wanted.has(spot.dataset.spot!)) spots.set(spot.dataset.spot!, spot.getBoundingClientRect());
    return spots;
  }

  private isStill(): boolean {
    return this.props.still || document.hidden || prefersStillness();
  }

  override componentDidMount(): void {
    const root = this.props.root.current;
    if (!root || this.isStill()) return;
    if (isFreshDeal(this.props.view)) this.deal = new Deal(root);
    this.copies.prepare(layerOf(root)!, () => this.spots([]).get(first)?.width ?? 0);
  }

  override componentWillUnmount(): void {
    this.moving = this.waiting = null;
    this.copies.clear();
  }

  override getSnapshotBeforeUpdate(before: Readonly<Props>): Moving | null {
    const {view} = this.props;
    if (view !== before.view) this.takeOff(); // before the places change again
    const next = view !== before.view && view.match === before.view.match && view.seq > before.view.seq;
    if (!next || this.isStill()) return null;
    const acted = actionsBetween(before.view, view);
    const all = acted.length <= mostActions ? flights(acted, before.view) : [];
    return {all, was: this.spots(all)};
  }

  override componentDidUpdate(before: Readonly<Props>, _: unknown, moving: Moving | null): void {
    const root = this.props.root.current;
    const {view, sides, drawn} = this.props;
    if (!root) return;
    if (drawn !== before.drawn) this.deal?.goOn();
    if (view !== before.view) this.follow(root, before.view, moving);
    if (this.moving && sides === view) this.prepare(root, this.moving, view === before.view ? 1 : 2);
    if (this.marked || this.changed.size > 0)
      for (const spot of root.querySelectorAll<HTMLElement>('[data-spot]')) spot.toggleAttribute('data-changed', this.changed.has(spot.dataset.spot!));
    this.marked = this.changed.size > 0;
  }

  private follow(root: HTMLElement, before: ViewMessage, moving: Moving | null): void {
    const {view} = this.props;
    const acted = actionsBetween(before, view);
    const goesOn = view.match === before.match && view.round === before.round && view.seq > before.seq;
    this.changed = goesOn ? changedPlaces(acted, before, this.changed) : new Set();
    this.moving = null;
    if (!moving) return;
    if (view.round !== before.round) {
      this.deal = new Deal(root);
    } else if (moving.all.length > 0) {
      this.moving = moving;
      this.hideComing(root, moving, to => to.startsWith('market-'));
    }
  }

  // Hides cards that have yet to come: at first without an animation, so that the one that shows them begins and ends with the flights.
  private hideComing(root: HTMLElement, {all, was}: Moving, hidden: (to: string) => boolean): void {
    for (const {from, to, start} of all) {
      const card = placed(was, from) && hidden(to) ? root.querySelector<HTMLElement>(`[data-spot="${to}"] .card`) : null;
      if (!card) continue;
      card.style.opacity = '0';
      this.hidden.set(card, {start, length: flight, total: lengthOf(all)});
    }
  }

  // They appear when their copies have landed, or at once.
  private reveal(flies: boolean): void {
    for (const [card, span] of this.hidden) {
      card.style.opacity = '';
      if (flies) appear(card, span);
    }
    this.hidden.clear();
  }

  // All places are new. Copies take off in the next frame, which is the `next`th from now. By then the browser has laid
  // out the new state, so reading the places costs nothing, and a slow phone need not do everything within one frame.
  private prepare(root: HTMLElement, moving: Moving, next: number): void {
    const {all, was} = moving;
    this.moving = null;
    this.hideComing(root, moving, to => !to.startsWith('market-') && !was.has(to));
    this.countUp(root, all);
    const fly = () => this.fly(root, all, was, lengthOf(all));
    this.waiting = fly;
    inFrame(next, () => this.waiting === fly && this.takeOff());
  }

  private takeOff(): void {
    const fly = this.waiting;
    this.waiting = null;
    const flies = fly !== null && !this.isStill();
    if (flies) fly();
    this.reveal(flies);
  }

  private fly(root: HTMLElement, all: readonly Flight[], was: Spots, total: number): void {
    const layer = layerOf(root);
    if (!layer) return;
    const is = this.spots(all);
    const frame = layer.getBoundingClientRect(); // before the copies are added: a reading after that would lay out the page again
    const width = is.get(first)?.width ?? 64;
    for (const moving of all) {
      const from = placed(was, moving.from), to = placed(is, moving.to);
      if (!from || !to) continue;
      const copy = this.copies.take(moving, layer, moving.kind === 'coin' ? coinWidth : width);
      move(copy, moving, {from, to, frame}, {start: moving.start, length: flight, total}, () => this.copies.land(copy));
    }
  }

  // A purse grows with each coin that lands in it. In the end it shows what the view says.
  private countUp(root: HTMLElement, all: readonly Flight[]): void {
    const {round} = this.props.view;
    for (const seat of [0, 1] as Seat[]) {
      const coins = all.filter(it => it.kind === 'coin' && it.to === `purse-${seat}`);
      let missing = coins.reduce((sum, it) => sum + (it.value ?? 0), 0);
      if (missing === 0) continue;
      const write = () => {
        const {view} = this.props;
        if (view.round !== round) return;
        for (const text of root.querySelectorAll(`[data-spot="purse-${seat}"] .purse-value`))
          if (text.firstChild instanceof Text) text.firstChild.data = String(rupees(view.players[seat]) - missing);
      };
      write();
      for (const coin of coins) setTimeout(() => {
        missing -= coin.value ?? 0;
        write();
      }, coin.start + flight * 0.85);
    }
  }

  override render() {
    return this.props.children;
  }
}

const layerOf = (root: HTMLElement): HTMLElement | null => root.querySelector('.flights');

const lengthOf = (all: readonly Flight[]): number => Math.max(...all.map(it => it.start)) + flight;

const rupees = ({goods_tokens: tokens, bonus_tokens: bonus}: ViewMessage['players'][0]): number =>
  [...tokens, ...bonus].reduce((sum, token) => sum + (token.value ?? 0), 0);

// For a hidden hand, or a kind that isn't in it, the place of the whole hand.
function alsoPlaces(spot: string): string[] {
  const hand = /^hand-\d/.exec(spot)?.[0];
  return hand ? [spot, `${hand}-back`, hand] : [spot];
}

function placed(spots: Spots, spot: string): DOMRect | undefined {
  return alsoPlaces(spot).map(it => spots.get(it)).find(Boolean);
}

interface Path {from: DOMRect; to: DOMRect; frame: DOMRect}

interface Pose {x: number; y: number; scale: number}

// A part of the time in which all of an action moves.
interface Span {start: number; length: number; total: number} // ms

// Keyframes that happen in a part of the time. Whatever moves together is animated from the same moment to the same moment,
// because the page has to work around each of these moments; in between, the browser moves things without it.
function timed(keyframes: readonly Keyframe[], {start, length, total}: Span): Keyframe[] {
  const last = keyframes.length - 1;
  const placed = keyframes.map((keyframe, i) => ({...keyframe, offset: (start + (keyframe.offset ?? i / last) * length) / total}));
  return [{...keyframes[0], easing: 'linear', offset: 0}, ...placed, {...keyframes[last], easing: 'linear', offset: 1}];
}

const arrived = 0.535; // of a flight; after that, the copy fades
const gliding = 'cubic-bezier(.39,.47,.51,.83)', fading = 'cubic-bezier(.24,.65,.55,1)';

function move(copy: HTMLElement, {kind, back}: Flight, {from, to, frame}: Path, span: Span, onEnd: () => void): void {
  const width = parseFloat(copy.style.getPropertyValue('--card-width'));
  const height = kind === 'coin' ? width : width * 1.4;
  const at = (place: DOMRect): Pose => ({
    x: place.left + place.width / 2 - width / 2 - frame.left, y: place.top + place.height / 2 - height / 2 - frame.top,
    scale: Math.min(1, place.width / width, place.height / height),
  });
  const here = at(from), there = at(to);
  const way = kind === 'camel' ? walk(here, there) : [{transform: posed(here), easing: gliding}];
  const flying = copy.animate(timed([
    {transform: posed(here), opacity: 0, offset: 0}, ...way.map((step, i) => ({...step, opacity: 1, offset: arrived * i / way.length})),
    {transform: posed(there), opacity: 1, offset: arrived, easing: fading}, {transform: posed(there), opacity: 0, offset: 1},
  ], span), span.total);
  flying.onfinish = flying.oncancel = onEnd;
  if (back) turnOver(copy.firstElementChild!, {...span, length: 0.8 * span.length});
}

const posed = ({x, y, scale}: Pose, tilt = 0): string => `translate(${x}px, ${y}px) scale(${scale}) rotate(${tilt}deg)`;

// Three steps, slower towards the end.
function walk(from: Pose, to: Pose): Keyframe[] {
  return [0, 1, 2, 3, 4, 5].map(i => {
    const part = 1 - (1 - i / 6) ** 2;
    const between = (a: number, b: number) => a + (b - a) * part;
    const up = i % 2;
    return {transform: posed({x: between(from.x, to.x), y: between(from.y, to.y) - 7 * up, scale: between(from.scale, to.scale)}, -2 * up)};
  });
}

function turnOver(turned: Element, span: Span): void {
  const [back, front] = turned.children;
  const aside = 'rotateY(90deg)';
  back?.animate(timed([{transform: 'rotateY(0)'}, {transform: aside}, {transform: aside}], span), span.total);
  front?.animate(timed([{transform: 'rotateY(-90deg)'}, {transform: 'rotateY(-90deg)'}, {transform: 'rotateY(0)'}], span), span.total);
}

// Shows a card once its copy has landed.
function appear(card: HTMLElement, span: Span): void {
  const until = {...span, start: 0, length: span.start + span.length};
  card.animate(timed([{opacity: 0, offset: 0}, {opacity: 0, offset: 0.9}, {opacity: 1, offset: 1}], until), span.total);
}

// Deals the market and the hands from the deck: at once what has been drawn, and later what will be. Until it is dealt, a
// card isn't seen.
class Deal {
  private began = 0;
  private dealt = 0;

  constructor(private readonly root: HTMLElement) {
    this.goOn();
  }

  goOn(): void {
    const {root} = this;
    const deck = root.querySelector('[data-spot="deck"]')?.getBoundingClientRect();
    const cards = [...root.querySelectorAll('.slot .card, .pile .layer')].slice(this.dealt);
    const badges = cards.map(card => card.parentElement!.querySelector(':scope > .badge'));
    const places = cards.map(card => card.getBoundingClientRect()); // before anything moves
    if (this.dealt === 0) this.began = performance.now();
    const late = performance.now() - this.began;
    const total = Math.max(0, Math.max(dealtCards, this.dealt + cards.length) * dealStep - late) + 1.5 * flight; // all end at the same moment
    cards.forEach((card, i) => {
      const {left, top} = places[i]!;
      const from = deck ? `${deck.left - left}px ${deck.top - top}px` : '0 -16px';
      const start = Math.max(0, (this.dealt + i) * dealStep - late);
      card.animate(timed([{opacity: 0, translate: from, scale: '.6', easing: 'cubic-bezier(.3,.6,.3,1)'}, {opacity: 1, translate: '0 0', scale: '1'}], {start, length: flight, total}), total);
      if (badges[i] !== badges[i + 1]) badges[i]?.animate(timed([{opacity: 0}, {opacity: 1}], {start: start + flight, length: flight / 2, total}), total); // with its pile's last card
    });
    this.dealt += cards.length;
  }
}
