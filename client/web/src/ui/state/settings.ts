// The visitor's settings, kept in this browser.
import {effect, signal, type Signal} from '@preact/signals';
import {language, speak} from '../../i18n';
import {languageCodes, languageFor, type Language} from '../../i18n/languages';
import {store, stored} from '../../browser/storage';
import {levels, type Level} from './levels';

export type Theme = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'off';

function savedSetting<T extends string>(name: string, fallback: T, fits: (value: string) => boolean): Signal<T> {
  const key = `jaipur.${name}`;
  const found = stored(key);
  const setting = signal<T>(found !== null && fits(found) ? found as T : fallback);
  let first = true;
  effect(() => {
    const value = setting.value;
    if (!first) store(key, value);
    first = false;
  });
  return setting;
}

const oneOf = (...values: string[]) => (value: string) => values.includes(value);

export const settings = {
  name: savedSetting<string>('name', '', value => [...value].length <= 20),
  face: savedSetting<string>('face', 'auto', value => value === 'auto' || /^[0-5]$/.test(value)),
  level: savedSetting<Level>('level', 'easy', oneOf(...levels)), // of the bot
  language: savedSetting<Language | 'auto'>('language', 'auto', oneOf('auto', ...languageCodes)),
  theme: savedSetting<Theme>('theme', 'auto', oneOf('auto', 'light', 'dark')),
  motion: savedSetting<Motion>('motion', 'auto', oneOf('auto', 'off')),
  sound: savedSetting<'on' | 'off'>('sound', 'off', oneOf('on', 'off')),
  soundOffered: savedSetting<'yes' | 'no'>('sound-offered', 'no', oneOf('yes', 'no')),
  vibrate: savedSetting<'on' | 'off'>('vibrate', 'off', oneOf('on', 'off')), // on our turn
  notify: savedSetting<'on' | 'off'>('notify', 'off', oneOf('on', 'off')),
  rulesSeen: savedSetting<'yes' | 'no'>('rules-seen', 'no', oneOf('yes', 'no')), // and put away
  pushOffered: savedSetting<'yes' | 'no'>('push-offered', 'no', oneOf('yes', 'no')),
  shortcuts: savedSetting<'on' | 'off'>('shortcuts', 'on', oneOf('on', 'off')),
};

// Makes the document follow the settings. Resolves when the language's texts are loaded.
export function followSettings(): Promise<void> {
  const root = document.documentElement;
  effect(() => {
    if (settings.theme.value === 'auto') delete root.dataset['theme'];
    else root.dataset['theme'] = settings.theme.value;
  });
  effect(() => {
    if (settings.motion.value === 'off') root.dataset['motion'] = 'off';
    else delete root.dataset['motion'];
  });
  let ready: Promise<void> = Promise.resolve();
  effect(() => {
    ready = speak(languageFor(settings.language.value)).catch(() => { root.lang = language.peek(); }); // undo what first.ts has set
  });
  return ready;
}
