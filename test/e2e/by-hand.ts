import type { Page } from 'playwright/test';
import type { Translate } from '#shared/i18n/translate.ts';

/** The first run begins with an invitation; whoever has an identifier and a secret goes on with those. */
export async function byHand(page: Page, t: Translate): Promise<void> {
  await page.getByRole('button', { name: t('invitation.by-hand'), exact: true }).press('Enter');
  await page.getByLabel(t('connect.integration-id'), { exact: true }).waitFor();
}

/** For whoever looks after the installation: names the addresses of its servers. */
export async function openAdvanced(page: Page, t: Translate): Promise<void> {
  await page.getByText(t('invitation.advanced'), { exact: true }).press('Enter');
}
