// Compares a round as a viewer saw it with the shuffle from the proof: deals the cards again and applies every action by
// the rules.
import type {Mismatch} from '../model';
import type {Action, BonusToken, Event, Seat, Trader as SeenTrader} from '../protocol/messages';
import {total} from '../game/cards';
import {endedByRules} from '../game/match';
import {apply, deckLeft, score, scoreCutShort, setUp, shownCounts, type Deal, type Round} from '../game/rules';
import {jsonEqual} from '../protocol/json_equal';
import type {SeenRound, Sighting} from './notes';

function actionOf(event: Event): {seat: Seat; action: Action} | null {
  switch (event.type) {
    case 'took':
      return {seat: event.seat, action: {type: 'take', card: event.card}};
    case 'took_camels':
      return {seat: event.seat, action: {type: 'take_camels'}};
    case 'exchanged':
      return {seat: event.seat, action: {type: 'exchange', take: event.took, give: event.gave}};
    case 'sold':
      return {seat: event.seat, action: {type: 'sell', good: event.good, count: event.count}};
    default:
      return null;
  }
}

// Some viewers don't see a bonus token's value.
const bonusFits = (seen: BonusToken | null, due: BonusToken | null): boolean =>
  seen === null || due === null ? seen === due : seen.cards === due.cards && (seen.value === null || seen.value === due.value);

function eventFits(seen: Event, due: Event): boolean {
  if (seen.type !== 'sold' || due.type !== 'sold') return jsonEqual(seen, due);
  return bonusFits(seen.bonus, due.bonus) && jsonEqual({...seen, bonus: null}, {...due, bonus: null});
}

function traderFits(seen: SeenTrader, round: Round, seat: Seat): boolean {
  const due = round.traders[seat];
  return (
    seen.hand_size === total(due.hand) &&
    (seen.hand === null || jsonEqual(seen.hand, shownCounts(due.hand))) &&
    (seen.herd === null || seen.herd === due.herd) &&
    jsonEqual(seen.goods_tokens, due.goodsTokens) &&
    seen.bonus_tokens.length === due.bonusTokens.length &&
    seen.bonus_tokens.every((token, i) => bonusFits(token, due.bonusTokens[i]!))
  );
}

const sightFits = (sight: Sighting, round: Round): boolean =>
  jsonEqual(sight.market, round.market) && sight.deck === deckLeft(round) && jsonEqual(sight.discard, shownCounts(round.discard)) &&
  traderFits(sight.players[0], round, 0) && traderFits(sight.players[1], round, 1);

function resultFits(seen: SeenRound, round: Round): boolean {
  if (!seen.result) return true;
  const end = seen.events.find(event => event.type === 'round_ended');
  if (end?.type !== 'round_ended') return false;
  const due = round.ended ? score(round) : scoreCutShort(round, end.reason);
  return endedByRules(end.reason) === (round.ended !== null) && end.winner === due.winner && jsonEqual(seen.result, due);
}

// Null: everything that was seen follows from the deal.
export function roundMismatch(seen: SeenRound, deal: Deal): Mismatch | null {
  const start = seen.events[0];
  if (start?.type !== 'round_started') return null; // we didn't see its beginning
  const round = setUp(deal, start.starter);
  for (let told = 0; told <= seen.events.length; told++) {
    // Nothing of a round can be seen before it starts.
    if (seen.sights.some(sight => sight.after === told && !sightFits(sight, round))) return 'deal';
    const event = seen.events[told];
    const done = event && actionOf(event);
    if (!event || !done) continue;
    const due = apply(round, done.seat, done.action);
    if ('refusal' in due || !eventFits(event, due.event)) return 'deal';
  }
  return resultFits(seen, round) ? null : 'results';
}
