// Texts that come with the screens that need them, not with the page.
import {useEffect} from 'preact/hooks';
import {signal} from '@preact/signals';
import {language, type Language} from '../../i18n';
import {lobby as english} from '../../i18n/en/lobby';

// A hook that returns the texts in the chosen language, null until they are loaded. If that fails, it returns English.
export function lateWords<Text>(english: Text, load: Record<Exclude<Language, 'en'>, () => Promise<Text>>): () => Text | null {
  const texts = signal<Partial<Record<Language, Text>>>({en: english});
  return () => {
    const wanted = language.value;
    useEffect(() => {
      if (wanted === 'en' || texts.peek()[wanted]) return;
      void load[wanted]().catch(() => english).then(text => { texts.value = {...texts.peek(), [wanted]: text}; });
    }, [wanted]);
    return texts.value[wanted] ?? null;
  };
}

export type LobbyWords = typeof english;

export const useLobbyWords = lateWords<LobbyWords>(english, {
  fr: () => import('../../i18n/fr/lobby').then(it => it.lobby),
  de: () => import('../../i18n/de/lobby').then(it => it.lobby),
  es: () => import('../../i18n/es/lobby').then(it => it.lobby),
});
