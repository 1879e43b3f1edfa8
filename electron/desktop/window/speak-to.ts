import type { Settings } from '#shared/app-api/settings.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { type Translate, translator } from '#shared/i18n/translate.ts';

/** In the language that the person chose, or the one of the system. */
export function speakTo(settings: Settings, locale: string): Translate {
  return translator(languageOf(settings.language, locale));
}
