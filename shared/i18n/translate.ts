import { en, type MessageKey } from './en.ts';
import { fr } from './fr.ts';
import { type Language, languageOf } from './language.ts';
import { type MessageValues, speaker } from './speaker.ts';

export type Translate = (key: MessageKey, values?: MessageValues) => string;

/** Texts of one language, for the window and for the shell. Escape them before using them as markup. */
export function translator(language: Language): Translate {
  return speaker({ en, fr }[language], language);
}

/** Texts for a BCP 47 tag, such as the system's locale. */
export function translatorFor(locale: string): Translate {
  return translator(languageOf('system', locale));
}
