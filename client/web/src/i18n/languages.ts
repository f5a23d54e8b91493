// The available languages, without their texts.
export const languageCodes = ['en', 'fr', 'de', 'es'] as const;
export type Language = typeof languageCodes[number];

const isLanguage = (code: string | null): code is Language => (languageCodes as readonly (string | null)[]).includes(code);

// The best available language for `wanted` (like `navigator.languages`).
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split('-')[0]!;
    if (isLanguage(code)) return code;
  }
  return 'en';
}

// The language for a setting: `chosen` is a code, or anything else for the browser's preference.
export const languageFor = (chosen: string | null): Language => (isLanguage(chosen) ? chosen : preferredLanguage(navigator.languages));
