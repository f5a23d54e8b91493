// Actions and previews, in words.
import type {Action, Card, ViewMessage} from '../../protocol/messages';
import {cards, countCards} from '../../game/cards';
import type {Interpretation, Preview} from '../../game/draft';
import {words} from '../../i18n';
import {slotsOf} from './choice';

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const counted = (list: readonly Card[]): string[] => {
  const counts = countCards(list);
  return cards.filter(card => counts[card]).map(card => words.value.cards.counted(card, counts[card]!));
};

export function actionPhrase(action: Action, view: ViewMessage): string {
  const {act} = words.value.table;
  switch (action.type) {
    case 'take': return act.take(action.card);
    case 'take_camels': return act.camels(slotsOf(view, 'camel').length);
    case 'exchange': return act.exchange(counted(action.take), counted(action.give));
    case 'sell': return act.sell(action.good, action.count);
  }
}

// "Sell 3 leather: 4 + 3 + 2 = 9 rupees, and a bonus of 1 to 3. Hand 5 → 2 of 7."
export function previewPhrases(action: Action, preview: Preview, view: ViewMessage): string[] {
  const {table} = words.value;
  let what = capital(actionPhrase(action, view));
  if (action.type === 'sell') {
    what += `: ${table.earns(preview.tokens, preview.rupees)}`;
    if (preview.bonus) what += `, ${preview.bonus.range ? table.bonusToo(...preview.bonus.range) : table.noBonus}`;
  }
  const lines = [`${what}.`];
  const [before, after] = preview.hand;
  if (before !== after) lines.push(table.handChange(before, after));
  if (preview.herd[0] !== preview.herd[1]) lines.push(table.herdChange(...preview.herd));
  if (preview.endsRound) lines.push(table.ends[preview.endsRound]);
  return lines;
}

export const whyPhrase = (meaning: Interpretation & {kind: 'not_yet' | 'not_allowed'}): string =>
  words.value.table.why[meaning.why](meaning.kind === 'not_yet' ? (meaning.missing ?? 1) : 1, meaning.kind === 'not_yet' && meaning.first === true);
