import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Opening } from './opening.ts';

type Steps = {
  readonly press: (page: Page, name: string) => Promise<void>;
  readonly go: (page: Page, place: string) => Promise<void>;
};

/** Choosing a folder: by the window's own dialog, and one that is probably not only for scans. */
export function folderOpenings({ press, go }: Steps) {
  const home: Opening = {
    story: 'home chosen as a folder',
    open: async (page, t) => {
      await go(page, t('frame.companies'));
      await press(page, t('folders.add'));
      await press(page, t('folders.choose'));
      await page.getByText(t('folders.consent.home')).waitFor();
    },
  };
  const browsing = (then: (page: Page, t: Translate) => Promise<void>): Opening => ({
    story: 'in a browser',
    open: async (page, t) => {
      await go(page, t('frame.companies'));
      await press(page, t('folders.add'));
      await press(page, t('folders.choose'));
      await page.getByRole('option').first().waitFor();
      await then(page, t);
    },
  });
  return {
    'add the whole home': home,
    'browse the folders': browsing(async () => undefined),
    'browse the folders, one chosen': browsing((page) => page.getByRole('option', { name: 'Scans' }).click()),
    'browse the folders, an empty one': browsing(async (page, t) => {
      await page.getByRole('option', { name: 'Scans' }).dblclick();
      await page.getByRole('option', { name: 'Achats' }).dblclick();
      await page.getByText(t('folders.browse.empty')).waitFor();
    }),
  } as const;
}
