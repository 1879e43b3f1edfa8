import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Opening } from './opening.ts';

type By = {
  readonly press: (page: Page, name: string) => Promise<void>;
  readonly details: (page: Page, t: Translate, name: string) => Promise<void>;
};

const ofFolder: Opening['open'] = async (page, t) => {
  await page.getByRole('button', { name: t('bulk-arrival.choose-name', { folder: '…/Scans/Achats' }) }).click();
  await page.getByRole('radiogroup').waitFor();
};

/** The pages of questions. */
export function questionOpenings({ press, details }: By) {
  const since: Opening['open'] = async (page, t) => {
    await ofFolder(page, t);
    await page.getByRole('radiogroup').getByText(t('bulk-arrival.since'), { exact: true }).click();
  };
  return {
    'a bulk question': { story: 'every state', open: ofFolder },
    'a bulk question with a day': { story: 'every state', open: since },
    'a bulk question with the calendar': {
      story: 'every state',
      open: async (page, t) => {
        await since(page, t);
        await page.locator('main').getByRole('group').getByRole('button').click();
        await page.getByRole('grid').waitFor();
      },
    },
    'purchase or sale': {
      story: 'purchase or sale',
      open: async (page, t) => {
        await details(page, t, 'Devis toiture.pdf');
        await press(page, t('type-question.title'));
        await page.getByRole('button', { name: t('type-question.answer.sales-invoices') }).waitFor();
      },
    },
    'purchase or sale, sent by another computer': {
      story: 'told elsewhere',
      open: async (page, t) => {
        await details(page, t, 'Vente 2026-120.pdf');
        await press(page, t('type-question.title'));
        await page.getByRole('button', { name: t('type-question.answer.sales-invoices') }).waitFor();
      },
    },
    'purchase or sale, to be removed': {
      story: 'purchase or sale',
      open: async (page, t) => {
        await details(page, t, 'Devis toiture.pdf');
        await press(page, t('type-question.title'));
        await press(page, t('type-question.answer.sales-invoices'));
        await page.getByRole('heading', { name: t('type-question.remove') }).waitFor();
      },
    },
  } as const satisfies Record<string, Opening>;
}
