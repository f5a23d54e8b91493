// What every part of the screen at a table is given: what is known, and whose side is nearest.
import type {RoomSight, Sight} from '../../model';
import type {Seat} from '../../protocol/messages';

export interface Here {
  room: RoomSight;
  sight: Sight;
  bottom: Seat;
  flip: () => void; // where one only watches
}
