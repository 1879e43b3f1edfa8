import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Opening } from './opening.ts';

type Open = (page: Page, t: Translate, name: string) => Promise<void>;

const opened = (open: Opening['open']): Opening => ({ story: 'ignored and gone', open });

/** What a person ignores or may ignore, and what became of files that were taken away. */
export function ignoredOpenings({
  details,
  press,
  go,
}: {
  details: Open;
  press: (page: Page, name: string) => Promise<void>;
  go: (page: Page, name: string) => Promise<void>;
}) {
  const told = (name: string): Opening => opened((page, t) => details(page, t, name));
  return {
    'a file that may be ignored': told('lettre.docx'),
    'a file that is ignored': told('planning.xlsx'),
    'an ignored file that may be sent anyway': told('coupe.pdf'),
    'an ignored question': told('Facture blanche.pdf'),
    'a document gone before it was sent': told('Facture loyer.pdf'),
    'a file that was taken away': told('IMG_2230.heic'),
    'just ignored': opened(async (page, t) => {
      await details(page, t, 'lettre.docx');
      await press(page, t('document.ignore-name', { name: 'lettre.docx' }));
      await page.getByText(t('list.told.ignored', { count: 1 })).waitFor();
    }),
    'ignored documents': opened(async (page, t) => {
      await go(page, t('frame.documents'));
      await page.getByRole('radiogroup').getByText(t('documents.filter.aside'), { exact: true }).click();
    }),
    'ignored files beside the folders': opened((page, t) => go(page, t('frame.companies'))),
  } as const;
}
