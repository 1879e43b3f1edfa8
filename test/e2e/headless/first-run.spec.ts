import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { fr } from '#shared/i18n/fr.ts';
import { translator } from '#shared/i18n/translate.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { openAdvanced } from '../axe.ts';
import { consoleErrors, setUp, test } from './fixture.ts';
import { tabTo } from './tab-to.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { dropFiles } from '../window/drop-files.ts';

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
  // The other folder is created for the user, in the home.
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

const t = translator('fr');
/** The accountant of these specs answers at once. */
const RECEIVED = new RegExp(`${t('state.awaiting')}|${t('state.accepted')}`, 'u');

test.use({ locale: 'fr-FR' });
// Each step starts a program: a second on a free machine, many seconds on a busy one.
test.describe.configure({ timeout: 180_000 });

test('files that are dropped on the window are copied into the folder, found there and sent', async ({ page, host, parts, place }) => {
  await setUp(host, parts, place);
  const errors = consoleErrors(page);
  const desktop = join(place.home, 'Bureau');
  mkdirSync(desktop);
  const large = aPdf(place.home, 4_500_000);
  for (const [name, bytes] of [
    ['Facture eau.pdf', aPdf(`eau ${place.home}`)],
    ['Grande facture.pdf', large],
  ] as const) {
    writeFileSync(join(desktop, name), bytes);
  }
  writeFileSync(join(place.purchases, '.keep'), '');
  await page.goto(host.url);
  await page.getByRole('link', { name: t('frame.documents') }).click();
  const paths = [join(desktop, 'Facture eau.pdf'), join(desktop, 'Grande facture.pdf'), sampleFiles.noPages.path];
  await dropFiles(page, paths, () => page.locator('[data-drop-veil] [data-folder]', { hasText: 'Achats' }));
  const card = page.getByRole('region', { name: t('upload.card') });
  await expect(card).toContainText(t('upload.copied', { count: 2 }));
  await expect(card).toContainText(t('problem.blank.what'));
  for (const name of ['Facture eau.pdf', 'Grande facture.pdf']) {
    await expect(page.getByRole('row', { name })).toContainText(RECEIVED, { timeout: 90_000 });
  }
  expect(readdirSync(place.purchases).sort()).toEqual(['.keep', 'Facture eau.pdf', 'Grande facture.pdf']);
  expect(readFileSync(join(place.purchases, 'Grande facture.pdf')).equals(large)).toBe(true);
  expect(existsSync(join(desktop, 'Facture eau.pdf'))).toBe(true);
  expect(errors).toEqual([]);
});

test('a damaged file is replaced by a corrected one, which is sent, and the old one says so', async ({ page, host, parts, place }) => {
  await setUp(host, parts, place);
  writeFileSync(join(place.purchases, 'Note.txt.pdf'), 'no invoice at all');
  const corrected = join(place.home, 'Note.pdf');
  writeFileSync(corrected, aPdf(`corrected ${place.home}`));
  await page.goto(host.url);
  await page.getByRole('link', { name: t('frame.documents') }).click();
  await page.getByRole('row', { name: 'Note.txt.pdf' }).click();
  const panel = page.getByRole('complementary');
  const chooser = page.waitForEvent('filechooser');
  await panel.getByRole('button', { name: t('upload.replace') }).click();
  await (await chooser).setFiles(corrected);
  await page.getByRole('button', { name: t('upload.replace.do') }).click();
  await expect(panel).toContainText(t('document.replaced-by'), { timeout: 90_000 });
  await expect(panel).toContainText(t('document.aside.replaced.what'));
  await panel.getByRole('button', { name: t('document.replaced-by.open') }).click();
  await expect(panel.getByRole('heading', { name: 'Note.pdf' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Note.pdf' })).toContainText(RECEIVED, { timeout: 90_000 });
  expect(readFileSync(join(place.purchases, 'Note.txt.pdf'), 'utf8')).toBe('no invoice at all');
});
