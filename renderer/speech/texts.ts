import { useEffect, useState } from 'react';
import type { Language } from '#shared/i18n/language.ts';
import { loadTranslator } from '#shared/i18n/load-translator.ts';
import type { Translate } from '#shared/i18n/translate.ts';
import { missing } from '../later/missing.ts';

export type Texts = { readonly language: Language; readonly t: Translate };

const known = new Map<Language, Texts>();

/** Afterwards that language is spoken without a wait. */
export async function loadTexts(language: Language): Promise<Texts> {
  const texts = known.get(language) ?? { language, t: await loadTranslator(language) };
  known.set(language, texts);
  return texts;
}

/** The texts of a language; of the one before until they are there. */
export function useTexts(language: Language): Texts | null {
  const [spoken, setSpoken] = useState(known.get(language) ?? null);
  useEffect(() => {
    loadTexts(language).then(setSpoken, missing.tell);
  }, [language]);
  return known.get(language) ?? spoken;
}
