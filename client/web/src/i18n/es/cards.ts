import type {Card} from '../../protocol/messages';
import type {Words} from '../words';

const names: Record<Card, [one: string, more: string]> = {
  diamond: ['Diamante', 'diamantes'], gold: ['Oro', 'oros'], silver: ['Plata', 'platas'], cloth: ['Tela', 'telas'],
  spice: ['Especia', 'especias'], leather: ['Cuero', 'cueros'], camel: ['Camello', 'camellos'],
};

export const cards: Words['cards'] = {
  name: card => names[card][0],
  counted: (card, count) => `${count} ${count === 1 ? names[card][0].toLowerCase() : names[card][1]}`,
};
