import type { ConsoleTranslate } from '#shared/i18n/console.ts';
import type { Document } from '../control/answers.ts';

/** Entries have no filename; they are named by their reference, or their kind. */
export function nameOf(document: Document, t: ConsoleTranslate): string {
  return document.filename ?? document.externalReference ?? t(`console.type.${document.importType}`);
}
