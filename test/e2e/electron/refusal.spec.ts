import type { ElectronApplication } from 'playwright/test';
import { expect } from 'playwright/test';
import { en } from '#shared/i18n/en.ts';
import { type Parts, startParts } from '../../../build/demo/start-parts.ts';
import type { StandInRecord } from '../../electron-stand-in/stand-in.ts';
import { test } from './intray.ts';
import { refusedDocument } from './refused-document.ts';

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
