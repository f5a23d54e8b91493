// Every word of the page, in the language that was chosen: `words.value.table.market`. What reads it
// while drawing is drawn again when the language changes. English comes with the page, the others
// when they are wanted. To add a language: a folder beside the others, a line here, and its code in
// languages.ts; the compiler says what is missing.
import {computed, signal} from '@preact/signals';
import {english} from './en';
import type {Language} from './languages';
import type {Words} from './words';

export {preferredLanguage, type Language} from './languages';

const languages = {
  en: {name: 'English', load: () => Promise.resolve(english)},
  fr: {name: 'Français', load: () => import('./fr').then(module => module.french)},
  de: {name: 'Deutsch', load: () => import('./de').then(module => module.german)},
  es: {name: 'Español', load: () => import('./es').then(module => module.spanish)},
} satisfies Record<Language, {name: string; load: () => Promise<Words>}>;

export const languageNames = Object.entries(languages).map(([code, {name}]) => ({code: code as Language, name}));

const current = signal<{language: Language; words: Words}>({language: 'en', words: english});

export const language = computed(() => current.value.language); // whose words `words` are
export const words = computed(() => current.value.words);

let latest = 0;

// Resolves once the words are there; where they can't be loaded, those that are there stay.
export async function speak(code: Language): Promise<void> {
  const mine = ++latest;
  const loaded = await languages[code].load();
  if (mine !== latest) return; // another one was chosen meanwhile
  current.value = {language: code, words: loaded};
  document.documentElement.lang = code;
}
