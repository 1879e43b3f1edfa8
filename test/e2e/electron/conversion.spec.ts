import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { en } from '#shared/i18n/en.ts';
import { type Parts, startParts } from '../../../build/demo/start-parts.ts';
import { askEngine } from './ask-engine.ts';
import { test } from './intray.ts';

const SCAN = { name: 'Loyer.tiff', file: 'test/support/conversions/three-mixed.tiff' };

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
    copyFileSync(SCAN.file, join(path, SCAN.name));
    await window.getByRole('link', { name: 'Documents' }).click();
    await window.getByRole('row', { name: SCAN.name }).click({ timeout: 45_000 });
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
    expect(hashOf(join(path, SCAN.name))).toBe(hashOf(SCAN.file));
  });
});

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
