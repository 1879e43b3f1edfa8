import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { fr } from '#shared/i18n/fr.ts';
import { runCommand } from '../../../build/demo/start-host.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { test } from './fixture.ts';
import { setUp } from './set-up.ts';

test.use({ locale: 'fr-FR' });

const REASON = 'Document illisible : le montant de la TVA est coupé.';

// Every step starts a program: a second each on a free machine, many seconds on a busy one.
test.describe.configure({ timeout: 180_000 });

test("a refusal is shown with the accountant's words, without reloading", async ({ page, host, parts, place }) => {
  await parts.control.setSwitches({ autoDecide: { afterMs: 0, refuseWhen: [{ contains: 'illisible', reason: REASON }] } });
  await setUp(host, parts, place);
  await page.goto(host.url);
  await expect(page.getByText(fr['status.nothing'], { exact: true })).toBeVisible();
  await page.getByRole('link', { name: fr['frame.documents'] }).click();
  writeFileSync(join(place.sales, 'illisible.pdf'), aPdf('refused'));
  const row = page.getByRole('row', { name: /illisible\.pdf/ });
  await expect(row).toContainText(fr['state.refused']);
  await expect(page.getByText(REASON).first()).toBeVisible();
});

test('a file that cannot be sent is set aside and named', async ({ page, host, parts, place }) => {
  await setUp(host, parts, place);
  await page.goto(host.url);
  await page.getByRole('link', { name: fr['frame.documents'] }).click();
  writeFileSync(join(place.purchases, 'notes.txt'), 'not a scan at all');
  await expect(page.getByRole('row', { name: /notes\.txt/ })).toContainText(fr['state.unfit']);
  expect(await parts.control.documents()).not.toContainEqual(expect.objectContaining({ filename: expect.stringContaining('notes') }));
});

test('a stray letter is ignored, and then nothing needs the person', async ({ page, host, parts, place }) => {
  await setUp(host, parts, place);
  await page.goto(host.url);
  await page.getByRole('link', { name: fr['frame.documents'] }).click();
  const name = 'lettre.docx';
  copyFileSync(sampleFiles.office.path, join(place.purchases, name));
  const row = page.getByRole('row', { name });
  await expect(row).toContainText(fr['state.unfit']);
  const standing = async () => JSON.parse((await runCommand(place.profile, ['status', '--json'])).stdout).standing;
  expect(await standing()).toBe('needs-you');
  await row.click();
  await page.getByRole('complementary').getByRole('button', { name: fr['document.ignore'], exact: false }).click();
  await expect(page.getByRole('complementary')).toContainText(fr['state.aside.person']);
  // All that is open or was sent has no room for it; its own filter has.
  await expect(row).toBeHidden();
  await page.getByRole('radiogroup').getByText(fr['documents.filter.aside']).click();
  await expect(row).toContainText(fr['state.aside.person']);
  expect(await standing()).toBe('fine');
});

test('an address opens once; a used one says how to get another, and another one opens', async ({ page, browser, host, parts, place }) => {
  await setUp(host, parts, place);
  await page.goto(host.url);
  await expect(page.getByText(fr['status.nothing'], { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText(fr['status.nothing'], { exact: true })).toBeVisible();

  const stranger = await (await browser.newContext({ locale: 'fr-FR' })).newPage();
  await stranger.goto(host.url);
  await expect(stranger.getByText(fr['link.sign-in.title'])).toBeVisible();
  const fresh = await runCommand(place.profile, ['url']);
  await stranger.goto('about:blank');
  await stranger.goto(fresh.stdout.trim());
  await expect(stranger.getByText(fr['status.nothing'], { exact: true })).toBeVisible();
  await stranger.context().close();
});
