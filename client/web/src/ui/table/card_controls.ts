// What the parts of the table may do with cards; null where the table is only looked at.
import type {Card} from '../../protocol/messages';
import type {Choice, DraggedCards} from './choice';

export interface CardControls {
  choice: Choice;
  pickCard(slot: number, card: Card): void; // of the market
  pickHand(card: Card): void;
  grab(event: PointerEvent, what: DraggedCards): void;
}
