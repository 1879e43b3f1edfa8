import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { fr } from '#shared/i18n/fr.ts';
import { runCommand } from '../../../build/demo/start-host.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { setUp, test } from './fixture.ts';
import { createHash } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { translator } from '#shared/i18n/translate.ts';
import type { Parts } from '../../../build/demo/start-parts.ts';

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
  await expect(page.getByRole('complementary')).toContainText(fr['state.aside.user']);
  // All that is open or was sent has no room for it; its own filter has.
  await expect(row).toBeHidden();
  await page.getByRole('radiogroup').getByText(fr['documents.filter.aside']).click();
  await expect(row).toContainText(fr['state.aside.user']);
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

test.use({ locale: 'fr-FR', permissions: ['clipboard-read', 'clipboard-write'] });
// Every step starts a program: a second each on a free machine, many seconds on a busy one.
test.describe.configure({ timeout: 180_000 });

const t = translator('fr');
const PAPER_REASON = '=HYPERLINK("http://x") ; montant illisible';
const ACCOUNTANT = { autoDecide: { afterMs: 0, refuseWhen: [{ contains: 'refus', reason: PAPER_REASON }] } };

test('the register of what is shown arrives as a table and as pages, with what became of each document', async ({
  page,
  host,
  parts,
  place,
}) => {
  await parts.control.setSwitches(ACCOUNTANT);
  const { integrationId } = await setUp(host, parts, place);
  const scan = aPdf('register');
  writeFileSync(join(place.purchases, 'Reçu été.pdf'), scan);
  writeFileSync(join(place.sales, 'refus.pdf'), aPdf('register, refused'));
  await toDocuments(page, host.url);
  await expect(page.getByRole('row', { name: /refus\.pdf/ })).toContainText(fr['state.refused']);
  await expect(page.getByRole('row', { name: /Reçu été\.pdf/ })).toContainText(fr['state.accepted']);

  const csv = (await exported(page, 'register.format.csv')).toString('utf8');
  const [heads, ...lines] = csv.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(heads).toMatch(/^Nom;Votre numéro;Société;Type;SHA-256;/);
  const documents = (await parts.control.documents()).filter((document) => document.integrationId === integrationId);
  const [accepted, refused] = ['Reçu été.pdf', 'refus.pdf'].map((name) => documents.find(({ filename }) => filename === name)?.documentId);
  const line = (name: string) => lines.find((one) => one.startsWith(name)) ?? '';
  expect(lines).toHaveLength(2);
  expect(line('Reçu été.pdf')).toContain(createHash('sha256').update(scan).digest('hex'));
  expect(line('Reçu été.pdf')).toContain(`;${accepted};`);
  expect(line('refus.pdf')).toContain(`;${refused};`);
  // What a spreadsheet would execute is written as text.
  expect(line('refus.pdf')).toMatch(/;Refusé;[^;]+;"'=HYPERLINK/);

  const pages = await PDFDocument.load(await exported(page, 'register.format.pdf'));
  expect(pages.getPageCount()).toBe(1);
  expect(pages.getTitle()).toMatch(/^Relevé des dépôts du \d{2}\//);
});

test('an export that is cancelled while it comes leaves no file, and the next one is whole', async ({ page, host, parts, place }) => {
  const company = await setUp(host, parts, place);
  await host.client.companies.pause({ companyId: company.id });
  writeFileSync(join(place.purchases, 'seul.pdf'), aPdf('alone'));
  await toDocuments(page, host.url);
  await expect(page.getByRole('row', { name: /seul\.pdf/ })).toBeVisible();
  const files: string[] = [];
  page.on('download', (file) => files.push(file.suggestedFilename()));
  const cutOff = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/rpc/register/make'));
  // So slow that even a small register is still under way while it is looked at.
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: 200, uploadThroughput: -1 });
  await page.getByRole('button', { name: t('register.export') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('register.format.pdf'), { exact: true }).click();
  await dialog.getByRole('button', { name: t('register.do'), exact: true }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await dialog.getByRole('button', { name: t('common.cancel'), exact: true }).click();
  await cutOff;
  await expect(dialog).toBeHidden();
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  expect((await exported(page, 'register.format.csv')).toString('utf8')).toContain('seul.pdf');
  expect(files).toHaveLength(1);
});

test('a note that is written before the document leaves is what the accountant reads with it', async ({ page, host, parts, place }) => {
  const company = await setUp(host, parts, place);
  await host.client.companies.pause({ companyId: company.id });
  writeFileSync(join(place.purchases, 'noté.pdf'), aPdf('noted'));
  await toDocuments(page, host.url);
  await page.getByRole('row', { name: /noté\.pdf/ }).click();
  await page.getByRole('button', { name: t('document.note.add') }).click();
  await page.getByRole('textbox', { name: t('document.note.title') }).fill('Deuxième moitié de la facture ; la première suit.');
  await page.getByRole('button', { name: t('common.save'), exact: true }).click();
  await expect(page.getByRole('button', { name: t('document.note.change') })).toBeVisible();
  await host.client.companies.resume({ companyId: company.id });
  await expect
    .poll(async () => (await listDocuments(parts, company.integrationId))[0]?.comment, { timeout: 60_000 })
    .toBe('Deuxième moitié de la facture ; la première suit.');
});

test('a refused document is kept as a copy, asked about by a message, and several are sent again at once', async ({
  page,
  host,
  parts,
  place,
}) => {
  await parts.control.setSwitches(ACCOUNTANT);
  const { integrationId } = await setUp(host, parts, place);
  const scan = aPdf('refused one');
  writeFileSync(join(place.purchases, 'refus 1.pdf'), scan);
  writeFileSync(join(place.purchases, 'refus 2.pdf'), aPdf('refused two'));
  await toDocuments(page, host.url);
  const row = page.getByRole('row', { name: /refus 1\.pdf/ });
  await expect(row).toContainText(fr['state.refused']);
  await expect(page.getByRole('row', { name: /refus 2\.pdf/ })).toContainText(fr['state.refused']);
  await row.click();

  await saveCopyAndProof(page, scan);

  await page.getByRole('button', { name: t('refusal.look') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('message.copy') })
    .click();
  await expect(page.getByText(t('message.copied'))).toBeVisible();
  const message = await page.evaluate(() => navigator.clipboard.readText());
  const [document] = (await listDocuments(parts, integrationId)).filter(({ filename }) => filename === 'refus 1.pdf');
  for (const part of ['refus 1.pdf', 'Exemple SARL', PAPER_REASON, document?.documentId ?? 'none']) expect(message).toContain(part);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click();

  await row.focus();
  await page.keyboard.press('Control+a');
  const marked = page.getByRole('region', { name: t('list.marked.title') });
  await marked.getByRole('button', { name: new RegExp(t('document.send-again')) }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: t('document.send-again') })
    .click();
  await expect(page.getByText(t('list.told.sent-again', { count: 2 }))).toBeVisible();
  await expect.poll(async () => (await listDocuments(parts, integrationId)).length, { timeout: 60_000 }).toBe(4);
});

async function saveCopyAndProof(page: Page, scan: Uint8Array): Promise<void> {
  const copy = page.waitForEvent('download');
  await page.getByText(t('refusal.more')).click();
  await page.getByRole('button', { name: t('document.save-copy') }).click();
  expect((await copy).suggestedFilename()).toBe('refus 1.pdf');
  expect(readFileSync(await (await copy).path()).equals(Buffer.from(scan))).toBe(true);

  const proof = page.waitForEvent('download');
  await page.getByRole('button', { name: t('document.save-proof') }).click();
  expect((await proof).suggestedFilename()).toBe('Preuve refus 1.zip');
  const verifier = join(import.meta.dirname, '../../../docs/proof/verify.mjs');
  expect(execFileSync(process.execPath, [verifier, await (await proof).path()], { encoding: 'utf8' })).toContain(
    `because ${JSON.stringify(PAPER_REASON)}`,
  );
}

async function toDocuments(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('link', { name: fr['frame.documents'] }).click();
}

async function listDocuments(parts: Parts, integrationId: string) {
  return (await parts.control.documents()).filter((document) => document.integrationId === integrationId);
}

async function exported(page: Page, format: 'register.format.csv' | 'register.format.pdf'): Promise<Buffer> {
  await page.getByRole('button', { name: t('register.export') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t(format), { exact: true }).click();
  const download = page.waitForEvent('download', { timeout: 60_000 });
  await dialog.getByRole('button', { name: t('register.do'), exact: true }).click();
  const bytes = readFileSync(await (await download).path());
  await dialog
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click();
  return bytes;
}
