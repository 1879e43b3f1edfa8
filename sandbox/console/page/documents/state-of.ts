import { DOCUMENT_STATES } from '#shared/contract/events.ts';
import type { ConsoleTranslate } from '#shared/i18n/console.ts';
import type { Document } from '../control/answers.ts';

export type StateKind = 'waiting' | 'accepted' | 'refused' | 'other';

export function stateOf({ documentState }: Document): StateKind {
  switch (documentState) {
    case null:
      return 'waiting';
    case DOCUMENT_STATES.accepted:
      return 'accepted';
    case DOCUMENT_STATES.refused:
      return 'refused';
    default:
      return 'other';
  }
}

export function stateText(document: Document, t: ConsoleTranslate): string {
  const kind = stateOf(document);
  return kind === 'other' ? t('console.document.other', { state: document.documentState ?? '' }) : t(`console.document.${kind}`);
}
