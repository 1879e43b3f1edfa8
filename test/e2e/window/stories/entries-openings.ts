import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';
import { CHECKED } from './entries-preview.ts';
import type { Opening } from './story-page.ts';

/** The lines are there. */
const filled: Opening['open'] = async (page) => page.getByRole('grid').getByRole('row').nth(3).waitFor();

type Ways = {
  readonly details: (page: Page, t: Translate, name: string) => Promise<void>;
  readonly press: (page: Page, name: string) => Promise<void>;
};

export function entriesPreviewOpenings({ details, press }: Ways) {
  const opened = (name: string, words: 'check' | 'look' | 'errors', then?: Opening['open']): Opening => ({
    story: 'entries to check',
    open: async (page, t) => {
      await details(page, t, name);
      await press(page, `${t(`entries-preview.open.${words}`)} – ${name}`);
      await page.getByRole('dialog').getByRole('heading', { level: 2 }).getByText(name).waitFor();
      await then?.(page, t);
    },
  });
  return {
    'whole books before they are sent': opened(CHECKED.books, 'check', filled),
    'lines of a mapping before they are sent': opened(CHECKED.sales, 'check', filled),
    'lines that were sent before': opened(CHECKED.repeated, 'check', filled),
    'lines that would be booked twice': opened(CHECKED.repeated, 'check', async (page, t) => {
      await press(page, t('entries-preview.send-all'));
      await page.getByRole('alertdialog').waitFor();
    }),
    'lines under other dates': opened(CHECKED.dates, 'check', filled),
    'lines in several imports': opened(CHECKED.large, 'check', filled),
    'lines that cannot be cut': opened(CHECKED.uncut, 'check', filled),
    'errors beside their lines': opened(CHECKED.faulty, 'errors', async (page, t) => {
      await filled(page, t);
      await press(page, t('entries-preview.remark.next'));
    }),
    'lines that were sent': opened(CHECKED.sent, 'look', filled),
    'lines of a file that is gone': {
      ...opened(CHECKED.gone, 'check'),
      open: async (page, t) => {
        await details(page, t, CHECKED.gone);
        await press(page, `${t('entries-preview.open.check')} – ${CHECKED.gone}`);
        await page.getByRole('alert').waitFor();
      },
    },
  } as const satisfies Record<string, Opening>;
}
