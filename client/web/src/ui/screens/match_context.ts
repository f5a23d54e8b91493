// What every part of the match screen gets: room, view, and whose side is at the bottom.
import type {TimedRoom, TimedView} from '../../model';
import type {Seat} from '../../protocol/messages';

export interface MatchContext {
  room: TimedRoom;
  timedView: TimedView;
  bottom: Seat;
  flip: () => void; // for spectators
}
