import type {Card} from '../../protocol/messages';
import type {Words} from '../words';

const names: Record<Card, [one: string, more: string]> = {
  diamond: ['Diamant', 'diamants'], gold: ['Or', 'or'], silver: ['Argent', 'argent'], cloth: ['Étoffe', 'étoffes'],
  spice: ['Épice', 'épices'], leather: ['Cuir', 'cuirs'], camel: ['Chameau', 'chameaux'],
};

export const cards: Words['cards'] = {
  name: card => names[card][0],
  counted: (card, count) => `${count} ${count > 1 ? names[card][1] : names[card][0].toLowerCase()}`,
};
