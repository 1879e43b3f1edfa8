import type { Settings } from '#shared/app-api/settings.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { type Translate, translator } from '#shared/i18n/translate.ts';

/** Translator for the language that the person chose, or for the system's. */
export function speakTo(settings: Settings, locale: string): Translate {
  return translator(languageOf(settings.language, locale));
}
