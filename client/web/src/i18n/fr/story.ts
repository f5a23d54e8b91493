import type {Card, Event, Seat} from '../../protocol/messages';
import type {Words} from '../words';
import {cards} from './cards';

type Story = Words['story'];
type Cast = Parameters<Story['event']>[1];
type EndReason = Extract<Event, {type: 'round_ended'}>['reason'];
type MatchEnd = Extract<Event, {type: 'match_ended'}>['reason'];

const and = new Intl.ListFormat('fr');
const singles: Record<Card, string> = {
  diamond: 'un diamant', gold: 'de l’or', silver: 'de l’argent', cloth: 'de l’étoffe', spice: 'des épices', leather: 'du cuir', camel: 'un chameau',
};

function listed(list: readonly Card[]): string {
  const counts = new Map<Card, number>();
  for (const card of list) counts.set(card, (counts.get(card) ?? 0) + 1);
  const alone = counts.size === list.length;
  return and.format([...counts].map(([card, count]) => (alone ? singles[card] : cards.counted(card, count))));
}

const rupees = (count: number) => `${count} ${count === 1 ? 'roupie' : 'roupies'}`;
const refilled = (refill: readonly Card[]) =>
  refill.length ? ` Le marché a reçu ${listed(refill)}.` : ' La pioche n’a plus rien pour le marché.';

const ends: Record<EndReason, string> = {
  tokens: 'trois types de jetons de marchandises sont épuisés',
  deck: 'la pioche est vide',
  stalled: 'il y a eu vingt échanges de suite',
  seals: 'la partie est décidée',
  resigned: 'quelqu’un a abandonné',
  timeout: 'une pendule est à zéro',
  claimed: 'quelqu’un a mis trop de temps',
  abandoned: 'la partie a été interrompue',
};

const givenAway = (reason: MatchEnd, has: string) =>
  reason === 'resigned' ? `${has} abandonné. ` : reason === 'timeout' ? `${has} dépassé le temps. ` : reason === 'claimed' ? `${has} mis trop de temps. ` : '';

function sold(event: Extract<Event, {type: 'sold'}>, who: string): string {
  const sum = event.tokens.reduce((all, value) => all + value, 0);
  const bonus = event.bonus;
  return `${who} vendu ${cards.counted(event.good, event.count)}`
    + (event.tokens.length === 0 ? ' pour rien, car il ne restait aucun jeton'
    : event.tokens.length === 1 ? ` pour ${rupees(sum)}` : ` pour ${event.tokens.join(' + ')} = ${rupees(sum)}`)
    + (bonus ? `, et reçu un jeton bonus pour ${bonus.cards === 5 ? 'cinq cartes ou plus' : bonus.cards === 4 ? 'quatre cartes' : 'trois cartes'}`
      + (bonus.value === null ? '' : ` qui vaut ${bonus.value}`) : '')
    + '.';
}

function event(event: Event, cast: Cast): string {
  const has = (seat: Seat) => (seat === cast.you ? 'Tu as' : `${cast.name(seat)} a`);
  const does = (seat: Seat, you: string, other: string) => (seat === cast.you ? `Tu ${you}` : `${cast.name(seat)} ${other}`);
  switch (event.type) {
    case 'round_started': return `La manche ${event.round} commence. ${does(event.starter, 'joues', 'joue')} en premier.`;
    case 'took': return `${has(event.seat)} pris ${singles[event.card]}.${refilled(event.refill)}`;
    case 'took_camels':
      return `${has(event.seat)} pris ${event.count === 1 ? 'le chameau' : `les ${event.count} chameaux`}.${refilled(event.refill)}`;
    case 'exchanged': return `${has(event.seat)} pris ${listed(event.took)} et donné ${listed(event.gave)}.`;
    case 'sold': return sold(event, has(event.seat));
    case 'round_ended':
      return `La manche ${event.round} est finie : ${ends[event.reason] ?? event.reason}.` + (
        event.winner !== null ? ` ${does(event.winner, 'gagnes', 'gagne')} le sceau.`
        : event.reason === 'tokens' || event.reason === 'deck' || event.reason === 'stalled' ? ' Égalité : personne n’a le sceau.' : '');
    case 'match_ended':
      return event.winner === null ? 'La partie est finie. Personne ne l’a gagnée.'
        : `${givenAway(event.reason, has(event.winner === 0 ? 1 : 0))}La partie est finie. ${does(event.winner, 'la gagnes', 'la gagne')}.`;
  }
}

const presence: Record<Parameters<Story['presence']>[0], (name: string) => string> = {
  came: name => `${name} a pris place.`,
  left: name => `${name} a quitté la salle.`,
  away: name => `${name} n’est plus là.`,
  back: name => `${name} est de retour.`,
};

const notices: Record<Parameters<Story['notice']>[0], string> = {
  reconnected: 'La connexion est rétablie.',
  table_voided: 'Le mélange a été annulé, car une des parts n’est pas arrivée. Appuie encore une fois sur « Tout est prêt ».',
  new_match: 'Une nouvelle partie.',
};

const shuffles: Record<Parameters<Story['shuffle']>[0]['state'], string> = {
  unknown: '',
  committed: 'Le mélange est scellé : personne ne peut plus le changer.',
  verified: 'Le mélange a été vérifié : aucune carte n’a changé après le scellement.',
  mismatch: 'Le mélange ne correspond pas à sa preuve. Ne te fie pas à ce serveur.',
  unchecked: 'Le mélange n’a pas pu être vérifié.',
};

export const story: Story = {
  event,
  presence: (what, name) => presence[what](name),
  notice: what => notices[what],
  refused: 'Le mélange a été annulé, car cette page n’y a pas pris part : il n’était pas conforme à ce qui était convenu.',
  shuffle: shuffle => shuffles[shuffle.state],
  said: (name, text) => `${name} dit : ${text}`,
};
