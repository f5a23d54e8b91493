// Names of cards, alone and counted.
import type {Card} from '../../protocol/messages';

const names: Record<Card, string> = {
  diamond: 'Diamond', gold: 'Gold', silver: 'Silver', cloth: 'Cloth', spice: 'Spice', leather: 'Leather', camel: 'Camel',
};

export const cards = {
  name: (card: Card): string => names[card],
  // Within a sentence: "3 leather", "1 camel".
  counted: (card: Card, count: number): string =>
    `${count} ${names[card].toLowerCase()}${count !== 1 && (card === 'diamond' || card === 'camel') ? 's' : ''}`,
};
