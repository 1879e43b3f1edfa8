import { sample as sampleEn } from './en/desktop/sample.ts';
import { tidy as tidyEn } from './en/desktop/tidy.ts';
import { document as documentEn } from './en/document/document.ts';
import { importType as importTypeEn } from './en/document/import-type.ts';
import { sample as sampleFr } from './fr/desktop/sample.ts';
import { tidy as tidyFr } from './fr/desktop/tidy.ts';
import { document as documentFr } from './fr/document/document.ts';
import { importType as importTypeFr } from './fr/document/import-type.ts';
import type { Language } from './language.ts';
import { type KeyOf, type MessageValues, speaker } from './speaker.ts';

const en = { ...tidyEn, ...sampleEn, ...importTypeEn, ...documentEn };
const fr = { ...tidyFr, ...sampleFr, ...importTypeFr, ...documentFr };

/** The few texts that the engine itself writes to the disk, names of folders and notes, without the rest of the window's texts. */
export function engineWords(language: Language): (key: KeyOf<typeof en>, values?: MessageValues) => string {
  return speaker({ en, fr }[language], language);
}
