// Which languages there are, without their words.
export const languageCodes = ['en', 'fr', 'de', 'es'] as const;
export type Language = typeof languageCodes[number];

const isLanguage = (code: string | null): code is Language => (languageCodes as readonly (string | null)[]).includes(code);

// The best of `wanted` (as `navigator.languages` has them) that there is.
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split('-')[0]!;
    if (isLanguage(code)) return code;
  }
  return 'en';
}

// What a choice among the settings means: `chosen` is a code, or anything else for what the browser prefers.
export const languageFor = (chosen: string | null): Language => (isLanguage(chosen) ? chosen : preferredLanguage(navigator.languages));
