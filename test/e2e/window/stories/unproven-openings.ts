import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Opening } from './opening.ts';

type Steps = {
  readonly details: (page: Page, t: Translate, name: string) => Promise<void>;
  readonly press: (page: Page, name: string) => Promise<void>;
  readonly go: (page: Page, place: string) => Promise<void>;
};

/** Unproven answers, before and after a person has accepted them. */
export function unprovenOpenings({ details, press, go }: Steps) {
  const offered = on('unproven answers');
  const taken = on('unproven answers taken');
  return {
    'an unproven acceptance': offered((page, t) => details(page, t, 'Facture eau octobre.pdf')),
    'an unproven refusal': offered((page, t) => details(page, t, 'Devis peinture.pdf')),
    'take all that say accepted': offered((page, t) => press(page, t('needs.take-accepted', { count: 2 }))),
    'unproven answers in the list': offered(async (page, t) => {
      await go(page, t('frame.documents'));
      await page.getByRole('row', { name: 'Facture Métro 9120.pdf' }).waitFor();
      await page.getByRole('row', { name: 'Devis peinture.pdf' }).focus();
      await page.keyboard.press('Control+a');
      await page.getByRole('region', { name: t('list.marked.title') }).waitFor();
    }),
    'taken answers in the list': taken((page, t) => go(page, t('frame.documents'))),
    'an acceptance taken unproven': taken((page, t) => details(page, t, 'Facture eau octobre.pdf')),
    'a refusal taken unproven': taken((page, t) => details(page, t, 'Devis peinture.pdf')),
    'an acceptance confirmed': taken((page, t) => details(page, t, 'Facture Métro 9120.pdf')),
    'a refusal that contradicts': taken((page, t) => details(page, t, 'Facture gaz.pdf')),
  } as const;
}

function on(story: Opening['story']): (open: Opening['open']) => Opening {
  return (open) => ({ story, open });
}
