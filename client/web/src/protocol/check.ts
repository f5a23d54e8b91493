// Validates what the server sends. A damaged message is dropped; unknown fields are ignored and events of an unknown
// type are left out, so that newer servers work. Sizes are limited to what a game of 55 cards can have: drawing a million
// cards would hang the page.
import type {Push, Reply} from './messages';

// Returns the known part of a value, or `invalid`.
type Reader = (value: unknown) => unknown;
const invalid = Symbol('bad');

const where = (fits: (value: unknown) => boolean): Reader => value => (fits(value) ? value : invalid);
const textUpTo = (most: number) => where(value => typeof value === 'string' && value.length <= most);
const text = textUpTo(1000);
const flag = where(value => typeof value === 'boolean');
const integer = where(value => Number.isSafeInteger(value));
const count = where(value => Number.isSafeInteger(value) && (value as number) >= 0);
const upTo = (most: number) => where(value => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most);
const cards = upTo(55);
const timestamp = upTo(8.64e15); // Unix milliseconds, within the range of Date
const nullOr = (read: Reader): Reader => value => (value === null ? null : read(value));
const mayMiss = (read: Reader): Reader => value => (value === undefined ? undefined : read(value));
const oneOf = (...values: (string | number)[]): Reader => where(value => values.includes(value as string | number));
const matching = (form: RegExp): Reader => where(value => typeof value === 'string' && form.test(value));

const list = (read: Reader, least = 0, most = 1000): Reader => value => {
  if (!Array.isArray(value) || value.length < least || value.length > most) return invalid;
  const items = value.map(read);
  return items.includes(invalid) ? invalid : items;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fieldsOf(fields: Record<string, Reader>, allMayMiss: boolean): Reader {
  return value => {
    if (!isObject(value)) return invalid;
    const known: Record<string, unknown> = {};
    for (const [name, read] of Object.entries(fields)) {
      if (allMayMiss && value[name] === undefined) continue;
      known[name] = read(value[name]);
      if (known[name] === invalid) return invalid;
    }
    return known;
  };
}
const object = (fields: Record<string, Reader>): Reader => fieldsOf(fields, false);
const some = (fields: Record<string, Reader>): Reader => fieldsOf(fields, true);

const goodNames = ['diamond', 'gold', 'silver', 'cloth', 'spice', 'leather'] as const;
const ofGoods = (read: Reader): Record<string, Reader> => Object.fromEntries(goodNames.map(good => [good, read]));
const good = oneOf(...goodNames);
const card = oneOf(...goodNames, 'camel');
const seat = oneOf(0, 1);
const seatOrNull = nullOr(seat);
const phase = oneOf('waiting', 'playing', 'round_over', 'match_over');
const goodCounts = some(ofGoods(cards));
const hash = matching(/^[0-9a-f]{64}$/);
const hashOrEmpty = matching(/^([0-9a-f]{64})?$/);
const matchId = matching(/^[0-9a-f]{32}$/);
const clockOptions = object({initial: integer, increment: integer});
const bonus = object({cards: oneOf(3, 4, 5), value: nullOr(integer)});

const spectatorMode = oneOf('public', 'none', 'open');
const player = object({
  name: text, connected: flag, lag_ms: nullOr(count), ready: flag, rematch: flag, bot: nullOr(text), claim_in: nullOr(count), agreed: flag, missed_reveals: count, overdue: flag,
  trader: nullOr(count),
});

const roomOptions = object({
  public: flag, has_password: flag, spectators: spectatorMode, delay: count, open_after: oneOf('round', 'actions'),
  clock: nullOr(clockOptions), seals: upTo(9), grace: count, patience: count,
  chat: mayMiss(oneOf('everyone', 'players', 'nobody')),
});

const notice = mayMiss(object({announcement: mayMiss(object({text, at: timestamp})), restarting: mayMiss(flag)}));

const room = object({
  type: oneOf('room'),
  room: text, phase,
  options: roomOptions,
  players: list(nullOr(player), 2, 2),
  owner: seatOrNull,
  spectators: count, pairing: count,
  fair: object({match: matchId, params: text, server_commit: hash, aborted: count}),
  ended_by_operator: mayMiss(text), notice,
});

const table = object({type: oneOf('table'), match: matchId, server_commit: hash, seat_commits: list(hashOrEmpty, 2, 2)});

const eventTypes: Record<string, Record<string, Reader>> = {
  round_started: {round: count, starter: seat},
  took: {seat, card: good, refill: list(card, 0, 55)},
  took_camels: {seat, count: cards, refill: list(card)},
  exchanged: {seat, took: list(good), gave: list(card)},
  sold: {seat, good, count: cards, tokens: list(integer), bonus: nullOr(bonus)},
  round_ended: {round: count, reason: text, winner: seatOrNull},
  match_ended: {winner: seatOrNull, reason: text},
};
const isKnownEvent = (value: unknown) => !isObject(value) || (typeof value['type'] === 'string' && Object.hasOwn(eventTypes, value['type']));
const event: Reader = value =>
  isObject(value) && isKnownEvent(value) ? object({type: text, ...eventTypes[String(value['type'])]})(value) : invalid;
const events: Reader = value => (Array.isArray(value) ? list(event)(value.filter(isKnownEvent)) : invalid);

const trader = object({
  seals: upTo(9), hand_size: cards, hand: nullOr(goodCounts), herd: nullOr(cards),
  goods_tokens: list(object({good, value: integer}), 0, 60), bonus_tokens: list(bonus, 0, 60),
});

const traderResult = object({rupees: integer, goods_tokens: count, bonus_tokens: count, herd: cards, hand: goodCounts});

const proof = object({
  v: text, match: matchId, params: text, server_commit: hash, seat_commits: list(hashOrEmpty, 2, 2),
  nonces: list(hashOrEmpty, 2, 2), table: hash, server_seed: hash,
});

const roundResult = object({reason: text, winner: seatOrNull, camel_token: seatOrNull, players: list(traderResult, 2, 2)});

const result = object({
  rounds: list(roundResult),
  winner: seatOrNull, reason: nullOr(text), proof: nullOr(proof),
});

const legal = object({
  take: list(good), take_camels: flag, sell: some(ofGoods(object({min: count, max: count}))), exchange: flag,
});

const view = object({
  type: oneOf('view'),
  room: text, seq: count, you: seatOrNull, phase, match: matchId, round: count, ply: count, turn: seatOrNull,
  exchanges_in_a_row: count, market: list(nullOr(card), 0, 5), deck: cards, discard: goodCounts,
  goods_tokens: object(ofGoods(list(integer, 0, 60))), bonus_tokens: object({3: upTo(60), 4: upTo(60), 5: upTo(60)}),
  players: list(trader, 2, 2), legal: nullOr(legal),
  clock: nullOr(object({remaining_ms: list(integer, 2, 2), running: seatOrNull})), move_in: nullOr(count),
  events,
  result: nullOr(result),
});

const chat = object({type: oneOf('chat'), seat: seatOrNull, name: nullOr(text), text, at: timestamp});

const pushes: Record<string, Reader> = {room, table, view, chat};

const listed = {
  rooms: list(object({
    room: text, names: list(nullOr(text), 2, 2), phase: oneOf('waiting', 'playing', 'round_over'), clock: nullOr(clockOptions),
    seals: count, spectators: count, has_password: flag, spectator_mode: spectatorMode, patience: count,
    traders: list(nullOr(count), 2, 2), bots: list(nullOr(text), 2, 2),
  })),
  next: nullOr(text), notice,
};

// The fields that an `ok` must have, by the request that it answers.
const code = matching(/^[2-9A-HJ-NP-Z]{6}$/); // becomes part of a storage key
const okFields: Record<string, Record<string, Reader>> = {
  create_room: {room: code, seat, token: text, name: text},
  join_room: {room: code, seat, token: text, name: text},
  quick_match: {room: code, seat, token: text, name: text},
  spectate: {room: code, seat: seatOrNull}, resume: {room: code, seat, name: text}, list_rooms: listed, ping: {at: count},
  invitation: {room: code, owner: nullOr(text), owner_trader: nullOr(count), phase, free: flag, options: roomOptions},
  take_over: {room: code, seat, token: text, name: text},
  push_key: {push_key: nullOr(matching(/^[\w-]{87}$/))},
  move_seat: {key: matching(/^[\w-]{43}$/), expires_in: count},
  games: {games: list(nullOr(object({
    room: code, seat, name: text, opponent: nullOr(text), opponent_trader: nullOr(count), opponent_bot: nullOr(text), phase,
    round: count, turn: seatOrNull, move_in: nullOr(count),
    seals: list(upTo(9), 2, 2), winner: seatOrNull, last_move: nullOr(timestamp),
  })), 1, 20)},
  list_spectators: {spectators: list(object({spectator: count, name: nullOr(text)}))},
};
export const isReplyTo = (reply: Reply, request: string): boolean =>
  reply.type === 'error' || object(okFields[request] ?? {})(reply) !== invalid;

const isReply = (value: Record<string, unknown>): boolean =>
  nullOr(count)(value['re']) !== invalid &&
  (value['type'] === 'ok' || (text(value['code']) !== invalid && some({rule: text})(value) !== invalid));

// The message in a frame; null: unknown or damaged.
export function readMessage(frame: unknown): Push | Reply | null {
  if (typeof frame !== 'string') return null;
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const {type} = value;
  if (typeof type !== 'string') return null;
  if (type === 'ok' || type === 'error') return isReply(value) ? (value as unknown as Reply) : null;
  if (!Object.hasOwn(pushes, type)) return null;
  const push = pushes[type]!(value);
  return push === invalid ? null : (push as Push);
}

// The shuffle verifier's SeenRounds, from the browser's storage, which may contain anything; null: not usable.
const seenRounds = list(object({
  number: count, events: list(event, 1), result: nullOr(roundResult),
  sights: list(object({after: count, market: list(nullOr(card), 0, 5), deck: cards, discard: goodCounts, players: list(trader, 2, 2)})),
}));
export function readSeenRounds(value: unknown): unknown[] | null {
  const read = seenRounds(value);
  return read === invalid ? null : (read as unknown[]);
}
