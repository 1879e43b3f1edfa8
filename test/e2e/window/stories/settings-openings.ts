import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';
import type { Opening } from './opening.ts';

type Steps = {
  readonly section: (page: Page, t: Translate, name: string) => Promise<void>;
  readonly press: (page: Page, name: string) => Promise<void>;
  readonly unfold: (page: Page, name: string) => Promise<void>;
};

/** Each section of the settings, completely unfolded. */
export function settingsOpenings({ section, press, unfold }: Steps) {
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
