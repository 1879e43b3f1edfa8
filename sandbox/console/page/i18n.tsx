import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { type ConsoleTranslate, consoleTranslator } from '#shared/i18n/console.ts';
import { type Formats, formatsOf } from '#shared/i18n/formats.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { type Language, LANGUAGES, languageOf } from '#shared/i18n/language.ts';

export type I18n = Formats & {
  readonly language: Language;
  /** For dates and numbers: the person's region, if it speaks the chosen language. */
  readonly locale: string;
  readonly t: ConsoleTranslate;
  readonly speak: (language: Language) => void;
  /** Day and time to the second, since retries are seconds apart. */
  readonly exact: (at: WallMs) => string;
};

const SpeechContext = createContext<I18n | null>(null);
const KEPT = 'intray-console-language';

/** Sets the language of everything below it: the one last chosen here, otherwise the browser's. */
export function SpeechProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  const tag = navigator.language.toLowerCase().startsWith(language) ? navigator.language : language;
  const speech = useMemo(() => {
    const speak = (chosen: Language) => {
      localStorage.setItem(KEPT, chosen);
      setLanguage(chosen);
    };
    const moments = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium' });
    return { language, locale: tag, t: consoleTranslator(language), speak, exact: (at: WallMs) => moments.format(at), ...formatsOf(tag) };
  }, [language, tag]);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = speech.t('console.title');
  }, [language, speech]);
  return (
    <I18nProvider locale={tag}>
      <SpeechContext value={speech}>{children}</SpeechContext>
    </I18nProvider>
  );
}

export function useI18n(): I18n {
  const speech = use(SpeechContext);
  if (speech === null) throw new Error('outside of a language');
  return speech;
}

function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  return LANGUAGES.find((language) => language === kept) ?? languageOf('system', navigator.language);
}
