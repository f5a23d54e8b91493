import type {Card} from '../../protocol/messages';
import type {Words} from '../words';

const names: Record<Card, [one: string, more: string]> = {
  diamond: ['Diamant', 'Diamanten'], gold: ['Gold', 'Gold'], silver: ['Silber', 'Silber'], cloth: ['Stoff', 'Stoffe'],
  spice: ['Gewürz', 'Gewürze'], leather: ['Leder', 'Leder'], camel: ['Kamel', 'Kamele'],
};

export const cards: Words['cards'] = {
  name: card => names[card][0],
  counted: (card, count) => `${count} ${names[card][count === 1 ? 0 : 1]}`,
};
