// Every text of the page, in the chosen language: `words.value.table.market`. Components that read it rerender when the
// language changes. English comes with the page, the other languages are loaded on demand. To add one, add a folder next
// to the others, a line here, and its code in languages.ts; the compiler reports missing texts.
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

export const language = computed(() => current.value.language); // the language of `words`
export const words = computed(() => current.value.words);

let latest = 0;

// Resolves when the texts are loaded. If they can't be, the language stays as it was.
export async function speak(code: Language): Promise<void> {
  const mine = ++latest;
  const loaded = await languages[code].load();
  if (mine !== latest) return; // another language was chosen meanwhile
  current.value = {language: code, words: loaded};
  document.documentElement.lang = code;
}
