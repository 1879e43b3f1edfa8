import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { dropFiles } from '../window/drop-files.ts';
import { consoleErrors } from './console-errors.ts';
import { test } from './fixture.ts';
import { setUp } from './set-up.ts';

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
  await expect(panel).toContainText(t('document.replaced-by'), { timeout: 90_000 });
  await expect(panel).toContainText(t('document.aside.replaced.what'));
  await panel.getByRole('button', { name: t('document.replaced-by.open') }).click();
  await expect(panel.getByRole('heading', { name: 'Note.pdf' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Note.pdf' })).toContainText(RECEIVED, { timeout: 90_000 });
  expect(readFileSync(join(place.purchases, 'Note.txt.pdf'), 'utf8')).toBe('no invoice at all');
});
