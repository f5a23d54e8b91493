// Which languages there are, without their words.
export const languageCodes = ['en', 'fr', 'de', 'es'] as const;
export type Language = typeof languageCodes[number];

export const isLanguage = (code: string | null): code is Language => (languageCodes as readonly (string | null)[]).includes(code);

// The best of `wanted` (as `navigator.languages` has them) that there is.
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split('-')[0]!;
    if (isLanguage(code)) return code;
  }
  return 'en';
}
