// The levels of the bot that this page knows; a newer server may have more.
import {words} from '../../i18n';

export const levels = ['beginner', 'easy', 'medium', 'hard', 'master'] as const; // the weakest first
export type Level = typeof levels[number];

export const isLevel = (text: string | null): text is Level => levels.some(level => level === text);

export const levelChoices = (): {value: Level; label: string}[] =>
  levels.map(value => ({value, label: words.value.app.bots.levels[value]}));

// After a match: the next level for the winner, an easier one for the loser. Null if there is none.
export function levelAfter(level: string | null, outcome: 'won' | 'lost'): Level | null {
  if (!isLevel(level)) return null;
  return levels[levels.indexOf(level) + (outcome === 'won' ? 1 : -1)] ?? null;
}
