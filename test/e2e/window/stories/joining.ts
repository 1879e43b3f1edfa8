import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Opening } from './story-page.ts';

type Steps = {
  readonly details: (page: Page, t: Translate, name: string) => Promise<void>;
  readonly go: (page: Page, place: string) => Promise<void>;
  readonly press: (page: Page, name: string) => Promise<void>;
};

export const PAGES = ['IMG_2240.heic', 'IMG_2241.heic', 'Facture plombier, verso photographié en biais.jpg'] as const;

/** Marks documents of the list. */
export async function mark(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').click();
}

/** Joining pictures into one PDF: from the marks in the list to what is said of it later. */
export function joiningOpenings({ details, go, press }: Steps) {
  const join = (story: Opening['story'], then: Opening['open']): Opening => ({
    story,
    open: async (page, t) => {
      await go(page, t('frame.documents'));
      await mark(page, PAGES);
      await press(page, t('joining.do'));
      await then(page, t);
    },
  });
  return {
    'pictures marked to be joined': {
      story: 'pictures to join',
      open: async (page, t) => {
        await go(page, t('frame.documents'));
        await mark(page, PAGES);
        await page.getByRole('button', { name: t('joining.do') }).waitFor();
      },
    },
    'pictures that cannot be joined': {
      story: 'pictures to join',
      open: async (page, t) => {
        await go(page, t('frame.documents'));
        await mark(page, [...PAGES, 'Devis plombier.pdf']);
        await page.getByText(t('joining.why.not-pictures')).waitFor();
      },
    },
    'a joined PDF to check': join('pictures to join', isDrawn),
    'joining under way': join('joining under way', (page) => page.getByRole('progressbar').waitFor()),
    'joining of a damaged picture': join('joining of a damaged picture', isTold),
    'a joined PDF that is lost before it is sent': join('joined PDF lost', async (page, t) => {
      await isDrawn(page);
      await press(page, t('conversion.send'));
      await isTold(page);
    }),
    ...joinedOpenings({ details, go }),
  } as const satisfies Record<string, Opening>;
}

/** What is said later of a joined document, and of its pictures. */
function joinedOpenings({ details, go }: Pick<Steps, 'details' | 'go'>) {
  return {
    'a joined document that waits': {
      story: 'pictures to join',
      open: async (page, t) => {
        await details(page, t, 'Bail 1 + 1.pdf');
        await page.locator('aside [data-drawn=true]').waitFor();
      },
    },
    'a joined document that was accepted': { story: 'pictures to join', open: (page, t) => details(page, t, 'Note 1 + 1.pdf') },
    'a joined document that lost its PDF': { story: 'pictures to join', open: (page, t) => details(page, t, 'Reçu 1 + 1.pdf') },
    'a part of a joined document': {
      story: 'pictures to join',
      open: async (page, t) => {
        await go(page, t('frame.documents'));
        await page.getByRole('radiogroup').getByText(t('documents.filter.aside'), { exact: true }).click();
        await page.getByText('Bail 2.heic', { exact: true }).click();
        await page.getByRole('complementary').getByText(t('document.aside.joined.what')).waitFor();
      },
    },
  } as const satisfies Record<string, Opening>;
}

async function isDrawn(page: Page): Promise<void> {
  await page.locator('[role=dialog] section:last-of-type [data-drawn=true]').waitFor();
}

async function isTold(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('alert').waitFor();
}
