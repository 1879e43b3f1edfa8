import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { realParts } from '#test/support/real-parts.ts';
import { aConnectedEngine } from './a-connected-engine.ts';
import { anEngine } from './an-engine.ts';

const parts = realParts();

it('closes its journal in the very call, where the system does not wait, and the next start goes on from there', async () => {
  const { root, scans, engine, documents } = await aConnectedEngine(parts());
  writeFileSync(join(scans, 'a.pdf'), aPdf('Facture 1'));
  await engine.until(({ counts }) => counts.awaiting === 1);
  await engine.close();
  // Not started: the system would end its loops with it, but here they would go on, and find no journal.
  const ended = await anEngine(root, { starts: false });
  await ended.client.settings.change({ language: 'fr' });
  const log = join(root, 'profile', 'journal.sqlite-wal');
  expect(existsSync(log)).toBe(true);
  ended.app.closeNow();
  // SQLite deletes its log when the last connection to the file closes.
  expect(existsSync(log)).toBe(false);
  await expect(ended.close()).rejects.toThrow('database is not open');
  writeFileSync(join(scans, 'b.pdf'), aPdf('Facture 2'));
  const again = await anEngine(root);
  await again.until(({ counts }) => counts.awaiting === 2);
  expect(await documents()).toHaveLength(2);
  expect((await again.client.settings.get()).language).toBe('fr');
});
