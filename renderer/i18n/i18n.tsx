import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Language } from '#shared/i18n/language.ts';
import type { Translate } from '#shared/i18n/translate.ts';
import { type Formats, formatsOf } from '#shared/i18n/formats.ts';
import { useTexts } from './texts.ts';

export type I18n = Formats & { readonly language: Language; readonly t: Translate };

const SpeechContext = createContext<I18n | null>(null);

/** Sets the language for everything below it: texts, dates, numbers, and the components' own words for screen readers. */
export function SpeechProvider(props: { readonly language: Language; readonly locale: string; readonly children: ReactNode }) {
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
  // The person's region decides the format of dates and numbers if its language is the one in use.
  const tag = locale.toLowerCase().startsWith(language) ? locale : language;
  const speech = useMemo(() => ({ language, t, ...formatsOf(tag) }), [language, t, tag]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
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
