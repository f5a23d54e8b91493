// Players' names and faces by match: the log also mentions players who have left. The bot's name is in the
// visitor's language.
import {effect, signal} from '@preact/signals';
import type {ListedRoom, Player, Seat} from '../../protocol/messages';
import type {Session} from '../../model';
import {words} from '../../i18n';
import {facesOf, type Face, type Faced} from './faces';
import {isLevel} from './levels';

type Named = Pick<Player, 'name' | 'bot'>;
type Known = readonly [Faced | null, Faced | null];
const known = signal<ReadonlyMap<string, Known>>(new Map());

const botName = (level: string): string | null => (isLevel(level) ? words.value.app.bots.names[level] : null);

export const playerName = ({name, bot}: Named): string => (bot !== null && botName(bot)) || name;

// The level of the bot with this name, for replays, which don't say who is one: "Easy bot" plays at the level "easy".
export function levelIn(name: string): string | null {
  const level = /^(\p{Lu}\p{Ll}+) bot$/u.exec(name)?.[1]?.toLowerCase();
  return level !== undefined && botName(level) !== null ? level : null;
}

const same = (one: Faced | null, other: Faced | null): boolean =>
  one?.name === other?.name && one?.bot === other?.bot && one?.trader === other?.trader;

export function rememberNames(session: Session): void {
  effect(() => {
    const room = session.room.value?.room;
    if (!room) return;
    const before = known.peek().get(room.fair.match) ?? [null, null];
    const names: Known = [room.players[0] ?? before[0], room.players[1] ?? before[1]];
    if (same(names[0], before[0]) && same(names[1], before[1])) return;
    known.value = new Map([...known.peek()].slice(-20)).set(room.fair.match, names);
  });
}

// A player as the server names them.
export function personOf(match: string | undefined, seat: Seat): Faced {
  const player = match !== undefined ? known.value.get(match)?.[seat] : null;
  return player ?? {name: words.value.app.common.seat(seat + 1), trader: null, bot: null};
}

export const nameOf = (match: string | undefined, seat: Seat): string => playerName(personOf(match, seat));

export const faceIn = (match: string | undefined, seat: Seat): Face => facesOf([personOf(match, 0), personOf(match, 1)])[seat];

// Who sits in a room of the list.
export const peopleIn = ({names, traders, bots}: ListedRoom): (Faced & {seat: Seat})[] =>
  ([0, 1] as const).flatMap(seat => (names[seat] === null ? [] : [{seat, name: names[seat], trader: traders[seat] ?? null, bot: bots[seat] ?? null}]));
