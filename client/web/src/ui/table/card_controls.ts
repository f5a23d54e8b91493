// What parts of the table can do with cards.
import type {Card} from '../../protocol/messages';
import type {Choice, DraggedCards} from './choice';

// The same as long as the table is there, so that what it is handed to isn't drawn again.
export interface CardControls {
  pickCard(slot: number, card: Card): void; // of the market
  pickHand(card: Card): void;
  pickAll(from: 'market' | 'hand', card: Card): void; // of this kind
  grab(event: PointerEvent, what: DraggedCards): void;
}

// Null for a table that is only watched.
export interface Handling {
  choice: Choice;
  controls: CardControls;
}
