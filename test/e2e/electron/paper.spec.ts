import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { type Parts, startParts } from '../../../build/demo/start-parts.ts';
import type { StandInRecord } from '../../electron-stand-in/stand-in.ts';
import { test } from './intray.ts';
import { refusedDocument } from './refused-document.ts';

const SCAN = { name: 'Facture n° 31.pdf', reason: 'Illegible' };

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
    await refusedDocument(intray, await started(), SCAN);
    const scan = join(`${profile}-purchases`, SCAN.name);
    await window.getByRole('link', { name: 'Documents' }).click();
    await window.getByRole('row', { name: SCAN.name }).click();
    const panel = window.getByRole('complementary', { name: 'Document' });
    // A refusal shows what to do first; the file's own actions are folded.
    await panel.getByText('Advice and other actions').click();
    await panel.getByRole('button', { name: 'Open', exact: true }).click();
    await panel.getByRole('button', { name: 'Show in folder' }).click();
    const asked = () => app.evaluate((electron) => (electron as unknown as StandInRecord).standIn.asked);
    await expect.poll(asked).toMatchObject({ opened: [scan], revealed: [scan] });

    // First the person cancels the dialog, and nothing is stored; then they choose a place.
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
