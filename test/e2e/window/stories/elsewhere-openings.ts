import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Opening } from './opening.ts';
import { UNSEEN } from './story-items.ts';

/** What another computer did, as a document's page says it. */
export function elsewhereOpenings(details: (page: Page, t: Translate, name: string) => Promise<void>) {
  const told = (name: string): Opening => ({ story: 'told elsewhere', open: (page, t) => details(page, t, name) });
  return {
    'a question that answered itself': told('Facture EDF décembre.pdf'),
    'ignored here and refused': told('Facture assurance.pdf'),
    'a question, refused as the other type': told('Vente 2026-120.pdf'),
    'accepted, and sent as the other type': told('Facture double.pdf'),
    'refused, and its file never seen': told(UNSEEN.refused),
    'accepted, and its file never seen': told(UNSEEN.accepted),
  } as const;
}
