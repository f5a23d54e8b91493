// What flies where: the cards and tokens that the events between two views move.
import type {JSX} from 'preact';
import type {Card, Event, ViewMessage} from '../../protocol/messages';
import {starts} from '../state/pace';
import {BonusCoin, CardFace, Coin} from './card';

export interface Flight {
  what: JSX.Element;
  face: string; // equal for flights that look alike, apart from a value
  back?: JSX.Element; // turned over on the way
  from: string;
  to: string;
  start: number; // ms
  kind: 'card' | 'camel' | 'coin';
  value?: number; // of a token
}

type Part<Type extends Event['type']> = Extract<Event, {type: Type}>;

const card = (card: Card, from: string, to: string, start: number): Flight => ({what: <CardFace card={card} />, face: card, from, to, start, kind: 'card'});

// Fills the gaps from the deck.
function refill(market: (Card | null)[], gaps: readonly number[], cards: readonly Card[], late = 0): Flight[] {
  return gaps.flatMap((gap, i) => {
    const next = cards[i] ?? null;
    market[gap] = next;
    return next ? [card(next, 'deck', `market-${gap}`, late + starts.refill(i))] : [];
  });
}

function took({seat, card: taken, refill: cards}: Part<'took'>, market: (Card | null)[]): Flight[] {
  const slot = market.indexOf(taken);
  return [card(taken, `market-${slot}`, `hand-${seat}-${taken}`, 0), ...refill(market, [slot], cards)];
}

// The herd walks in, one camel after another.
function tookCamels({seat, refill: cards}: Part<'took_camels'>, market: (Card | null)[]): Flight[] {
  const slots = market.flatMap((there, slot) => (there === 'camel' ? [slot] : []));
  const herd = slots.map((slot, i): Flight => ({...card('camel', `market-${slot}`, `herd-${seat}`, starts.camel(i)), kind: 'camel'}));
  return [...herd, ...refill(market, slots, cards, starts.camel(slots.length - 1))];
}

function exchanged({seat, took, gave}: Part<'exchanged'>, market: (Card | null)[]): Flight[] {
  const taken: number[] = [];
  const found: Flight[] = [];
  took.forEach((wanted, i) => {
    const slot = market.findIndex((there, at) => there === wanted && !taken.includes(at));
    const given = gave[i]!;
    taken.push(slot);
    found.push(card(wanted, `market-${slot}`, `hand-${seat}-${wanted}`, Math.min(i, 3) * 15));
    found.push(card(given, given === 'camel' ? `herd-${seat}` : `hand-${seat}-${given}`, `market-${slot}`, starts.refill(0)));
  });
  taken.forEach((slot, i) => { market[slot] = gave[i]!; });
  return found;
}

// The cards go, and the coins come one by one; a bonus token turns over if its value is known.
function sold({seat, good, count, tokens, bonus}: Part<'sold'>): Flight[] {
  const found = Array.from({length: Math.min(count, 4)}, (_, i) => card(good, `hand-${seat}-${good}`, 'discard', i * 15));
  tokens.forEach((value, i) => found.push({what: <Coin good={good} value={value} />, face: `coin ${good}`, from: `pile-${good}`, to: `purse-${seat}`, start: starts.coin(i), kind: 'coin', value}));
  if (bonus) {
    const hidden = <BonusCoin cards={bonus.cards} value={null} />;
    found.push({
      what: <BonusCoin cards={bonus.cards} value={bonus.value} />, face: `bonus ${bonus.cards} ${bonus.value !== null}`,
      ...(bonus.value === null ? {} : {back: hidden, value: bonus.value}),
      from: `bonus-${bonus.cards}`, to: `purse-${seat}`, start: starts.bonus(tokens.length), kind: 'coin',
    });
  }
  return found;
}

function of(event: Event, market: (Card | null)[]): Flight[] {
  switch (event.type) {
    case 'took': return took(event, market);
    case 'took_camels': return tookCamels(event, market);
    case 'exchanged': return exchanged(event, market);
    case 'sold': return sold(event);
    default: return [];
  }
}

export function flights(events: readonly Event[], before: ViewMessage): Flight[] {
  const market = [...before.market];
  return events.flatMap(event => of(event, market));
}

const isPointedOut = (spot: string): boolean => /^(market|pile|purse|herd)-/.test(spot);

// The places to point out: what the others changed since the viewer's own last action. Spectators see the last action.
export function changedPlaces(events: readonly (Event & {seat: unknown})[], before: ViewMessage, earlier: ReadonlySet<string>): ReadonlySet<string> {
  const {you} = before;
  const market = [...before.market];
  let changed = new Set(earlier);
  for (const event of events) {
    const moved = of(event, market);
    if (you === null || event.seat === you) changed = new Set();
    if (event.seat !== you) for (const {from, to} of moved) for (const spot of [from, to]) if (isPointedOut(spot)) changed.add(spot);
  }
  return changed;
}
