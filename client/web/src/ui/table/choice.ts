// Which cards on the table are chosen: slots of the market, since each is pressed by itself, and counts
// of each kind in the hand. Pure: every change gives a new choice.
import type {Card, Event, ViewMessage} from '../../protocol/messages';
import {cards, countCards, countOf, type CardCounts} from '../../game/cards';
import {ownCounts, type Draft} from '../../game/draft';

// Cards under a finger.
export interface DraggedCards {
  from: 'market' | 'hand';
  slot?: number; // of the market
  card: Card;
  count: number; // how many the ghost shows
}

export interface Choice {
  slots: readonly number[];
  hand: CardCounts;
}

export const nothingChosen: Choice = {slots: [], hand: {}};
export const isEmpty = (choice: Choice): boolean => choice.slots.length === 0 && cards.every(card => countOf(choice.hand, card) === 0);

export const draftOf = ({slots, hand}: Choice, view: ViewMessage): Draft => ({market: countCards(slots.map(slot => view.market[slot] ?? null)), hand});

export const slotsOf = (view: ViewMessage, card: Card): number[] => view.market.flatMap((there, slot) => (there === card ? [slot] : []));

const withoutCamels = (choice: Choice, view: ViewMessage): Choice => ({...choice, slots: choice.slots.filter(slot => view.market[slot] !== 'camel')});

// Camels go all together and alone: choosing them leaves everything else, and the other way round.
export function pickSlot(choice: Choice, view: ViewMessage, slot: number): Choice {
  const card = view.market[slot];
  if (!card) return choice;
  if (card === 'camel') return choice.slots.includes(slot) ? nothingChosen : {slots: slotsOf(view, 'camel'), hand: {}};
  const {slots, hand} = withoutCamels(choice, view);
  return {slots: slots.includes(slot) ? slots.filter(other => other !== slot) : [...slots, slot], hand};
}

// A card that was pressed in a slot. The table may have changed under the finger: then another of its kind
// is chosen, or none.
export function pickCard(choice: Choice, view: ViewMessage, slot: number, card: Card): Choice {
  const there = view.market[slot] === card ? slot : slotsOf(view, card).find(other => !choice.slots.includes(other));
  return there === undefined ? choice : pickSlot(choice, view, there);
}

// One more of a kind; after the last one none.
export function pickHand(choice: Choice, view: ViewMessage, card: Card): Choice {
  const there = countOf(ownCounts(view), card);
  return setHand(choice, view, card, (countOf(choice.hand, card) + 1) % (there + 1));
}

export function setHand(choice: Choice, view: ViewMessage, card: Card, count: number): Choice {
  const {slots, hand} = withoutCamels(choice, view);
  return {slots, hand: {...hand, [card]: Math.max(0, Math.min(count, countOf(ownCounts(view), card)))}};
}

// What was done between two views of a match. The first view after a line was lost tells of the whole
// round again.
export function actionsBetween(before: ViewMessage, now: ViewMessage): (Event & {seat: unknown})[] {
  const count = now.match === before.match ? now.ply - before.ply : 0;
  const acted = now.events.filter((event): event is Event & {seat: unknown} => 'seat' in event);
  return count > 0 ? acted.slice(-count) : [];
}

// What is left of a choice when the table has changed: of each kind as many as before, in the same slots
// where they still lie there. Nothing after a move of one's own, or a deal.
export function keptChoice(choice: Choice, before: ViewMessage, now: ViewMessage): Choice {
  const own = actionsBetween(before, now).some(event => event.seat === now.you);
  if (own || now.match !== before.match || now.round !== before.round || now.phase !== 'playing') return nothingChosen;
  const slots = choice.slots.filter(slot => now.market[slot] === before.market[slot]);
  for (const slot of choice.slots) {
    if (slots.includes(slot)) continue;
    const elsewhere = slotsOf(now, before.market[slot]!).find(other => !slots.includes(other));
    if (elsewhere !== undefined) slots.push(elsewhere);
  }
  if (slots.some(slot => now.market[slot] === 'camel')) return {slots: slotsOf(now, 'camel'), hand: {}};
  const hand: CardCounts = {};
  for (const card of cards) {
    const count = Math.min(countOf(choice.hand, card), countOf(ownCounts(now), card));
    if (count > 0) hand[card] = count;
  }
  return {slots, hand};
}

// Cards that were dragged to a place. The table may have changed under the finger: what is no longer
// there is not chosen.
export function dropped(choice: Choice, view: ViewMessage, {from, slot, card}: DraggedCards, zone: string): Choice {
  const chosen = countOf(choice.hand, card);
  if (from === 'market') {
    const there = slot !== undefined && view.market[slot] === card && !choice.slots.includes(slot);
    return there ? pickSlot(choice, view, slot) : choice;
  }
  if (zone === 'market') return setHand(choice, view, card, chosen + 1); // one more to give
  return setHand(nothingChosen, view, card, chosen || countOf(ownCounts(view), card)); // all of the kind to sell, where none was chosen
}
