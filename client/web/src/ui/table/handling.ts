// What the parts of the table may do with cards; null where the table is only looked at.
import type {Card} from '../../protocol/messages';
import type {Choice} from './choice';

// Cards under a finger.
export interface Grabbed {
  from: 'market' | 'hand';
  slot?: number; // of the market
  card: Card;
  count: number; // how many the ghost shows
}

export interface Handling {
  choice: Choice;
  pickCard(slot: number, card: Card): void; // of the market
  pickHand(card: Card): void;
  grab(event: PointerEvent, what: Grabbed): void;
}
