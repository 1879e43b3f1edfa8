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
  const showIgnored = async (page: Page, t: Translate): Promise<void> => {
    await go(page, t('frame.documents'));
    await page.getByRole('radiogroup').getByText(t('documents.filter.aside'), { exact: true }).click();
  };
  /** All documents are those that are open or were sent; an ignored one has a list of its own. */
  const toldAmongIgnored = (name: string): Opening =>
    opened(async (page, t) => {
      await showIgnored(page, t);
      await page.getByText(name, { exact: true }).click();
    });
  return {
    'a file that may be ignored': told('lettre.docx'),
    'a file that is ignored': toldAmongIgnored('planning.xlsx'),
    'an ignored file that may be sent anyway': toldAmongIgnored('coupe.pdf'),
    'an ignored question': toldAmongIgnored('Facture blanche.pdf'),
    'a document gone before it was sent': told('Facture loyer.pdf'),
    'a file that was taken away': toldAmongIgnored('IMG_2230.heic'),
    'just ignored': opened(async (page, t) => {
      await details(page, t, 'lettre.docx');
      await press(page, t('document.ignore-name', { name: 'lettre.docx' }));
      await page.getByText(t('list.told.ignored', { count: 1 })).waitFor();
    }),
    'ignored documents': opened(showIgnored),
    'ignored files beside the folders': opened((page, t) => go(page, t('frame.companies'))),
  } as const;
}
