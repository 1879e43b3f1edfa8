import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Opening } from './opening.ts';

type Steps = {
  readonly section: (page: Page, t: Translate, name: string) => Promise<void>;
  readonly press: (page: Page, name: string) => Promise<void>;
};

/** Who is signed in to the headless host, and what can be done about it. */
export function browsersOpenings({ section, press }: Steps) {
  return {
    browsers: inBrowser((page, t) => section(page, t, t('settings.section.browsers'))),
    'another browser signed out': inBrowser(async (page, t) => {
      await section(page, t, t('settings.section.browsers'));
      await press(page, t('browsers.end.others'));
      await page.getByText(t('browsers.told.others', { count: 2 })).waitFor();
    }),
    'signing out everywhere': inBrowser(async (page, t) => {
      await section(page, t, t('settings.section.browsers'));
      await press(page, t('browsers.end.all'));
    }),
  } as const;
}

function inBrowser(open: Opening['open']): Opening {
  return { story: 'in a browser', open };
}
