// What the log tells. Sentences hold placeholders for names, which whoever draws them puts in.
import type {Card, Event, Seat} from '../../protocol/messages';
import type {Shuffle, StoryEntry} from '../../model';
import {cards} from './cards';

// Who is who: `name` gives a seat's name, or the placeholder for it; `you` is the reader's seat.
export interface Cast {
  you: Seat | null;
  name: (seat: Seat) => string;
}

type Presence = Extract<StoryEntry, {kind: 'presence'}>['what'];
type Notice = Extract<StoryEntry, {kind: 'notice'}>['what'];
type EndReason = Extract<Event, {type: 'round_ended'}>['reason'];

const and = new Intl.ListFormat('en');
const singles: Record<Card, string> = {
  diamond: 'a diamond', gold: 'gold', silver: 'silver', cloth: 'cloth', spice: 'spice', leather: 'leather', camel: 'a camel',
};

// "gold and cloth", "2 gold and 1 camel": equal cards together, in the order in which they come first.
function listed(list: readonly Card[]): string {
  const counts = new Map<Card, number>();
  for (const card of list) counts.set(card, (counts.get(card) ?? 0) + 1);
  const alone = counts.size === list.length;
  return and.format([...counts].map(([card, count]) => (alone ? singles[card] : cards.counted(card, count))));
}

const rupees = (count: number) => `${count} ${count === 1 ? 'rupee' : 'rupees'}`;
const refilled = (refill: readonly Card[]) =>
  refill.length ? ` The market got ${listed(refill)}.` : ' The deck has nothing left for the market.';

const ends: Record<EndReason, string> = {
  tokens: 'three kinds of goods tokens are gone',
  deck: 'the deck ran out',
  stalled: 'there were twenty exchanges in a row',
  seals: 'the match is decided',
  resigned: 'a player resigned',
  timeout: 'a player’s time ran out',
  claimed: 'a player took too long',
  abandoned: 'the match was abandoned',
};

type MatchEnd = Extract<Event, {type: 'match_ended'}>['reason'];

// How the loser gave the match away; '' if the cards decided it.
const givenAway = (reason: MatchEnd, loser: string) =>
  reason === 'resigned' ? `${loser} resigned. ` : reason === 'timeout' ? `${loser} ran out of time. ` : reason === 'claimed' ? `${loser} took too long. ` : '';

function sold(event: Extract<Event, {type: 'sold'}>, who: string): string {
  const sum = event.tokens.reduce((all, value) => all + value, 0);
  const bonus = event.bonus;
  return `${who} sold ${cards.counted(event.good, event.count)}`
    + (event.tokens.length === 0 ? ' for nothing, as no token was left'
    : event.tokens.length === 1 ? ` for ${rupees(sum)}` : ` for ${event.tokens.join(' + ')} = ${rupees(sum)}`)
    + (bonus ? `, and got a bonus token for ${bonus.cards === 5 ? 'five or more' : bonus.cards === 4 ? 'four' : 'three'} cards`
      + (bonus.value === null ? '' : ` worth ${bonus.value}`) : '')
    + '.';
}

function event(event: Event, cast: Cast): string {
  const who = (seat: Seat) => (seat === cast.you ? 'You' : cast.name(seat));
  const does = (seat: Seat, you: string, other: string) => `${who(seat)} ${seat === cast.you ? you : other}`;
  switch (event.type) {
    case 'round_started': return `Round ${event.round} begins. ${does(event.starter, 'start', 'starts')}.`;
    case 'took': return `${who(event.seat)} took ${singles[event.card]}.${refilled(event.refill)}`;
    case 'took_camels':
      return `${who(event.seat)} took ${event.count === 1 ? 'the camel' : `all ${event.count} camels`}.${refilled(event.refill)}`;
    case 'exchanged': return `${who(event.seat)} took ${listed(event.took)} and gave ${listed(event.gave)}.`;
    case 'sold': return sold(event, who(event.seat));
    case 'round_ended':
      return `Round ${event.round} is over: ${ends[event.reason] ?? event.reason}.` + (
        event.winner !== null ? ` ${does(event.winner, 'win', 'wins')} the seal.`
        : event.reason === 'tokens' || event.reason === 'deck' || event.reason === 'stalled' ? ' It is a draw: nobody gets the seal.' : '');
    case 'match_ended':
      return event.winner === null ? 'The match is over. Nobody won it.'
        : `${givenAway(event.reason, who(event.winner === 0 ? 1 : 0))}The match is over. ${does(event.winner, 'win', 'wins')} it.`;
  }
}

const presence: Record<Presence, (name: string) => string> = {
  came: name => `${name} sat down.`,
  left: name => `${name} left the room.`,
  away: name => `${name} is away.`,
  back: name => `${name} is back.`,
};

const notices: Record<Notice, string> = {
  reconnected: 'Reconnected.',
  table_voided: 'The shuffle was called off, as one player’s part in it did not come. Press Ready once more.',
  new_match: 'A new match.',
};

const shuffles: Record<Shuffle['state'], string> = {
  unknown: '',
  committed: 'The shuffle is sealed: nobody can change it any more.',
  verified: 'The shuffle was checked: no card was changed after it was sealed.',
  mismatch: 'The shuffle does not fit its proof. Do not trust this server.',
  unchecked: 'The shuffle could not be checked.',
};

export const story = {
  event,
  presence: (what: Presence, name: string): string => presence[what](name),
  notice: (what: Notice): string => notices[what],
  refused: 'The shuffle was called off, as this page had no part in it: it was not what had been agreed.',
  shuffle: (shuffle: Shuffle): string => shuffles[shuffle.state],
  said: (name: string, text: string): string => `${name} says: ${text}`,
};
