import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Opening } from './story-page.ts';

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

type SettingsOpeningsSteps = {
  readonly section: (page: Page, t: Translate, name: string) => Promise<void>;
  readonly press: (page: Page, name: string) => Promise<void>;
  readonly unfold: (page: Page, name: string) => Promise<void>;
};

/** Each section of the settings, completely unfolded. */
export function settingsOpenings({ section, press, unfold }: SettingsOpeningsSteps) {
  const general: Opening['open'] = (page, t) => section(page, t, t('settings.section.general'));
  return {
    'settings of sending': on((page, t) => section(page, t, t('settings.section.sending'))),
    'start switched off': { story: 'not started by the system' as const, open: general },
    'start taken out': { story: 'taken out of the system’s list' as const, open: general },
    'an address with accents': on(async (page, t) => {
      await section(page, t, t('settings.section.general'));
      const address = page.getByLabel(t('settings.email'), { exact: true });
      await address.fill('hélène@boulangerie-marchand.fr');
      await address.blur();
      await page.getByText(t('settings.email.accents')).waitFor();
    }),
    'settings of notifications': on(async (page, t) => {
      await section(page, t, t('settings.section.notifications'));
      await page.getByText(t('settings.digest'), { exact: true }).click();
      await page.getByText(t('settings.quiet'), { exact: true }).click();
    }),
    'settings of the connection': on(async (page, t) => {
      await section(page, t, t('settings.section.connection'));
      await press(page, t('try-out.service'));
      await page.getByText(/184/).first().waitFor();
    }),
    'settings of an installation': on(async (page, t) => {
      await section(page, t, t('settings.section.connection'));
      for (const part of ['settings.proxy', 'settings.credentials', 'settings.installation'] as const) await unfold(page, t(part));
      await page.getByText(t('settings.proxy.manual'), { exact: true }).click();
      await page.getByText(t('settings.credentials.direct'), { exact: true }).click();
      await press(page, t('settings.installation.change'));
    }),
    'another installation, which wants the secrets': on(async (page, t) => {
      await section(page, t, t('settings.section.connection'));
      await unfold(page, t('settings.installation'));
      await press(page, t('settings.installation.change'));
      await page.getByLabel(t('installation.json'), { exact: true }).fill('{"relayUrl":"https://relay-2.example"}');
      await press(page, t('installation.save'));
      await page.getByText(t('installation.secrets.title')).waitFor();
    }),
    diagnostics: on(async (page, t) => {
      await section(page, t, t('settings.section.diagnostics'));
      await page.getByText(t('diagnostics.computer')).waitFor();
      await unfold(page, t('diagnostics.report.show'));
    }),
  } as const;
}

function on(open: Opening['open']): Opening {
  return { story: 'every state', open };
}

type BrowsersOpeningsSteps = {
  readonly section: (page: Page, t: Translate, name: string) => Promise<void>;
  readonly press: (page: Page, name: string) => Promise<void>;
};

/** Who is signed in to the headless host, and what can be done about it. */
export function browsersOpenings({ section, press }: BrowsersOpeningsSteps) {
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
