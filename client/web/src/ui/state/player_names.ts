// Players' names by match: the log also mentions players who have left.
import {effect, signal} from '@preact/signals';
import type {Seat} from '../../protocol/messages';
import type {Session} from '../../model';
import {words} from '../../i18n';

type Names = readonly [string | null, string | null];
const known = signal<ReadonlyMap<string, Names>>(new Map());

export function rememberNames(session: Session): void {
  effect(() => {
    const room = session.room.value?.room;
    if (!room) return;
    const before = known.peek().get(room.fair.match) ?? [null, null];
    const names: Names = [room.players[0]?.name ?? before[0], room.players[1]?.name ?? before[1]];
    if (names[0] === before[0] && names[1] === before[1]) return;
    known.value = new Map([...known.peek()].slice(-20)).set(room.fair.match, names);
  });
}

export function nameOf(match: string | undefined, seat: Seat): string {
  return (match !== undefined && known.value.get(match)?.[seat]) || words.value.app.common.seat(seat + 1);
}
