import { type ElectronApplication, expect } from 'playwright/test';
import { en } from '#shared/i18n/en.ts';
import { type Parts, startParts } from '../../../build/demo/start-parts.ts';
import type { StandInRecord } from '../../electron-stand-in/stand-in.ts';
import { test } from './intray.ts';
import { refusedDocument } from './refused-document.ts';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { askEngine } from './ask-engine.ts';

const SCAN = { name: 'Facture n° 12 – été.pdf', reason: 'Facture illisible' };

test.describe('a refused document', () => {
  let parts: Parts | null = null;
  const started = async (): Promise<Parts> => (parts ??= await startParts());
  test.afterAll(() => parts?.stop());

  test('is shown by the window with the words of the accountant', async ({ intray }) => {
    const item = await refusedDocument(intray, await started(), SCAN);
    const { app, window } = intray;
    await app.evaluate(({ BrowserWindow }, id) => BrowserWindow.getAllWindows()[0]?.loadURL(`app://intray/#/documents/${id}`), item.id);
    await expect(window.locator('aside').getByText(SCAN.reason)).toBeVisible();
    // Also with the scan itself, for which the app's own scheme has to serve a page.
    await expect(window.locator('aside [data-drawn=true]')).toBeAttached();
  });

  test('on the stand-in: is in the tray, and in a notification whose click opens the window at it', async ({ intray }) => {
    test.skip(intray.binary.kind !== 'stand-in', 'a real notification and a real tray can only be looked at by a person');
    const { app, window } = intray;
    const item = await refusedDocument(intray, await started(), SCAN);
    await expect.poll(() => shown(app)).toEqual([{ title: expect.stringContaining(SCAN.name), body: SCAN.reason }]);
    await expect.poll(() => trayLabels(app)).toContain(SCAN.name);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await app.evaluate((electron) => void (electron as unknown as StandInRecord).standIn.notifications.shown[0]?.emit('click'));
    await expect.poll(() => address(app)).toBe(`app://intray/#/documents/${item.id}`);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(true);
    await expect(window.locator('aside').getByText(SCAN.reason)).toBeVisible();
  });
});

test('on the stand-in: the tray has a way in and a way out, and its Quit ends the app with 0', async ({ intray: { app, binary } }) => {
  test.skip(binary.kind !== 'stand-in', 'the menu of a real tray can only be used by a person');
  const labels = await trayLabels(app);
  expect(labels).toHaveLength(4);
  expect(labels.slice(0, 2)).toEqual([en['status.no-company'], expect.stringMatching(/Intray/)]);
  const ended = new Promise((resolve) => app.process().once('exit', resolve));
  await app.evaluate((electron) => (electron as unknown as StandInRecord).standIn.trays.all[0]?.menu?.click('quit'));
  expect(await ended).toBe(0);
});

function shown(app: ElectronApplication) {
  return app.evaluate((electron) =>
    (electron as unknown as StandInRecord).standIn.notifications.shown.map(({ title, body }) => ({
      title: title.replaceAll(/[\u2068\u2069]/g, ''),
      body,
    })),
  );
}

function trayLabels(app: ElectronApplication): Promise<string[]> {
  return app.evaluate((electron) => (electron as unknown as StandInRecord).standIn.trays.all.flatMap((tray) => tray.menu?.labels() ?? []));
}

function address(app: ElectronApplication) {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL());
}

const PAPER_SCAN = { name: 'Facture n° 31.pdf', reason: 'Illegible' };

test.describe('a document in the desktop app', () => {
  let parts: Parts | null = null;
  const started = async (): Promise<Parts> => (parts ??= await startParts());
  test.afterAll(() => parts?.stop());

  test('on the stand-in: is opened and shown where it lies, and its register is kept where the person says', async ({ intray }) => {
    test.skip(
      intray.binary.kind !== 'stand-in',
      'what another program opens, and a dialog of the system, can only be looked at by a person',
    );
    const { app, window, profile } = intray;
    await refusedDocument(intray, await started(), PAPER_SCAN);
    const scan = join(`${profile}-purchases`, PAPER_SCAN.name);
    await window.getByRole('link', { name: 'Documents' }).click();
    await window.getByRole('row', { name: PAPER_SCAN.name }).click();
    const panel = window.getByRole('complementary', { name: 'Document' });
    // A refusal shows what to do first; the file's own actions are folded.
    await panel.getByText('Advice and other actions').click();
    await panel.getByRole('button', { name: 'Open', exact: true }).click();
    await panel.getByRole('button', { name: 'Show in folder' }).click();
    const asked = () => app.evaluate((electron) => (electron as unknown as StandInRecord).standIn.asked);
    await expect.poll(asked).toMatchObject({ opened: [scan], revealed: [scan] });

    // First the user cancels the dialog, and nothing is stored; then they choose a place.
    const place = join(`${profile}-purchases`, '..', `register-${process.pid}.pdf`);
    // In a narrow window the list takes the place of the document.
    await window.keyboard.press('Escape');
    await window.getByRole('button', { name: 'Export…' }).click();
    const dialog = window.getByRole('dialog');
    await dialog.getByText('Document (PDF)').click();
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await expect.poll(async () => (await asked()).saved).toEqual([expect.stringMatching(/Deposit register \d{4}-\d{2}-\d{2}\.pdf$/)]);
    await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeEnabled();
    expect(existsSync(place)).toBe(false);
    await app.evaluate((electron, path) => {
      (electron as unknown as StandInRecord).standIn.chosen.file = path;
    }, place);
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(dialog.getByText('The register of 1 document is ready.')).toBeVisible({ timeout: 30_000 });
    expect(readFileSync(place).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

const CONVERSION_SCAN = { name: 'Loyer.tiff', file: 'test/support/conversions/three-mixed.tiff' };

type Listed = {
  readonly items: readonly { readonly sentName: string; readonly conversion?: { readonly sha256: string }; readonly state: object }[];
};

test.describe('a scan that is no PDF', () => {
  let parts: Parts | null = null;
  const started = async (): Promise<Parts> => (parts ??= await startParts());
  test.afterAll(() => parts?.stop());

  test('is converted by a process of the desktop app, looked at, and sent as it was seen', async ({ intray }) => {
    const { window, profile } = intray;
    const { installation, control } = await started();
    await askEngine(window, '/installation/change', installation);
    const connected = await askEngine<{ value: { id: string } }>(window, '/companies/connect', {
      name: 'Boulangerie',
      ...(await control.createIntegration()),
    });
    const path = `${profile}-purchases`;
    mkdirSync(path);
    await askEngine(window, '/folders/add', { companyId: connected.value.id, importType: 'purchase-invoices', path, settleMs: 100 });
    copyFileSync(CONVERSION_SCAN.file, join(path, CONVERSION_SCAN.name));
    await window.getByRole('link', { name: 'Documents' }).click();
    await window.getByRole('row', { name: CONVERSION_SCAN.name }).click({ timeout: 45_000 });
    await window.getByRole('button', { name: en['conversion.do.format'] }).click();
    const dialog = window.getByRole('dialog');
    // The file, and the version that was made of it.
    await expect(dialog.locator('[data-drawn=true]')).toHaveCount(2, { timeout: 45_000 });
    await dialog.getByRole('button', { name: en['conversion.send'] }).click();
    const listed = async () => (await askEngine<Listed>(window, '/items/list', { limit: 5 })).items;
    await expect.poll(listed, { timeout: 45_000 }).toMatchObject([{ sentName: 'Loyer.pdf', state: { kind: 'awaiting' } }]);
    const [item] = await listed();
    const documents = await control.documents();
    expect(documents).toMatchObject([{ filename: 'Loyer.pdf', sha256: item?.conversion?.sha256 }]);
    // The file in the folder is what it was.
    expect(hashOf(join(path, CONVERSION_SCAN.name))).toBe(hashOf(CONVERSION_SCAN.file));
  });
});

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
