import type { Language } from './language.ts';
import { speaker } from './speaker.ts';
import type { Translate } from './translate.ts';

const TEXTS = {
  en: async () => (await import('./en.ts')).en,
  fr: async () => (await import('./fr.ts')).fr,
} as const;

/** Like `translator`, but loads only the texts of that one language. */
export async function loadTranslator(language: Language): Promise<Translate> {
  return speaker(await TEXTS[language](), language);
}
