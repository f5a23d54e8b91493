// The kinds of cards, in the game's order, and counts of them. Cards of one kind are all the same.
import type {Card, Good, GoodCounts} from '../protocol/messages';

export const goods: readonly Good[] = ['diamond', 'gold', 'silver', 'cloth', 'spice', 'leather'];
export const cards: readonly Card[] = [...goods, 'camel'];

export const isGood = (card: Card): card is Good => card !== 'camel';

export type CardCounts = Partial<Record<Card, number>>; // a missing kind counts as 0

export const countOf = (counts: CardCounts | GoodCounts, card: Card): number => (counts as CardCounts)[card] ?? 0;
export const total = (counts: CardCounts): number => Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);
// How many of each kind are in a list; `null` is an empty place.
export function countCards(list: readonly (Card | null)[]): CardCounts {
  const counts: CardCounts = {};
  for (const card of list) if (card) counts[card] = countOf(counts, card) + 1;
  return counts;
}
// The opposite: the cards one by one, in the order above.
export const cardList = (counts: CardCounts): Card[] =>
  cards.flatMap(card => Array.from({length: countOf(counts, card)}, () => card));
