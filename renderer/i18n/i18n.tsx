import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Language } from '#shared/i18n/language.ts';
import type { Translate } from '#shared/i18n/translate.ts';
import { type Formats, formatsOf } from '#shared/i18n/formats.ts';
import { speaker } from '#shared/i18n/speaker.ts';
import { missing, setTextsOfParts } from '../later/later.tsx';

export type I18n = Formats & { readonly language: Language; readonly t: Translate };

const I18nContext = createContext<I18n | null>(null);

/** Sets the language for everything below it: texts, dates, numbers, and the components' own words for screen readers. */
export function LanguageProvider(props: { readonly language: Language; readonly locale: string; readonly children: ReactNode }) {
  const texts = useTexts(props.language);
  if (texts === null) return null;
  return (
    <Spoken {...texts} locale={props.locale}>
      {props.children}
    </Spoken>
  );
}

type SpokenProps = { readonly language: Language; readonly t: Translate; readonly locale: string; readonly children: ReactNode };

function Spoken({ language, t, locale, children }: SpokenProps) {
  // The user's region decides the format of dates and numbers if its language is the one in use.
  const tag = locale.toLowerCase().startsWith(language) ? locale : language;
  const i18n = useMemo(() => ({ language, t, ...formatsOf(tag) }), [language, t, tag]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <I18nProvider locale={tag}>
      <I18nContext value={i18n}>{children}</I18nContext>
    </I18nProvider>
  );
}

export function useI18n(): I18n {
  const i18n = use(I18nContext);
  if (i18n === null) throw new Error('outside of a language');
  return i18n;
}

type Texts = { readonly language: Language; readonly t: Translate };

/** The texts of the first page, and all others: the build divides them (build/first-words.ts). */
const TEXTS = {
  en: { first: async () => (await import('#shared/i18n/en.ts')).en, rest: async () => (await import('#shared/i18n/en.ts')).en },
  fr: { first: async () => (await import('#shared/i18n/fr.ts')).fr, rest: async () => (await import('#shared/i18n/fr.ts')).fr },
} as const;

/** What is loaded of each language. A translator finds what is added later too, so nothing that is shown changes by it. */
const loaded: Readonly<Record<Language, Record<string, string>>> = { en: {}, fr: {} };
const known = new Map<Language, Texts>();
let areAllWanted = false;
/** Texts as they were changed while the window is open: `import()` goes on giving the former ones. */
const changed: Partial<Record<Language, Readonly<Record<string, string>>>> = {};

/** Loads a language, and all of it once a part of the window needs that; afterwards it is available at once. */
export async function loadTexts(language: Language): Promise<Texts> {
  if (!known.has(language)) Object.assign(loaded[language], await TEXTS[language].first(), changed[language]);
  if (areAllWanted) await loadRest(language);
  const texts = known.get(language) ?? { language, t: speaker(loaded[language], language) };
  known.set(language, texts);
  return texts;
}

async function loadRest(language: Language): Promise<void> {
  Object.assign(loaded[language], await TEXTS[language].rest(), changed[language]);
}

setTextsOfParts(async () => {
  areAllWanted = true;
  await Promise.all(Array.from(known.keys(), loadRest));
});

// Development only: a changed text appears in the open window at once. The build removes this.
import.meta.hot?.accept(['#shared/i18n/en.ts', '#shared/i18n/fr.ts'], ([en, fr]) => {
  changed.en = en?.['en'] ?? changed.en;
  changed.fr = fr?.['fr'] ?? changed.fr;
  known.clear();
});

/** The texts of a language; those of the previous one until they are loaded. */
function useTexts(language: Language): Texts | null {
  const [spoken, setSpoken] = useState(known.get(language) ?? null);
  useEffect(() => {
    const read = () => void loadTexts(language).then(setSpoken, missing.tell);
    read();
    import.meta.hot?.on('vite:afterUpdate', read);
    return () => import.meta.hot?.off('vite:afterUpdate', read);
  }, [language]);
  return known.get(language) ?? spoken;
}
