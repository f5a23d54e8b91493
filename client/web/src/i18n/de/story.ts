import type {Card, Event, Seat} from '../../protocol/messages';
import type {Words} from '../words';
import {cards} from './cards';

type Story = Words['story'];
type Cast = Parameters<Story['event']>[1];
type EndReason = Extract<Event, {type: 'round_ended'}>['reason'];
type MatchEnd = Extract<Event, {type: 'match_ended'}>['reason'];

const and = new Intl.ListFormat('de');
const singles: Record<Card, string> = {
  diamond: 'einen Diamanten', gold: 'Gold', silver: 'Silber', cloth: 'Stoff', spice: 'Gewürz', leather: 'Leder', camel: 'ein Kamel',
};

function listed(list: readonly Card[]): string {
  const counts = new Map<Card, number>();
  for (const card of list) counts.set(card, (counts.get(card) ?? 0) + 1);
  const alone = counts.size === list.length;
  return and.format([...counts].map(([card, count]) => (alone ? singles[card] : cards.counted(card, count))));
}

const rupees = (count: number) => `${count} ${count === 1 ? 'Rupie' : 'Rupien'}`;
const refilled = (refill: readonly Card[]) =>
  refill.length ? ` Auf den Markt kam${refill.length > 1 ? 'en' : ''} ${listed(refill).replace('einen Diamanten', 'ein Diamant')}.` : ' Der Nachziehstapel hat nichts mehr für den Markt.';

const ends: Record<EndReason, string> = {
  tokens: 'Drei Sorten Warenchips sind aufgebraucht',
  deck: 'Der Nachziehstapel ist leer',
  stalled: 'Es wurde zwanzigmal hintereinander getauscht',
  seals: 'Die Partie ist entschieden',
  resigned: 'Jemand hat aufgegeben',
  timeout: 'Eine Uhr ist abgelaufen',
  claimed: 'Jemand hat zu lange gebraucht',
  abandoned: 'Die Partie wurde abgebrochen',
};

const givenAway = (reason: MatchEnd, has: string) =>
  reason === 'resigned' ? `${has} aufgegeben. ` : reason === 'timeout' ? `${has} keine Zeit mehr. ` : reason === 'claimed' ? `${has} zu lange gebraucht. ` : '';

function sold(event: Extract<Event, {type: 'sold'}>, who: string): string {
  const sum = event.tokens.reduce((all, value) => all + value, 0);
  const bonus = event.bonus;
  return `${who} ${cards.counted(event.good, event.count)}`
    + (event.tokens.length === 0 ? ' für nichts verkauft, denn es war kein Chip mehr da'
    : event.tokens.length === 1 ? ` für ${rupees(sum)} verkauft` : ` für ${event.tokens.join(' + ')} = ${rupees(sum)} verkauft`)
    + (bonus ? ` und einen Bonuschip für ${bonus.cards === 5 ? 'fünf oder mehr' : bonus.cards === 4 ? 'vier' : 'drei'} Karten bekommen`
      + (bonus.value === null ? '' : `, der ${bonus.value} wert ist`) : '')
    + '.';
}

function event(event: Event, cast: Cast): string {
  const has = (seat: Seat) => (seat === cast.you ? 'Du hast' : `${cast.name(seat)} hat`);
  const does = (seat: Seat, you: string, other: string) => (seat === cast.you ? `Du ${you}` : `${cast.name(seat)} ${other}`);
  switch (event.type) {
    case 'round_started': return `Runde ${event.round} beginnt. ${does(event.starter, 'fängst', 'fängt')} an.`;
    case 'took': return `${has(event.seat)} ${singles[event.card]} genommen.${refilled(event.refill)}`;
    case 'took_camels':
      return `${has(event.seat)} ${event.count === 1 ? 'das Kamel' : `alle ${event.count} Kamele`} genommen.${refilled(event.refill)}`;
    case 'exchanged': return `${has(event.seat)} ${listed(event.took)} genommen und ${listed(event.gave)} gegeben.`;
    case 'sold': return sold(event, has(event.seat));
    case 'round_ended':
      return `Runde ${event.round} ist vorbei: ${ends[event.reason] ?? event.reason}.` + (
        event.winner !== null ? ` ${does(event.winner, 'gewinnst', 'gewinnt')} das Siegel.`
        : event.reason === 'tokens' || event.reason === 'deck' || event.reason === 'stalled' ? ' Unentschieden: Niemand bekommt das Siegel.' : '');
    case 'match_ended':
      return event.winner === null ? 'Die Partie ist vorbei. Niemand hat sie gewonnen.'
        : `${givenAway(event.reason, has(event.winner === 0 ? 1 : 0))}Die Partie ist vorbei. ${does(event.winner, 'gewinnst', 'gewinnt')} sie.`;
  }
}

const presence: Record<Parameters<Story['presence']>[0], (name: string) => string> = {
  came: name => `${name} hat sich gesetzt.`,
  left: name => `${name} hat den Raum verlassen.`,
  away: name => `${name} ist weg.`,
  back: name => `${name} ist wieder da.`,
};

const notices: Record<Parameters<Story['notice']>[0], string> = {
  reconnected: 'Wieder verbunden.',
  table_voided: 'Das Mischen wurde abgebrochen, weil ein Beitrag dazu ausblieb. Drück noch einmal auf Bereit.',
  new_match: 'Eine neue Partie.',
};

const shuffles: Record<Parameters<Story['shuffle']>[0]['state'], string> = {
  unknown: '',
  committed: 'Das Mischen ist versiegelt: Niemand kann es mehr ändern.',
  verified: 'Das Mischen wurde geprüft: Nach dem Versiegeln wurde keine Karte geändert.',
  mismatch: 'Das Mischen passt nicht zu seinem Beweis. Trau diesem Server nicht.',
  unchecked: 'Das Mischen konnte nicht geprüft werden.',
};

export const story: Story = {
  event,
  presence: (what, name) => presence[what](name),
  notice: what => notices[what],
  refused: 'Das Mischen wurde abgebrochen, weil diese Seite sich nicht beteiligt hat: Es entsprach nicht der Vereinbarung.',
  shuffle: shuffle => shuffles[shuffle.state],
  said: (name, text) => `${name} sagt: ${text}`,
};
