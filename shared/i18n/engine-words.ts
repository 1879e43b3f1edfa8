import { documents as documentsEn } from './en/documents.ts';
import { tidy as tidyEn } from './en/tidy.ts';
import { documents as documentsFr } from './fr/documents.ts';
import { tidy as tidyFr } from './fr/tidy.ts';
import type { Language } from './language.ts';
import { type KeyOf, type MessageValues, speaker } from './speaker.ts';

const en = { ...tidyEn, ...documentsEn };
const fr = { ...tidyFr, ...documentsFr };

/** The few texts that the engine itself writes to the disk, folders' names and notes, without all that a window says. */
export function engineWords(language: Language): (key: KeyOf<typeof en>, values?: MessageValues) => string {
  return speaker({ en, fr }[language], language);
}
