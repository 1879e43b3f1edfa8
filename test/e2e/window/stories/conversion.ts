import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Opening } from './story-page.ts';

type Steps = {
  readonly details: (page: Page, t: Translate, name: string) => Promise<void>;
  readonly go: (page: Page, place: string) => Promise<void>;
  readonly press: (page: Page, name: string) => Promise<void>;
  readonly unfold: (page: Page, name: string) => Promise<void>;
};

/** Converting what the service does not take as it is: from the offer to what is said of it later. */
export function conversionOpenings({ details, go, press, unfold }: Steps) {
  const convert: Convert = (story, name, then) => ({
    story,
    open: async (page, t) => {
      await details(page, t, name);
      await press(page, t('conversion.do.format'));
      await then(page, t);
    },
  });
  const told = (name: string): Opening => ({
    story: 'conversions',
    open: async (page, t) => {
      await details(page, t, name);
      await unfold(page, t('document.facts'));
      await unfold(page, t('refusal.technical'));
    },
  });
  return {
    'a conversion offered': { story: 'conversions', open: (page, t) => details(page, t, 'SCN_0090.tiff') },
    'a conversion offered for an ignored file': {
      story: 'conversions',
      open: async (page, t) => {
        await go(page, t('frame.documents'));
        await page.getByRole('radiogroup').getByText(t('documents.filter.aside'), { exact: true }).click();
        await page.getByText('Devis ancien.tif', { exact: true }).click();
        await page.getByRole('button', { name: t('conversion.do.format') }).waitFor();
      },
    },
    'a conversion under way': convert('conversion under way', 'SCN_0090.tiff', (page) => page.getByRole('progressbar').waitFor()),
    'a PDF to check': convert('conversions', 'SCN_0090.tiff', isDrawn),
    'a JPEG of a photo to check': convert('conversions', 'IMG_2240.heic', isDrawn),
    'a JPEG of an image to check': convert('conversions', 'Ticket essence.webp', isDrawn),
    ...ownFormats({ details, press }),
    'a conversion that cannot be done': convert('conversion of too many pages', 'SCN_0090.tiff', isTold),
    'a conversion that failed': convert('conversion that failed', 'SCN_0090.tiff', isTold),
    'a version that is lost': convert('conversion lost', 'SCN_0090.tiff', async (page, t) => {
      await isDrawn(page);
      await press(page, t('conversion.send'));
      await isTold(page);
    }),
    ...remarked({ details, press }, convert),
    'a document to be converted by itself': { story: 'converted by itself', open: (page, t) => details(page, t, 'SCN_0094.tiff') },
    'a document converted by itself': { story: 'converted by itself', open: (page, t) => details(page, t, 'IMG_2250.heic') },
    'folders that convert by themselves': { story: 'converted by itself', open: (page, t) => go(page, t('frame.companies')) },
    'a converted document sent': told('Facture loyer.tiff'),
    'a converted document sent elsewhere': told('Facture eau.tiff'),
  } as const satisfies Record<string, Opening>;
}

type Convert = (story: Opening['story'], name: string, then: Opening['open']) => Opening;

/** Versions of which a user should know something. */
function remarked({ details, press }: Pick<Steps, 'details' | 'press'>, convert: Convert) {
  return {
    'a version of a damaged file': convert('conversion of a damaged file', 'SCN_0090.tiff', isDrawn),
    'a version of one of several pictures': convert('conversion of several pictures', 'IMG_2240.heic', isDrawn),
    'a version of all pictures': convert('conversion of several pictures', 'IMG_2240.heic', async (page, t) => {
      await press(page, t('conversion.all-pictures', { all: 3 }));
      await page.getByText(t('conversion.all-pictures.made', { all: 3 })).waitFor();
      await isDrawn(page);
    }),
    'a version without its programs': {
      story: 'conversion of a PDF with programs',
      open: async (page, t) => {
        await details(page, t, 'Relevé scanné.pdf');
        await press(page, t('conversion.do.too-large'));
        await isDrawn(page);
      },
    },
    'a version that was not sent by itself': { story: 'converted, but not sent', open: (page, t) => details(page, t, 'SCN_0095.tiff') },
    'one of several pictures that was not sent': { story: 'converted, but not sent', open: (page, t) => details(page, t, 'IMG_2251.heic') },
  } as const satisfies Record<string, Opening>;
}

/** Files of the service's own formats: too large, or protected. */
function ownFormats({ details, press }: Pick<Steps, 'details' | 'press'>) {
  const askPassword = async (page: Page, t: Translate): Promise<void> => {
    await details(page, t, 'Relevé protégé.pdf');
    await press(page, t('conversion.do.password'));
    await page.getByLabel(t('conversion.password'), { exact: true }).waitFor();
  };
  return {
    'a smaller version offered': { story: 'conversions', open: (page, t) => details(page, t, 'Relevé scanné.pdf') },
    'a smaller version to check': {
      story: 'conversions',
      open: async (page, t) => {
        await details(page, t, 'Relevé scanné.pdf');
        await press(page, t('conversion.do.too-large'));
        await isDrawn(page);
      },
    },
    'a protected PDF': { story: 'conversions', open: (page, t) => details(page, t, 'Relevé protégé.pdf') },
    'a password that is asked for': { story: 'conversions', open: (page, t) => askPassword(page, t) },
    'a password that is wrong': {
      story: 'conversions',
      open: async (page, t) => {
        await askPassword(page, t);
        await page.getByLabel(t('conversion.password'), { exact: true }).fill('wrong');
        await page.keyboard.press('Enter');
        await page.getByText(t('conversion.password.wrong')).waitFor();
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
