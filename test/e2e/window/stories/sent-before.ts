import type { Page } from 'playwright';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Opening } from './story-page.ts';

type Steps = {
  readonly details: (page: Page, t: Translate, name: string) => Promise<void>;
  readonly go: (page: Page, place: string) => Promise<void>;
  readonly press: (page: Page, name: string) => Promise<void>;
};

/** Documents that are like ones that were sent: each question, what became of others, and the answer for several. */
export function sentBeforeOpenings({ details, go, press }: Steps) {
  const told = (name: string): Opening => ({ story: 'sent before', open: (page, t) => details(page, t, name) });
  return {
    'a document with the same pages': told('Facture EDF octobre (copie).pdf'),
    'a document that has grown': told('Scan_0040 complet.pdf'),
    'a document that was changed': {
      story: 'sent before',
      open: async (page, t) => {
        await go(page, t('frame.documents'));
        await page.getByText('Devis toiture.pdf', { exact: true }).first().click();
      },
    },
    'a document sent all the same': told('Scan_0040 recto verso.pdf'),
    'a document that its folder left': {
      story: 'sent before',
      open: async (page, t) => {
        await go(page, t('frame.documents'));
        await page.getByRole('radiogroup').getByText(t('documents.filter.aside'), { exact: true }).click();
        await page.getByText('EDF octobre bis.pdf', { exact: true }).click();
      },
    },
    'send all that are like sent ones': {
      story: 'sent before, several',
      open: (page, t) => press(page, `${t('sent-before.group.send')} – …/Scans/Achats`),
    },
    'folders that decide by themselves': {
      story: 'sent before, decided for the folder',
      open: (page, t) => go(page, t('frame.companies')),
    },
  } as const satisfies Record<string, Opening>;
}
