// Whether an action is legal (R6 to R11). That depends only on what the player to move can see, so the table, replays and
// the shuffle verifier all use this.
import type {Action, ErrorCode} from '../protocol/messages';
import {countCards, countOf, goods, isGood, total, type CardCounts} from './cards';
import {handLimit, smallestSale} from './constants';

export interface Turn {
  market: CardCounts;
  own: CardCounts; // the hand, and the herd as camels
}

export interface Refusal {
  error: ErrorCode;
  rule: string; // '' for none
}

export type Exchange = Extract<Action, {type: 'exchange'}>;

const refusal = (error: ErrorCode, rule: string): Refusal => ({error, rule});
const handSize = (own: CardCounts): number => total(own) - countOf(own, 'camel');

function* exchangeRefusals({market, own}: Turn, {take, give}: Exchange): Generator<Refusal> {
  if (take.length !== give.length) yield refusal('exchange_unequal', 'R8');
  if (take.length < 2) yield refusal('exchange_too_small', 'R8');
  const taken = countCards(take), given = countCards(give);
  if (taken.camel) yield refusal('exchange_takes_camel', 'R8');
  for (const good of goods) {
    if (taken[good] && given[good]) yield refusal('exchange_same_good', 'R9');
    if (countOf(taken, good) > countOf(market, good)) yield refusal('not_in_market', 'R8');
    if (countOf(given, good) > countOf(own, good)) yield refusal('not_in_hand', 'R8');
  }
  if (countOf(given, 'camel') > countOf(own, 'camel')) yield refusal('herd_too_small', 'R8');
  if (handSize(own) + countOf(given, 'camel') > handLimit) yield refusal('hand_limit', 'R10'); // the hand gains a card per camel
}

// Every rule that the action breaks, in the order in which the server checks them.
export function* refusals(turn: Turn, action: Action): Generator<Refusal> {
  const {market, own} = turn;
  switch (action.type) {
    case 'take':
      if (!isGood(action.card) || !market[action.card]) yield refusal('not_in_market', 'R6');
      if (handSize(own) >= handLimit) yield refusal('hand_limit', 'R10');
      return;
    case 'take_camels':
      if (!market.camel) yield refusal('no_camels', 'R7');
      return;
    case 'exchange':
      return yield* exchangeRefusals(turn, action);
    case 'sell':
      if (action.count < smallestSale[action.good]) yield refusal('sale_too_small', 'R11');
      if (action.count > countOf(own, action.good)) yield refusal('not_in_hand', 'R11');
  }
}
