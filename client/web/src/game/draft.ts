// What a selection of cards means, from only the view: the action, its effect, or why it isn't legal (yet). Cards are
// chosen by kind, since cards of one kind are all the same.
import type {Action, Good, ViewMessage} from '../protocol/messages';
import {cardList, countCards, countOf, goods, isGood, type CardCounts} from './cards';
import {bonusPiles, exchangesUntilStalled, smallestSale} from './constants';
import {refusals, type Refusal} from './turn';

export interface Draft {
  market: CardCounts;
  hand: CardCounts; // camels come from the herd
}

export const emptyDraft: Draft = {market: {}, hand: {}};

// The protocol's error codes, if it has one for the reason.
export type Reason =
  | 'not_your_turn' | 'not_playing'
  | 'hand_full'            // R10: one card to take and no room; adding a second card and two goods to give makes it an exchange
  | 'choose_in_market'     // R8: fewer cards to take than to give
  | 'choose_to_give'       // R8: fewer cards to give than to take
  | 'exchange_too_small'   // R8: one for one
  | 'sale_too_small'       // R11
  | 'only_one'             // R11: and no second one to add
  | 'exchange_takes_camel' // R8
  | 'exchange_same_good'   // R9
  | 'hand_limit';          // R10

export interface Preview {
  tokens: readonly number[]; // that a sale takes from its pile
  rupees: number;            // their sum
  bonus: null | {cards: 3 | 4 | 5; range: readonly [least: number, most: number] | null}; // range null: none is left
  hand: readonly [before: number, after: number];
  herd: readonly [before: number, after: number];
  endsRound: null | 'tokens' | 'deck' | 'stalled';
}

// `action` is what the choice stands for; unless `kind` is `move`, the server would refuse it.
export type Interpretation =
  | {kind: 'nothing'}
  | {kind: 'move'; action: Action; preview: Preview}
  // It isn't our turn (then there is a preview), or the player must choose `missing` more cards; `first`: of what is
  // missing, none is chosen yet.
  | {kind: 'not_yet'; why: Reason; rule?: string; missing?: number; first?: boolean; action: Action; preview?: Preview}
  // Breaks a rule, whatever cards are added.
  | {kind: 'not_allowed'; why: Reason; rule?: string; action: Action};

// What the viewer can give: goods from the hand, camels from the herd.
export function ownCounts(view: ViewMessage): CardCounts {
  const own = view.you === null ? null : view.players[view.you];
  return own ? {...own.hand, camel: own.herd ?? 0} : {};
}

// The action that the chosen cards stand for, legal or not; null: nothing is chosen.
function actionOf({market, hand}: Draft): Action | null {
  const take = cardList(market), give = cardList(hand);
  const [taken] = take, [given] = give;
  if (taken && !given && take.every(card => card === 'camel')) return {type: 'take_camels'};
  if (taken && !given && take.length === 1) return {type: 'take', card: taken};
  if (given && isGood(given) && !taken && give.every(card => card === given)) return {type: 'sell', good: given, count: give.length};
  return taken || given ? {type: 'exchange', take, give} : null;
}

export function interpret(draft: Draft, view: ViewMessage): Interpretation {
  const action = actionOf(draft);
  if (!action) return {kind: 'nothing'};
  const problem = problemOf(action, ownCounts(view), [...refusals({market: countCards(view.market), own: ownCounts(view)}, action)]);
  if (problem) return problem;
  if (view.phase !== 'playing' || view.you === null) return {kind: 'not_allowed', why: 'not_playing', action};
  if (view.turn !== view.you) return {kind: 'not_yet', why: 'not_your_turn', action, preview: preview(action, view)};
  return {kind: 'move', action, preview: preview(action, view)};
}

type Final = 'exchange_takes_camel' | 'exchange_same_good' | 'hand_limit';
const isFinal = ({error}: Refusal): boolean => (['exchange_takes_camel', 'exchange_same_good', 'hand_limit'] satisfies Final[] as string[]).includes(error);

// Problems that choosing more cards can't fix come first.
function problemOf(action: Action, own: CardCounts, broken: readonly Refusal[]): Interpretation | null {
  const refusal = broken.find(isFinal) ?? broken[0];
  if (!refusal) return null;
  const {error, rule} = refusal;
  const notYet = (why: Reason, missing?: number, first = false): Interpretation =>
    ({kind: 'not_yet', why, rule, ...(missing === undefined ? {} : {missing}), ...(first ? {first} : {}), action});
  if (action.type === 'take') return notYet('hand_full');
  if (action.type === 'sell') return countOf(own, action.good) < smallestSale[action.good] ? notYet('only_one') : notYet('sale_too_small', smallestSale[action.good] - action.count);
  if (action.type === 'take_camels') return null;
  const {take, give} = action;
  if (isFinal(refusal)) return {kind: 'not_allowed', why: error as Final, rule, action};
  if (error === 'exchange_too_small') return notYet(error, 1);
  return take.length > give.length
    ? notYet('choose_to_give', take.length - give.length, give.length === 0)
    : notYet('choose_in_market', Math.max(give.length, 2) - take.length, take.length === 0);
}

// ---- previews

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
      const camels = countOf(countCards(view.market), 'camel');
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
      result.tokens = view.goods_tokens[good].slice(0, count); // R11: as many as are left
      result.rupees = result.tokens.reduce((sum, value) => sum + value, 0);
      if (count >= 3) result.bonus = bonus(count >= 5 ? 5 : (count as 3 | 4), view); // R12
      const left = (pile: Good) => view.goods_tokens[pile].length - (pile === good ? result.tokens.length : 0);
      if (goods.filter(pile => left(pile) === 0).length >= 3) result.endsRound = 'tokens'; // R14
    }
  }
  return result;
}

// The next bonus token can have any value that the viewer hasn't seen yet.
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
