// The chosen cards: slots of the market, since each is pressed separately, and counts of each kind in the hand.
// Immutable.
import type {Card, ViewMessage} from '../../protocol/messages';
import {cards, countCards, countOf, type CardCounts} from '../../game/cards';
import {ownCounts, type Draft} from '../../game/draft';
import {actionsBetween} from '../state/pace';

// Cards being dragged.
export interface DraggedCards {
  from: 'market' | 'hand';
  slot?: number; // of the market
  card: Card;
  count: number; // shown under the pointer
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

// Camels are taken all together and without other cards: choosing them drops those, and vice versa.
export function pickSlot(choice: Choice, view: ViewMessage, slot: number): Choice {
  const card = view.market[slot];
  if (!card) return choice;
  if (card === 'camel') return choice.slots.includes(slot) ? nothingChosen : {slots: slotsOf(view, 'camel'), hand: {}};
  const {slots, hand} = withoutCamels(choice, view);
  return {slots: slots.includes(slot) ? slots.filter(other => other !== slot) : [...slots, slot], hand};
}

// Chooses a pressed card. If the slot has changed meanwhile, chooses another card of that kind, or none.
export function pickCard(choice: Choice, view: ViewMessage, slot: number, card: Card): Choice {
  const there = view.market[slot] === card ? slot : slotsOf(view, card).find(other => !choice.slots.includes(other));
  return there === undefined ? choice : pickSlot(choice, view, there);
}

// Chooses one more of the kind; after the last one, none.
export function pickHand(choice: Choice, view: ViewMessage, card: Card): Choice {
  const there = countOf(ownCounts(view), card);
  return setHand(choice, view, card, (countOf(choice.hand, card) + 1) % (there + 1));
}

// Chooses all cards of a kind, in the market or in our hand and herd.
export function pickAll(choice: Choice, view: ViewMessage, from: 'market' | 'hand', card: Card): Choice {
  if (from === 'hand') return setHand(choice, view, card, Infinity);
  if (card === 'camel') return {slots: slotsOf(view, card), hand: {}};
  const {slots, hand} = withoutCamels(choice, view);
  return {slots: [...new Set([...slots, ...slotsOf(view, card)])], hand};
}

export function setHand(choice: Choice, view: ViewMessage, card: Card, count: number): Choice {
  const {slots, hand} = withoutCamels(choice, view);
  return {slots, hand: {...hand, [card]: Math.max(0, Math.min(count, countOf(ownCounts(view), card)))}};
}

// The choice after the table has changed: as many of each kind, in the same slots if possible. Empty after our own move
// or a deal.
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

// Chooses cards that were dropped somewhere, if they are still there.
export function dropped(choice: Choice, view: ViewMessage, {from, slot, card}: DraggedCards, zone: string): Choice {
  const chosen = countOf(choice.hand, card);
  if (from === 'market') {
    const there = slot !== undefined && view.market[slot] === card && !choice.slots.includes(slot);
    return there ? pickSlot(choice, view, slot) : choice;
  }
  if (zone === 'market') return setHand(choice, view, card, chosen + 1); // give one more
  return setHand(nothingChosen, view, card, chosen || countOf(ownCounts(view), card)); // sell all of the kind if none was chosen
}
