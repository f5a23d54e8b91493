// The rules of a round (R1 to R17 of the protocol's README): laying out, judging an action, doing it,
// counting. For what is over only: a round that is checked, a replay. A live page asks the server.
import type {Action, Card, Event, Good, GoodCounts, RoundResult, Seat} from '../protocol/messages';
import {goods, isGood, total} from './cards';
import {bonusPiles, camelTokenValue, exchangesUntilStalled, goodsPiles, dealtHandSize, handLimit, smallestSale} from './constants';

export type Tier = 3 | 4 | 5; // 5 for five and more
export type RoundEnd = RoundResult['reason'];
export interface Refusal {
  error: string; // as the protocol names it
  rule: string;
}

export interface Trader {
  hand: Record<Good, number>;
  herd: number;
  goodsTokens: {good: Good; value: number}[];
  bonusTokens: {cards: Tier; value: number}[];
}

// What chance gave to one round; index 0 is the top of each pile.
export interface Deal {
  deck: readonly Card[];
  bonus3: readonly number[];
  bonus4: readonly number[];
  bonus5: readonly number[];
}

export interface Round {
  readonly deal: Deal;
  readonly starter: Seat;
  drawn: number; // cards of the deck
  turn: Seat;
  market: (Card | null)[];
  traders: [Trader, Trader];
  goodsTaken: Record<Good, number>;
  bonusTaken: Record<Tier, number>;
  discard: Record<Good, number>;
  exchangesInARow: number;
  ended: RoundEnd | null; // by the rules
}

export const other = (seat: Seat): Seat => (seat === 0 ? 1 : 0);
const noGoods = (): Record<Good, number> => ({diamond: 0, gold: 0, silver: 0, cloth: 0, spice: 0, leather: 0});
const tally = (list: readonly (Card | null)[]): Record<Card, number> => {
  const counts = {...noGoods(), camel: 0};
  for (const card of list) if (card) counts[card]++;
  return counts;
};

export const deckLeft = (round: Round): number => round.deal.deck.length - round.drawn;
const bonusPile = (deal: Deal, tier: Tier): readonly number[] =>
  tier === 3 ? deal.bonus3 : tier === 4 ? deal.bonus4 : deal.bonus5;
export const bonusLeft = (round: Round, tier: Tier): number => bonusPiles[tier].length - round.bonusTaken[tier];
export const tokensLeft = (round: Round, good: Good): number[] => goodsPiles[good].slice(round.goodsTaken[good]);
// Kinds without a card are left out, as in views.
export const shownCounts = (counts: Record<Good, number>): GoodCounts =>
  Object.fromEntries(goods.filter(good => counts[good] > 0).map(good => [good, counts[good]]));

function receive(trader: Trader, card: Card): void {
  if (isGood(card)) trader.hand[card]++;
  else trader.herd++;
}

// Gaps from the left, as far as the deck reaches; a gap that stays ends the round (R15).
function refill(round: Round): Card[] {
  const came: Card[] = [];
  for (let slot = 0; slot < round.market.length; slot++) {
    if (round.market[slot] !== null) continue;
    const card = round.deal.deck[round.drawn];
    if (card === undefined) {
      round.ended = 'deck';
      break;
    }
    round.drawn++;
    round.market[slot] = card;
    came.push(card);
  }
  return came;
}

export function setUp(deal: Deal, starter: Seat): Round { // R4
  const trader = (): Trader => ({hand: noGoods(), herd: 0, goodsTokens: [], bonusTokens: []});
  const round: Round = {
    deal, starter, drawn: 0, turn: starter, market: ['camel', 'camel', 'camel', null, null], traders: [trader(), trader()],
    goodsTaken: noGoods(), bonusTaken: {3: 0, 4: 0, 5: 0}, discard: noGoods(), exchangesInARow: 0, ended: null,
  };
  for (const dealt of round.traders) for (let i = 0; i < dealtHandSize; i++) receive(dealt, deal.deck[round.drawn++]!);
  refill(round);
  return round;
}

const refusal = (error: string, rule: string): Refusal => ({error, rule});

function judgeExchange(round: Round, trader: Trader, action: Action & {type: 'exchange'}): Refusal | null {
  if (action.take.length !== action.give.length) return refusal('exchange_unequal', 'R8');
  if (action.take.length < 2) return refusal('exchange_too_small', 'R8');
  const take = tally(action.take), give = tally(action.give), open = tally(round.market);
  if (take.camel > 0) return refusal('exchange_takes_camel', 'R8');
  for (const good of goods) {
    if (take[good] > 0 && give[good] > 0) return refusal('exchange_same_good', 'R9');
    if (take[good] > open[good]) return refusal('not_in_market', 'R8');
    if (give[good] > trader.hand[good]) return refusal('not_in_hand', 'R8');
  }
  if (give.camel > trader.herd) return refusal('herd_too_small', 'R8');
  return total(trader.hand) + give.camel > handLimit ? refusal('hand_limit', 'R10') : null; // a camel given is a card more
}

// Null: it may be done.
export function check(round: Round, seat: Seat, action: Action): Refusal | null {
  if (round.ended) return refusal('not_playing', '');
  if (seat !== round.turn) return refusal('not_your_turn', '');
  const trader = round.traders[seat];
  switch (action.type) {
    case 'take':
      if (!isGood(action.card) || !round.market.includes(action.card)) return refusal('not_in_market', 'R6');
      return total(trader.hand) >= handLimit ? refusal('hand_limit', 'R10') : null;
    case 'take_camels':
      return round.market.includes('camel') ? null : refusal('no_camels', 'R7');
    case 'exchange':
      return judgeExchange(round, trader, action);
    case 'sell':
      if (action.count < smallestSale[action.good]) return refusal('sale_too_small', 'R11');
      return action.count > trader.hand[action.good] ? refusal('not_in_hand', 'R11') : null;
  }
}

function exchange(round: Round, seat: Seat, {take, give}: Action & {type: 'exchange'}): Event {
  const trader = round.traders[seat];
  take.forEach((taken, i) => {
    const given = give[i]!;
    round.market[round.market.indexOf(taken)] = given; // no good is both taken and given (R9)
    receive(trader, taken);
    if (isGood(given)) trader.hand[given]--;
    else trader.herd--;
  });
  return {type: 'exchanged', seat, took: take, gave: give} as Event;
}

function sell(round: Round, seat: Seat, {good, count}: Action & {type: 'sell'}): Event {
  const trader = round.traders[seat];
  trader.hand[good] -= count;
  round.discard[good] += count;
  const tokens = tokensLeft(round, good).slice(0, count);
  round.goodsTaken[good] += tokens.length;
  trader.goodsTokens.push(...tokens.map(value => ({good, value})));
  const tier = Math.min(count, 5) as Tier;
  const value = count >= 3 ? bonusPile(round.deal, tier)[round.bonusTaken[tier]] : undefined; // R12
  const bonus = value === undefined ? null : {cards: tier, value};
  if (bonus) {
    round.bonusTaken[tier]++;
    trader.bonusTokens.push(bonus);
  }
  if (goods.filter(it => tokensLeft(round, it).length === 0).length >= 3) round.ended = 'tokens'; // R14
  return {type: 'sold', seat, good, count, tokens, bonus};
}

function perform(round: Round, seat: Seat, action: Action): Event {
  const trader = round.traders[seat];
  switch (action.type) {
    case 'take':
      round.market[round.market.indexOf(action.card)] = null;
      receive(trader, action.card);
      return {type: 'took', seat, card: action.card as Good, refill: refill(round) as [] | [Card]};
    case 'take_camels': {
      const count = tally(round.market).camel;
      round.market = round.market.map(card => (card === 'camel' ? null : card));
      trader.herd += count;
      return {type: 'took_camels', seat, count, refill: refill(round)} as Event;
    }
    case 'exchange':
      return exchange(round, seat, action);
    case 'sell':
      return sell(round, seat, action);
  }
}

// Does what `check` allows; a refusal changes nothing.
export function apply(round: Round, seat: Seat, action: Action): {event: Event} | {refusal: Refusal} {
  const refused = check(round, seat, action);
  if (refused) return {refusal: refused};
  const event = perform(round, seat, action);
  round.exchangesInARow = action.type === 'exchange' ? round.exchangesInARow + 1 : 0;
  if (round.exchangesInARow === exchangesUntilStalled) round.ended = 'stalled'; // R15a
  round.turn = other(seat);
  return {event};
}

// ---- the count (R16, R17)

const sum = (tokens: readonly {value: number}[]): number => tokens.reduce((rupees, token) => rupees + token.value, 0);

function count(round: Round, reason: RoundEnd, camelToken: Seat | null): RoundResult {
  const line = (seat: Seat) => {
    const trader = round.traders[seat];
    return {
      rupees: sum(trader.goodsTokens) + sum(trader.bonusTokens) + (camelToken === seat ? camelTokenValue : 0),
      goods_tokens: trader.goodsTokens.length, bonus_tokens: trader.bonusTokens.length, herd: trader.herd, hand: shownCounts(trader.hand),
    };
  };
  return {reason, winner: null, camel_token: camelToken, players: [line(0), line(1)]};
}

const more = (zero: number, one: number): Seat | null => (zero === one ? null : zero > one ? 0 : 1);

// Of a round that has ended by the rules.
export function score(round: Round): RoundResult {
  const result = count(round, round.ended!, more(round.traders[0].herd, round.traders[1].herd));
  const [zero, one] = result.players;
  const winner =
    more(zero.rupees, one.rupees) ?? more(zero.bonus_tokens, one.bonus_tokens) ?? more(zero.goods_tokens, one.goods_tokens);
  return {...result, winner};
}

// Of one that was cut short from outside: nobody wins it.
export const scoreCutShort = (round: Round, reason: RoundEnd): RoundResult => count(round, reason, null);
