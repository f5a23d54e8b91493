// A round by the rules (R1 to R17): deal, apply an action, score. Only for rounds that are fully known, in a replay or a
// proof; while a match runs, the server does this.
import type {Action, Card, Event, Good, GoodCounts, RoundResult, Seat} from '../protocol/messages';
import {countCards, countOf, goods, isGood} from './cards';
import {bonusPiles, camelTokenValue, exchangesUntilStalled, goodsPiles, dealtHandSize} from './constants';
import {otherSeat} from './match';
import {refusals, type Exchange, type Refusal} from './turn';

export type Tier = 3 | 4 | 5; // 5: five or more
export type RoundEnd = RoundResult['reason'];
export interface Trader {
  hand: Record<Good, number>;
  herd: number;
  goodsTokens: {good: Good; value: number}[];
  bonusTokens: {cards: Tier; value: number}[];
}

// The random part of one round; index 0 is the top of each pile.
export interface Deal {
  deck: readonly Card[];
  bonus3: readonly number[];
  bonus4: readonly number[];
  bonus5: readonly number[];
}

export interface Round {
  readonly deal: Deal;
  readonly starter: Seat;
  drawn: number; // cards drawn from the deck
  turn: Seat;
  market: (Card | null)[];
  traders: [Trader, Trader];
  goodsTaken: Record<Good, number>;
  bonusTaken: Record<Tier, number>;
  discard: Record<Good, number>;
  exchangesInARow: number;
  ended: RoundEnd | null; // by the rules
}

const noGoods = (): Record<Good, number> => ({diamond: 0, gold: 0, silver: 0, cloth: 0, spice: 0, leather: 0});

export const deckLeft = (round: Round): number => round.deal.deck.length - round.drawn;
const bonusPile = (deal: Deal, tier: Tier): readonly number[] =>
  tier === 3 ? deal.bonus3 : tier === 4 ? deal.bonus4 : deal.bonus5;
export const bonusLeft = (round: Round, tier: Tier): number => bonusPiles[tier].length - round.bonusTaken[tier];
export const tokensLeft = (round: Round, good: Good): number[] => goodsPiles[good].slice(round.goodsTaken[good]);
// As in views: without kinds that have no cards.
export const shownCounts = (counts: Record<Good, number>): GoodCounts =>
  Object.fromEntries(goods.filter(good => counts[good] > 0).map(good => [good, counts[good]]));

function receive(trader: Trader, card: Card): void {
  if (isGood(card)) trader.hand[card]++;
  else trader.herd++;
}

// Fills the gaps from the left. A gap that the deck can't fill ends the round (R15).
function refill(round: Round): Card[] {
  const refilled: Card[] = [];
  for (let slot = 0; slot < round.market.length; slot++) {
    if (round.market[slot] !== null) continue;
    const card = round.deal.deck[round.drawn];
    if (card === undefined) {
      round.ended = 'deck';
      break;
    }
    round.drawn++;
    round.market[slot] = card;
    refilled.push(card);
  }
  return refilled;
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

// Null: the action is legal.
export function check(round: Round, seat: Seat, action: Action): Refusal | null {
  if (round.ended) return {error: 'not_playing', rule: ''};
  if (seat !== round.turn) return {error: 'not_your_turn', rule: ''};
  const {hand, herd} = round.traders[seat];
  return refusals({market: countCards(round.market), own: {...hand, camel: herd}}, action).next().value ?? null;
}

function exchange(round: Round, seat: Seat, {take, give}: Exchange): Event {
  const trader = round.traders[seat];
  take.forEach((taken, i) => {
    const given = give[i]!;
    round.market[round.market.indexOf(taken)] = given; // R9: no good is both taken and given
    receive(trader, taken);
    if (isGood(given)) trader.hand[given]--;
    else trader.herd--;
  });
  return {type: 'exchanged', seat, took: take, gave: give} as Event;
}

function sell(round: Round, seat: Seat, {good, count}: Extract<Action, {type: 'sell'}>): Event {
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
      const count = countOf(countCards(round.market), 'camel');
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

// Changes the round, or refuses and changes nothing.
export function apply(round: Round, seat: Seat, action: Action): {event: Event} | {refusal: Refusal} {
  const refused = check(round, seat, action);
  if (refused) return {refusal: refused};
  const event = perform(round, seat, action);
  round.exchangesInARow = action.type === 'exchange' ? round.exchangesInARow + 1 : 0;
  if (round.exchangesInARow === exchangesUntilStalled) round.ended = 'stalled'; // R15a
  round.turn = otherSeat(seat);
  return {event};
}

// ---- scoring (R16, R17)

const sum = (tokens: readonly {value: number}[]): number => tokens.reduce((rupees, token) => rupees + token.value, 0);

function count(round: Round, reason: RoundEnd, camelToken: Seat | null): RoundResult {
  const side = (seat: Seat) => {
    const trader = round.traders[seat];
    return {
      rupees: sum(trader.goodsTokens) + sum(trader.bonusTokens) + (camelToken === seat ? camelTokenValue : 0),
      goods_tokens: trader.goodsTokens.length, bonus_tokens: trader.bonusTokens.length, herd: trader.herd, hand: shownCounts(trader.hand),
    };
  };
  return {reason, winner: null, camel_token: camelToken, players: [side(0), side(1)]};
}

const more = (zero: number, one: number): Seat | null => (zero === one ? null : zero > one ? 0 : 1);

// The result of a round that the rules have ended.
export function score(round: Round): RoundResult {
  const result = count(round, round.ended!, more(round.traders[0].herd, round.traders[1].herd));
  const [zero, one] = result.players;
  const winner =
    more(zero.rupees, one.rupees) ?? more(zero.bonus_tokens, one.bonus_tokens) ?? more(zero.goods_tokens, one.goods_tokens);
  return {...result, winner};
}

// The result of a round that something else has ended: nobody wins it.
export const scoreCutShort = (round: Round, reason: RoundEnd): RoundResult => count(round, reason, null);
