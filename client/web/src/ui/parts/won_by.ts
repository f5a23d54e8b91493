// What decided a round.
import type {RoundResult} from '../../protocol/messages';
import {endedByRules, otherSeat} from '../../game/match';
import {words} from '../../i18n';

// Null: the round was cut short.
export function wonBy(round: RoundResult): string | null {
  const {results} = words.value.app;
  if (round.winner === null) return endedByRules(round.reason) ? results.byNothing : null;
  const best = round.players[round.winner];
  const second = round.players[otherSeat(round.winner)];
  if (best.rupees !== second.rupees) return results.byRupees(best.rupees, second.rupees);
  return best.bonus_tokens !== second.bonus_tokens ? results.byBonus : results.byGoods;
}
