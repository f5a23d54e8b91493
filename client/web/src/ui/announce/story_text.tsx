// Story entries as sentences with placeholders for names. When rendered, each name gets its own <bdi>, so that its
// letters can't reorder the surrounding text.
import type {Seat} from '../../protocol/messages';
import type {StoryEntry} from '../../model';
import {words} from '../../i18n';
import {distrust} from '../state/distrust';
import {nameOf} from '../state/player_names';

export const namePlaceholders = ['\uE000', '\uE001'] as const;

export interface Sentence {text: string; names: readonly [string, string]} // with placeholders

// The log's sentence for an entry; null: shown elsewhere (chat).
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
      // If this page refused the shuffle, don't blame the players.
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
