import type { Settings } from '../app-api/settings.ts';

export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language to use: the user's choice, else the system's if we have it, else English. */
export function languageOf(chosen: Settings['language'], locale: string): Language {
  if (chosen !== 'system') return chosen;
  return LANGUAGES.find((language) => language === locale.toLowerCase().split(/[-_]/)[0]) ?? 'en';
}
