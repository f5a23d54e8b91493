// The words of the table: places, choices, what a move would do, why it may not be.
import type {Card, Good} from '../../protocol/messages';
import {cards} from './cards';

const whose = (name: string | null, what: string): string => (name === null ? `Your ${what}` : `${name}’s ${what}`);
const count = (n: number, one: string, more: string): string => `${n} ${n === 1 ? one : more}`;
const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;
const chosen = (n: number, of: number): string => (n > 0 ? `chosen ${n} of ${of}, ` : '');

export const table = {
  // Places. A name of null is the viewer's own.
  market: 'Market',
  deck: 'Deck',
  deckCount: (n: number): string => `Deck: ${count(n, 'card', 'cards')}`,
  deckLow: (n: number): string => (n === 0 ? 'The deck is empty: the next gap ends the round' : `Only ${count(n, 'card', 'cards')} left in the deck`),
  discard: 'Sold',
  discarded: (what: readonly string[]): string => (what.length > 0 ? `Sold: ${listed(what)}` : 'Nothing sold yet'),
  emptyPlace: 'Empty place',
  hand: (name: string | null): string => whose(name, 'hand'),
  herd: (name: string | null): string => whose(name, 'herd'),
  side: (name: string | null): string => whose(name, 'side'),
  tokens: 'Tokens',
  bonus: 'Bonus',
  you: 'you',
  // Cards.
  inMarket: (card: Card, n: number, of: number): string => `${cards.name(card)}, ${chosen(n, of)}in the market`,
  camelsInMarket: (of: number, all: boolean): string => `Camel, ${all ? 'all chosen, ' : ''}${of === 1 ? 'the only one' : `one of ${of}`} in the market, taken together`,
  inHand: (card: Card, n: number, of: number): string => `${cards.name(card)}, ${n > 0 ? chosen(n, of) : of > 1 ? `${of} ` : ''}in your hand`,
  inHerd: (n: number, of: number): string => `Camel, ${n > 0 ? chosen(n, of) : of > 1 ? `${of} ` : ''}in your herd`,
  held: (card: Card, of: number): string => `${cards.name(card)}${of > 1 ? `, ${of}` : ''}`,
  faceDown: (n: number): string => `${count(n, 'card', 'cards')}, face down`,
  herdCount: (n: number): string => (n === 0 ? 'no camels' : count(n, 'camel', 'camels')),
  herdHidden: 'Camels hidden',
  handSize: (n: number): string => `Hand: ${n} of 7`,
  // A player.
  seals: (won: number, of: number): string => `${won} of ${of} seals of excellence`,
  rupees: (n: number): string => count(n, 'rupee', 'rupees'),
  purse: (rupees: number, tokens: number, hidden: number): string =>
    `${count(rupees, 'rupee', 'rupees')} in ${count(tokens, 'token', 'tokens')}${hidden > 0 ? `, and ${count(hidden, 'hidden bonus', 'hidden bonuses')}` : ''}`,
  purseOf: (name: string | null): string => whose(name, 'tokens'),
  noTokens: 'No tokens yet',
  turn: (name: string | null): string => (name === null ? 'Your turn' : `${name}’s turn`),
  here: 'Here',
  away: 'Away',
  awayFor: (time: string): string => `Away, may lose in ${time}`,
  bot: 'Bot',
  clock: (name: string | null): string => whose(name, 'clock'),
  moveTime: (name: string | null): string => `${whose(name, 'time')} for this move`,
  // Piles.
  pile: (good: Good, values: readonly number[]): string =>
    `${cards.name(good)}: ${values.length > 0 ? values.join(', ') : 'no tokens left'}`,
  bonusPile: (cards: string, left: number): string => `Bonus for ${cards} cards: ${count(left, 'token', 'tokens')} left`,
  bonusHeld: (cards: string, value: number | null): string => `Bonus for ${cards} cards: ${value ?? 'hidden'}`,
  empty: 'none',
  // What is to be done. `what` is one of the phrases of `act`.
  act: {
    take: (card: Card): string => `take ${cards.name(card).toLowerCase()}`,
    camels: (n: number): string => (n === 1 ? 'take the camel' : `take all ${n} camels`),
    exchange: (take: readonly string[], give: readonly string[]): string => `take ${listed(take)} for ${listed(give)}`,
    sell: (good: Good, n: number): string => `sell ${cards.counted(good, n)}`,
  },
  play: 'Play',
  playWhat: (what: string): string => `Play: ${what}`,
  clear: 'Clear',
  nothingChosen: 'Nothing is chosen.',
  choose: 'Choose cards to take, exchange or sell.',
  chooseAhead: (name: string): string => `${name} is choosing. You can choose ahead.`,
  over: 'The round is over.',
  sent: (what: string): string => `Sent: ${what}. Waiting for the server.`,
  toSend: (what: string): string => `Chosen: ${what}. It is sent once the connection is back.`,
  waiting: 'sending…',
  then: 'then',
  earns: (tokens: readonly number[], rupees: number): string =>
    tokens.length === 0 ? 'no tokens left for it' : tokens.length === 1 ? count(rupees, 'rupee', 'rupees') : `${tokens.join(' + ')} = ${rupees} rupees`,
  bonusToo: (least: number, most: number): string => `and a bonus of ${least === most ? least : `${least} to ${most}`}`,
  noBonus: 'but no bonus is left',
  handChange: (before: number, after: number): string => `Hand ${before} → ${after} of 7.`,
  herdChange: (before: number, after: number): string => `Herd ${before} → ${after}.`,
  ends: {
    tokens: 'Empties the third pile: the round ends.',
    deck: 'The deck cannot fill the gap: the round ends.',
    stalled: 'The 20th exchange in a row: the round ends.',
  },
  // Why not (yet).
  why: {
    not_your_turn: (): string => 'It isn’t your turn yet.',
    not_playing: (): string => 'No round is being played.',
    hand_full: (): string => 'Your hand is full (7). Sell, or choose more to exchange.',
    choose_in_market: (n: number, first: boolean): string => `Choose ${n}${first ? '' : ' more'} in the market, to exchange.`,
    choose_to_give: (n: number, first: boolean): string => `Choose ${n}${first ? '' : ' more'} to give, from your hand or herd.`,
    exchange_too_small: (): string => 'One for one isn’t an exchange: choose at least two and two, or just take one.',
    sale_too_small: (n: number): string => `You must sell at least two diamonds, gold or silver at a time: choose ${n} more.`,
    only_one: (): string => 'You must sell at least two diamonds, gold or silver at a time, and you have only one.',
    exchange_takes_camel: (): string => 'You take all camels in the market, and nothing else.',
    exchange_same_good: (): string => 'You can’t give and take the same goods in one exchange.',
    hand_limit: (): string => 'You would hold more than 7 cards: give goods instead of camels.',
  },
};
