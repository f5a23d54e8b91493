// The story in words. Sentences come with placeholders for names: where they are drawn, each name
// stands in a <bdi> of its own, so that no letters of a name can turn the words around it.
import type {Seat} from '../../protocol/messages';
import type {StoryEntry} from '../../model';
import {words} from '../../i18n';
import {distrust} from '../state/distrust';
import {nameOf} from '../state/player_names';

export const namePlaceholders = ['\uE000', '\uE001'] as const;

export interface Sentence {text: string; names: readonly [string, string]} // with placeholders

// What the log says of an entry; null for what it leaves to others (chat).
export function sentenceOf(entry: StoryEntry, you: Seat | null, match: string | undefined): Sentence | null {
  const {story} = words.value;
  const names = (of: string | undefined) => [nameOf(of, 0), nameOf(of, 1)] as const;
  switch (entry.kind) {
    case 'event':
      return {text: story.event(entry.event, {you, name: seat => namePlaceholders[seat]}), names: names(entry.match)};
    case 'presence':
      return {text: story.presence(entry.what, namePlaceholders[entry.seat]), names: entry.seat ? ['', entry.name] : [entry.name, '']};
    case 'shuffle': {
      const text = story.shuffle(entry.shuffle);
      return text ? {text, names: names(match)} : null;
    }
    case 'notice':
      // Where this page would not go along with a shuffle, nobody else is to blame.
      return {text: entry.what === 'table_voided' && distrust.value ? story.refused : story.notice(entry.what), names: names(match)};
    case 'chat':
      return null;
  }
}

export const plainText = ({text, names}: Sentence): string =>
  text.replace(/[\uE000\uE001]/g, mark => names[mark === namePlaceholders[0] ? 0 : 1]);

export function StoryText({text, names}: Sentence) {
  return (
    <>
      {text.split(/([\uE000\uE001])/).map((part, i) =>
        i % 2 === 0 ? part : <bdi key={i} class="person">{names[part === namePlaceholders[0] ? 0 : 1]}</bdi>)}
    </>
  );
}
