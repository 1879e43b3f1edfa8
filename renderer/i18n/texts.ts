import { useEffect, useState } from 'react';
import type { Language } from '#shared/i18n/language.ts';
import { loadTranslator } from '#shared/i18n/load-translator.ts';
import type { Translate } from '#shared/i18n/translate.ts';
import { missing } from '../later/missing.ts';

export type Texts = { readonly language: Language; readonly t: Translate };

const known = new Map<Language, Texts>();
let load = loadTranslator;

// Development only: a changed text appears in the open window at once. The build removes this.
import.meta.hot?.accept('#shared/i18n/load-translator.ts', (changed) => {
  load = changed?.['loadTranslator'] ?? load;
  known.clear();
});

/** Loads a language; afterwards it is available at once. */
export async function loadTexts(language: Language): Promise<Texts> {
  const texts = known.get(language) ?? { language, t: await load(language) };
  known.set(language, texts);
  return texts;
}

/** The texts of a language; those of the previous one until they are loaded. */
export function useTexts(language: Language): Texts | null {
  const [spoken, setSpoken] = useState(known.get(language) ?? null);
  useEffect(() => {
    const read = () => void loadTexts(language).then(setSpoken, missing.tell);
    read();
    import.meta.hot?.on('vite:afterUpdate', read);
    return () => import.meta.hot?.off('vite:afterUpdate', read);
  }, [language]);
  return known.get(language) ?? spoken;
}
