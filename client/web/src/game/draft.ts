// What a choice of cards means: the action that it is, what that would bring, or why it is none (yet).
// It reads the view and nothing else. Cards are chosen by kind, for a card has no identity beyond it.
import type {Action, Good, ViewMessage} from '../protocol/messages';
import {countOf, goods, isGood, cardList, total, type CardCounts} from './cards';
import {bonusPiles, exchangesUntilStalled, handLimit, smallestSale} from './constants';

export interface Draft {
  market: CardCounts;
  hand: CardCounts; // camels are those given from the herd
}

export const emptyDraft: Draft = {market: {}, hand: {}};

// Codes of the protocol where the server would refuse by that code.
export type Reason =
  | 'not_your_turn' | 'not_playing'
  | 'hand_full'            // R10: one card to take, no room; goods given for two or more would make it a move
  | 'choose_in_market'     // R8: cards to give, too few to take
  | 'choose_to_give'       // R8: cards to take, too few to give
  | 'exchange_too_small'   // R8: one for one
  | 'sale_too_small'       // R11
  | 'exchange_takes_camel' // R8
  | 'exchange_same_good'   // R9
  | 'hand_limit';          // R10

export interface Preview {
  tokens: readonly number[]; // what a sale takes from its pile
  rupees: number;            // their sum
  bonus: null | {cards: 3 | 4 | 5; range: readonly [least: number, most: number] | null}; // no range: none is left
  hand: readonly [before: number, after: number];
  herd: readonly [before: number, after: number];
  endsRound: null | 'tokens' | 'deck' | 'stalled';
}

// `action` is the choice taken at its word: where it is not a move, the server would refuse it.
export type Interpretation =
  | {kind: 'nothing'}
  | {kind: 'move'; action: Action; preview: Preview}
  // Something is missing, a turn or more cards: `missing` of them. Where nothing but the turn is, there is a preview.
  | {kind: 'not_yet'; why: Reason; rule?: string; missing?: number; action: Action; preview?: Preview}
  // Breaks a rule, whatever else is chosen with it.
  | {kind: 'not_allowed'; why: Reason; rule?: string; action: Action};

export function marketCounts(view: ViewMessage): CardCounts {
  const counts: CardCounts = {};
  for (const card of view.market) if (card) counts[card] = countOf(counts, card) + 1;
  return counts;
}

// What the viewer may give: his goods, and the camels of his herd.
export function ownCounts(view: ViewMessage): CardCounts {
  const mine = view.you === null ? null : view.players[view.you];
  return mine ? {...mine.hand, camel: mine.herd ?? 0} : {};
}

export function interpret(draft: Draft, view: ViewMessage): Interpretation {
  const chosen = total(draft.market) + total(draft.hand);
  if (chosen === 0) return {kind: 'nothing'};
  const meant = atItsWord(draft, view);
  if (meant.kind !== 'move') return meant;
  const {action, preview} = meant;
  if (view.phase !== 'playing' || view.you === null) return {kind: 'not_allowed', why: 'not_playing', action};
  if (view.turn !== view.you) return {kind: 'not_yet', why: 'not_your_turn', action, preview};
  return meant;
}

// As if it were the viewer's turn.
function atItsWord(draft: Draft, view: ViewMessage): Interpretation {
  const take = cardList(draft.market);
  const give = cardList(draft.hand);
  const held = handSize(view);
  if (draft.market.camel) {
    if (take.every(card => card === 'camel') && give.length === 0) return moved({type: 'take_camels'}, view);
    return {kind: 'not_allowed', why: 'exchange_takes_camel', rule: 'R8', action: {type: 'exchange', take, give}};
  }
  if (give.length === 0 && take.length === 1) {
    const action: Action = {type: 'take', card: take[0]!};
    if (held < handLimit) return moved(action, view);
    return {kind: 'not_yet', why: 'hand_full', rule: 'R10', action};
  }
  const kinds = goods.filter(good => countOf(draft.hand, good) > 0);
  if (take.length === 0 && kinds.length === 1 && !draft.hand.camel) return sale(kinds[0]!, give.length, view);
  return exchange(draft, {type: 'exchange', take, give}, view);
}

function sale(good: Good, count: number, view: ViewMessage): Interpretation {
  const action: Action = {type: 'sell', good, count};
  const least = smallestSale[good]; // R11
  if (count >= least) return moved(action, view);
  return {kind: 'not_yet', why: 'sale_too_small', rule: 'R11', missing: least - count, action};
}

function exchange(draft: Draft, action: Action & {type: 'exchange'}, view: ViewMessage): Interpretation {
  const {take, give} = action;
  if (goods.some(good => countOf(draft.market, good) > 0 && countOf(draft.hand, good) > 0))
    return {kind: 'not_allowed', why: 'exchange_same_good', rule: 'R9', action};
  // Each camel given is a card more in the hand.
  if (handSize(view) + countOf(draft.hand, 'camel') > handLimit)
    return {kind: 'not_allowed', why: 'hand_limit', rule: 'R10', action};
  const missing = take.length - give.length;
  if (missing > 0) return {kind: 'not_yet', why: 'choose_to_give', rule: 'R8', missing, action};
  if (missing < 0) return {kind: 'not_yet', why: 'choose_in_market', rule: 'R8', missing: Math.max(give.length, 2) - take.length, action};
  if (take.length < 2) return {kind: 'not_yet', why: 'exchange_too_small', rule: 'R8', missing: 1, action};
  return moved(action, view);
}

const handSize = (view: ViewMessage): number => (view.you === null ? 0 : view.players[view.you].hand_size);

// ---- what a move would bring

const moved = (action: Action, view: ViewMessage): Interpretation => ({kind: 'move', action, preview: preview(action, view)});

export function preview(action: Action, view: ViewMessage): Preview {
  const mine = view.players[view.you ?? 0];
  const herd = mine.herd ?? 0;
  const result = {
    tokens: [] as number[], rupees: 0, bonus: null as Preview['bonus'],
    hand: [mine.hand_size, mine.hand_size] as [number, number], herd: [herd, herd] as [number, number],
    endsRound: null as Preview['endsRound'],
  };
  switch (action.type) {
    case 'take':
      result.hand[1] += 1;
      if (view.deck < 1) result.endsRound = 'deck'; // R15
      break;
    case 'take_camels': {
      const camels = countOf(marketCounts(view), 'camel');
      result.herd[1] += camels;
      if (view.deck < camels) result.endsRound = 'deck'; // R15
      break;
    }
    case 'exchange': {
      const camels = action.give.filter(card => !isGood(card)).length;
      result.hand[1] += camels;
      result.herd[1] -= camels;
      if (view.exchanges_in_a_row + 1 >= exchangesUntilStalled) result.endsRound = 'stalled';
      break;
    }
    case 'sell': {
      const {good, count} = action;
      result.hand[1] -= count;
      result.tokens = view.goods_tokens[good].slice(0, count); // R11: as far as they reach
      result.rupees = result.tokens.reduce((sum, value) => sum + value, 0);
      if (count >= 3) result.bonus = bonus(count >= 5 ? 5 : (count as 3 | 4), view); // R12
      const left = (pile: Good) => view.goods_tokens[pile].length - (pile === good ? result.tokens.length : 0);
      if (goods.filter(pile => left(pile) === 0).length >= 3) result.endsRound = 'tokens'; // R14
    }
  }
  return result;
}

// What the next bonus token may be worth: any value that this viewer has not seen yet.
function bonus(cards: 3 | 4 | 5, view: ViewMessage): Preview['bonus'] {
  if (view.bonus_tokens[cards] === 0) return {cards, range: null};
  const unseen: number[] = [...bonusPiles[cards]];
  for (const player of view.players)
    for (const token of player.bonus_tokens) {
      const at = token.cards === cards && token.value !== null ? unseen.indexOf(token.value) : -1;
      if (at >= 0) unseen.splice(at, 1);
    }
  return {cards, range: [Math.min(...unseen), Math.max(...unseen)]};
}
