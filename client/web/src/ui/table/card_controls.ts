// What parts of the table can do with cards; null for a table that is only watched.
import type {Card} from '../../protocol/messages';
import type {Choice, DraggedCards} from './choice';

export interface CardControls {
  choice: Choice;
  pickCard(slot: number, card: Card): void; // of the market
  pickHand(card: Card): void;
  pickAll(from: 'market' | 'hand', card: Card): void; // of this kind
  grab(event: PointerEvent, what: DraggedCards): void;
}
