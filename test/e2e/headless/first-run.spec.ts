import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { fr } from '#shared/i18n/fr.ts';
import { translator } from '#shared/i18n/translate.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { openAdvanced } from '../by-hand.ts';
import { consoleErrors } from './console-errors.ts';
import { test } from './fixture.ts';
import { tabTo } from './tab-to.ts';

test.use({ locale: 'fr-FR' });

// Every step starts a program: a second each on a free machine, many seconds on a busy one.
test.describe.configure({ timeout: 180_000 });

test('a person sets Intray up in French and sees a scan accepted', async ({ page, host, parts, place }) => {
  const errors = consoleErrors(page);
  await parts.control.setSwitches({ autoDecide: { afterMs: 200 } });
  const { integrationId, integrationSecret } = await parts.control.createIntegration();
  await page.goto(host.url);

  await openAdvanced(page, translator('fr'));
  await page.getByLabel(fr['installation.json'], { exact: true }).fill(JSON.stringify(parts.installation));
  expect(page.url()).not.toContain('token');
  await page.getByRole('button', { name: fr['installation.save'] }).click();

  await page.getByLabel(fr['connect.name'], { exact: true }).fill('Exemple SARL');
  await page.getByLabel(fr['connect.integration-id'], { exact: true }).fill(integrationId);
  await page.getByLabel(fr['connect.secret'], { exact: true }).fill('pas le bon');
  await page.getByRole('button', { name: fr['connect.submit'] }).click();
  await expect(page.getByText(fr['connect.fault.wrong-secret'])).toBeVisible();
  await page.getByLabel(fr['connect.secret'], { exact: true }).fill(integrationSecret);
  await page.getByRole('button', { name: fr['connect.submit'] }).click();

  await page.getByRole('button', { name: fr['folders.choose.purchase-invoices'] }).click();
  await expect(page.getByRole('button', { name: fr['folders.browse.take'] })).toBeDisabled();
  await page.getByRole('dialog').getByRole('option', { name: 'Achats' }).click();
  await page.getByRole('button', { name: takes('Achats') }).click();
  await expect(page.getByText(place.purchases)).toBeVisible();
  // The other folder is created for the person, in the home.
  await page.getByRole('button', { name: fr['first-run.create-one'] }).click();
  await expect(page.getByText(join(place.home, 'Intray', 'Ventes'))).toBeVisible();
  await expect.poll(() => existsSync(join(place.home, 'Intray', 'Ventes'))).toBe(true);

  await expect(page.getByText(fr['first-run.waiting'])).toBeVisible();
  writeFileSync(join(place.purchases, 'Facture été.pdf'), aPdf('first run'));
  // Nothing is known of the scanner yet.
  await expect(page.getByText(fr['first-run.seen.accepted'])).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: fr['first-run.to-overview'] }).click();
  await page.getByRole('link', { name: fr['frame.documents'] }).click();
  await expect(page.getByRole('row', { name: /Facture été\.pdf/ })).toContainText(fr['state.accepted']);
  expect(errors).toEqual([]);
});

test('a person without a mouse sets Intray up', async ({ page, host, parts, place }) => {
  // Nobody decides on it, so that it stays received; the sandbox is the same for all tests of a worker.
  await parts.control.setSwitches({ autoDecide: null });
  const { integrationId, integrationSecret } = await parts.control.createIntegration();
  await page.goto(host.url);
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.insertText(text);
  };
  const press = async (name: string) => {
    await tabTo(page, page.getByRole('button', { name }));
    await page.keyboard.press('Enter');
  };
  await openAdvanced(page, translator('fr'));
  await type(fr['installation.json'], JSON.stringify(parts.installation));
  await press(fr['installation.save']);
  await type(fr['connect.name'], 'Exemple SARL');
  await type(fr['connect.integration-id'], integrationId);
  await type(fr['connect.secret'], integrationSecret);
  await press(fr['connect.submit']);
  await press(fr['folders.choose.purchase-invoices']);
  await expect(page.getByRole('dialog').getByRole('listbox')).toBeFocused();
  await page.keyboard.press('A');
  await page.keyboard.press('Enter');
  await press(takes('Achats'));
  await expect(page.getByText(place.purchases)).toBeVisible();
  // The sandbox is a service to try things on, so Intray has a document for it.
  await press(fr['first-run.create-one']);
  await press(fr['first-run.sample']);
  await expect(page.getByText(fr['first-run.seen.received'])).toBeVisible();
  expect(existsSync(join(place.purchases, fr['sample.name']))).toBe(true);
});

/** What the button of the folder dialog says once this folder is chosen. */
function takes(name: string): string {
  return translator('fr')('folders.browse.take-name', { name });
}
