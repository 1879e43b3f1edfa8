import { console as en } from './en/console.ts';
import { console as fr } from './fr/console.ts';
import type { Language } from './language.ts';
import { type KeyOf, type MessageValues, speaker } from './speaker.ts';

export type ConsoleKey = KeyOf<typeof en>;
export type ConsoleTranslate = (key: ConsoleKey, values?: MessageValues) => string;

/** The texts of the sandbox's console; they are not bundled into the app's window. */
export function consoleTranslator(language: Language): ConsoleTranslate {
  return speaker({ en, fr }[language], language);
}
