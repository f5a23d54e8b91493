// Animates cards and tokens from their old to their new place. The table shows the new state at once; copies fly over it.
// What the opponent changed stays pointed out until the player's next action.
import {Component, render, type ComponentChildren, type RefObject} from 'preact';
import type {Seat, ViewMessage} from '../../protocol/messages';
import {actionsBetween, dealStep, flight, mostActions} from '../state/pace';
import {changedPlaces, flights, type Flight} from './flights';

type Spots = Map<string, DOMRect>;

interface Props {
  view: ViewMessage;
  still: boolean;
  root: RefObject<HTMLDivElement | null>;
  children: ComponentChildren;
}

const coinWidth = 26;
const easing = 'cubic-bezier(.3,.6,.3,1)';

const isFreshDeal = ({events}: ViewMessage): boolean => events.at(-1)?.type === 'round_started';

export class AnimatedTable extends Component<Props> {
  private readonly flying = new Map<HTMLElement, () => void>(); // copies in the air, and what removes them
  private changed: ReadonlySet<string> = new Set();
  private waiting: (() => void) | null = null; // what takes off in the next frame

  private spots(): Spots {
    const spots: Spots = new Map();
    for (const spot of this.props.root.current?.querySelectorAll<HTMLElement>('[data-spot]') ?? [])
      spots.set(spot.dataset.spot!, spot.getBoundingClientRect());
    return spots;
  }

  private isStill(): boolean {
    return this.props.still || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  override componentDidMount(): void {
    const root = this.props.root.current;
    if (root && isFreshDeal(this.props.view) && !this.isStill()) deal(root);
  }

  override componentWillUnmount(): void {
    this.waiting = null;
    for (const remove of [...this.flying.values()]) remove();
  }

  override getSnapshotBeforeUpdate(before: Readonly<Props>): Spots | null {
    const {view} = this.props;
    if (view !== before.view) this.takeOff(); // before the places change again
    const next = view !== before.view && view.match === before.view.match && view.seq > before.view.seq;
    return next && !this.isStill() ? this.spots() : null;
  }

  override componentDidUpdate(before: Readonly<Props>, _: unknown, was: Spots | null): void {
    const root = this.props.root.current;
    const {view} = this.props;
    if (!root) return;
    if (view !== before.view) this.follow(root, before.view, was);
    for (const spot of root.querySelectorAll<HTMLElement>('[data-spot]')) spot.toggleAttribute('data-changed', this.changed.has(spot.dataset.spot!));
  }

  private follow(root: HTMLElement, before: ViewMessage, was: Spots | null): void {
    const {view} = this.props;
    const acted = actionsBetween(before, view);
    const goesOn = view.match === before.match && view.round === before.round && view.seq > before.seq;
    this.changed = goesOn ? changedPlaces(acted, before, this.changed) : new Set();
    if (!was) return;
    if (view.round !== before.round) deal(root);
    else if (acted.length <= mostActions) this.prepare(root, flights(acted, before), was);
  }

  // Copies take off in the next frame. By then the browser has laid out the new state, so reading the places costs
  // nothing, and a slow phone need not do everything within one frame.
  private prepare(root: HTMLElement, all: readonly Flight[], was: Spots): void {
    for (const {from, to, start} of all)
      if (placed(was, from) && (to.startsWith('market-') || !was.has(to))) hide(root, to, start + flight);
    this.countUp(root, all);
    const fly = () => this.fly(root, all, was);
    this.waiting = fly;
    afterFrame(() => this.waiting === fly && this.takeOff());
  }

  private takeOff(): void {
    const fly = this.waiting;
    this.waiting = null;
    if (!this.isStill()) fly?.();
  }

  private fly(root: HTMLElement, all: readonly Flight[], was: Spots): void {
    const layer = root.querySelector<HTMLElement>('.flights');
    if (!layer) return;
    const is = this.spots();
    const frame = layer.getBoundingClientRect(); // before the copies are added: a reading after that would lay out the page again
    const width = is.get('market-0')?.width ?? 64;
    for (const moving of all) {
      const from = placed(was, moving.from), to = placed(is, moving.to);
      if (!from || !to) continue;
      const copy = copyOf(moving, layer, moving.kind === 'coin' ? coinWidth : width);
      const remove = () => {
        this.flying.delete(copy);
        render(null, copy);
        copy.remove();
      };
      this.flying.set(copy, remove);
      move(copy, moving, {from, to, frame}, remove);
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

// Once the next frame has been drawn.
const afterFrame = (work: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(work));

const rupees = ({goods_tokens: tokens, bonus_tokens: bonus}: ViewMessage['players'][0]): number =>
  [...tokens, ...bonus].reduce((sum, token) => sum + (token.value ?? 0), 0);

// For a hidden hand, or a kind that isn't in it, the place of the whole hand.
function placed(spots: Spots, spot: string): DOMRect | undefined {
  const hand = /^hand-\d/.exec(spot)?.[0];
  return spots.get(spot) ?? (hand ? spots.get(`${hand}-back`) ?? spots.get(hand) : undefined);
}

function copyOf({what, back}: Flight, layer: HTMLElement, width: number): HTMLElement {
  const copy = document.createElement('span');
  copy.className = 'flying';
  copy.style.setProperty('--card-width', `${width}px`);
  copy.style.opacity = '0'; // until it starts
  render(back ? <span class="turned"><span>{back}</span><span>{what}</span></span> : what, copy);
  layer.append(copy);
  return copy;
}

interface Path {from: DOMRect; to: DOMRect; frame: DOMRect}

function move(copy: HTMLElement, {kind, start, back}: Flight, {from, to, frame}: Path, onEnd: () => void): void {
  const width = parseFloat(copy.style.getPropertyValue('--card-width'));
  const height = kind === 'coin' ? width : width * 1.4;
  const at = (place: DOMRect) => {
    const scale = Math.min(1, place.width / width, place.height / height);
    const x = place.left + place.width / 2 - width / 2 - frame.left;
    const y = place.top + place.height / 2 - height / 2 - frame.top;
    return `translate(${x}px, ${y}px) scale(${scale})`;
  };
  const timing = {duration: flight, delay: start};
  const flying = copy.animate(
    [{transform: at(from), opacity: 1}, {transform: at(to), opacity: 1, offset: 0.9}, {transform: at(to), opacity: 0}], {...timing, easing});
  flying.onfinish = flying.oncancel = onEnd;
  if (kind === 'camel') walk(copy.firstElementChild!, timing);
  if (back) turnOver(copy.firstElementChild!, timing);
}

function walk(camel: Element, {duration, delay}: {duration: number; delay: number}): void {
  const steps = 3;
  camel.animate([{translate: '0 0'}, {translate: '0 -7px', rotate: '-2deg'}, {translate: '0 0'}], {duration: duration / steps, iterations: steps, delay});
}

function turnOver(turned: Element, {duration, delay}: {duration: number; delay: number}): void {
  const [back, front] = turned.children;
  const timing: KeyframeAnimationOptions = {duration: duration * 0.8, delay, fill: 'both'};
  back?.animate([{transform: 'rotateY(0)'}, {transform: 'rotateY(90deg)', offset: 0.5}, {transform: 'rotateY(90deg)'}], timing);
  front?.animate([{transform: 'rotateY(-90deg)'}, {transform: 'rotateY(-90deg)', offset: 0.5}, {transform: 'rotateY(0)'}], timing);
}

// Hides a card until it has landed.
function hide(root: HTMLElement, spot: string, until: number): void {
  root.querySelector(`[data-spot="${spot}"] .card`)?.animate([{opacity: 0}, {opacity: 0, offset: 0.9}, {opacity: 1}], {duration: until});
}

// Deals the market and the hands from the deck.
function deal(root: HTMLElement): void {
  const deck = root.querySelector('[data-spot="deck"]')?.getBoundingClientRect();
  const cards = [...root.querySelectorAll('.slot .card, .pile .layer')];
  const badges = cards.map(card => card.parentElement!.querySelector(':scope > .badge'));
  const places = cards.map(card => card.getBoundingClientRect()); // before anything moves
  cards.forEach((card, i) => {
    const {left, top} = places[i]!;
    const from = deck ? `${deck.left - left}px ${deck.top - top}px` : '0 -16px';
    card.animate([{opacity: 0, translate: from, scale: '.6'}, {opacity: 1, translate: '0 0', scale: '1'}], {duration: flight, delay: i * dealStep, easing, fill: 'backwards'});
    if (badges[i] !== badges[i + 1]) badges[i]?.animate([{opacity: 0}, {opacity: 1}], {duration: flight / 2, delay: i * dealStep + flight, fill: 'backwards'}); // with its pile's last card
  });
}
