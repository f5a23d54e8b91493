// The kinds of cards, in the order in which the game names them, and counts of them. A card has no
// identity beyond its kind.
import type {Card, Good, GoodCounts} from '../protocol/messages';

export const goods: readonly Good[] = ['diamond', 'gold', 'silver', 'cloth', 'spice', 'leather'];
export const cards: readonly Card[] = [...goods, 'camel'];

export const isGood = (card: Card): card is Good => card !== 'camel';

export type CardCounts = Partial<Record<Card, number>>; // kinds without a card are left out or 0

export const countOf = (counts: CardCounts | GoodCounts, card: Card): number => (counts as CardCounts)[card] ?? 0;
export const total = (counts: CardCounts): number => Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);
// The cards of `counts`, one by one, in the order above.
export const cardList = (counts: CardCounts): Card[] =>
  cards.flatMap(card => Array.from({length: countOf(counts, card)}, () => card));
