// What spectators of a room see, in words.
import type {RoomMessage} from '../../protocol/messages';
import {words} from '../../i18n';

type Options = Pick<RoomMessage['options'], 'spectators'> & Partial<Pick<RoomMessage['options'], 'open_after' | 'delay'>>;

export const offersDelay = (options: Options): boolean => options.open_after === 'actions';

export function spectatorsText(options: Options): string {
  const {room} = words.value.app;
  if (options.spectators === 'none') return room.spectatorsNone;
  if (options.spectators === 'public') return room.spectatorsPublic;
  return offersDelay(options) ? room.spectatorsDelay(options.delay ?? 0) : room.spectatorsOpen;
}

// Whether the players of this match agreed that spectators see both hands some moves late.
export const spectatorsAreLate = ({options, players}: RoomMessage): boolean =>
  offersDelay(options) && players.every(player => player?.agreed);
