import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { type ConsoleTranslate, consoleTranslator } from '#shared/i18n/console.ts';
import { type Formats, formatsOf } from '#shared/i18n/formats.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { type Language, LANGUAGES, languageOf } from '#shared/i18n/language.ts';

export type I18n = Formats & {
  readonly language: Language;
  /** For dates and numbers: the user's region, if it speaks the chosen language. */
  readonly locale: string;
  readonly t: ConsoleTranslate;
  readonly speak: (language: Language) => void;
  /** Day and time to the second, since retries are seconds apart. */
  readonly exact: (at: WallMs) => string;
};

const I18nContext = createContext<I18n | null>(null);
const KEPT = 'intray-console-language';

/** Sets the language of everything below it: the one last chosen here, otherwise the browser's. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  const tag = navigator.language.toLowerCase().startsWith(language) ? navigator.language : language;
  const i18n = useMemo(() => {
    const speak = (chosen: Language) => {
      localStorage.setItem(KEPT, chosen);
      setLanguage(chosen);
    };
    const moments = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium' });
    return { language, locale: tag, t: consoleTranslator(language), speak, exact: (at: WallMs) => moments.format(at), ...formatsOf(tag) };
  }, [language, tag]);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = i18n.t('console.title');
  }, [language, i18n]);
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

function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  return LANGUAGES.find((language) => language === kept) ?? languageOf('system', navigator.language);
}
