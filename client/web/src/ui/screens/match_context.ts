// What every part of the screen at a table is given: what is known, and whose side is nearest.
import type {TimedRoom, TimedView} from '../../model';
import type {Seat} from '../../protocol/messages';

export interface MatchContext {
  room: TimedRoom;
  sight: TimedView;
  bottom: Seat;
  flip: () => void; // where one only watches
}
