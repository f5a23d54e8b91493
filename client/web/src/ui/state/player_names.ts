// Players' names by match: the log also mentions players who have left. The computer's name is in the visitor's language.
import {effect, signal} from '@preact/signals';
import type {Player, Seat} from '../../protocol/messages';
import type {Session} from '../../model';
import {words} from '../../i18n';

type Named = Pick<Player, 'name' | 'bot'>;
type Names = readonly [Named | null, Named | null];
const known = signal<ReadonlyMap<string, Names>>(new Map());

const botName = (level: string): string | null => {
  const {bots} = words.value.app;
  return Object.hasOwn(bots, level) ? bots[level as keyof typeof bots] : null;
};

export const playerName = ({name, bot}: Named): string => (bot !== null && botName(bot)) || name;

// For replays and lists, which don't say who is a bot: the server calls the level "easy" "Easy bot".
export function nameWithoutLevel(name: string): string {
  const level = /^(\p{Lu}\p{Ll}+) bot$/u.exec(name)?.[1]?.toLowerCase();
  return (level && botName(level)) || name;
}

const same = (one: Named | null, other: Named | null): boolean => one?.name === other?.name && one?.bot === other?.bot;

export function rememberNames(session: Session): void {
  effect(() => {
    const room = session.room.value?.room;
    if (!room) return;
    const before = known.peek().get(room.fair.match) ?? [null, null];
    const names: Names = [room.players[0] ?? before[0], room.players[1] ?? before[1]];
    if (same(names[0], before[0]) && same(names[1], before[1])) return;
    known.value = new Map([...known.peek()].slice(-20)).set(room.fair.match, names);
  });
}

export function nameOf(match: string | undefined, seat: Seat): string {
  const player = match !== undefined ? known.value.get(match)?.[seat] : null;
  return player ? playerName(player) : words.value.app.common.seat(seat + 1);
}
