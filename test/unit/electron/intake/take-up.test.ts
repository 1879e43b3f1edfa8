import { Semaphore } from '#shared/async/semaphore.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asSeen } from '#electron/intake/folder/sweep.ts';
import { takeUp } from '#electron/intake/take-up.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { readsHere } from '#test/support/why-skipped.ts';
import { tempFolder } from '#test/support/folders.ts';
import { virtualClock } from '#test/support/virtual-world.ts';

async function taken(before: string, now: string) {
  const path = tempFolder();
  const file = join(path, 'scan.pdf');
  writeFileSync(file, before);
  const files = nodeFiles();
  const seen = await files.stat(file);
  if (!seen.ok) throw new Error('it was just written');
  if (now !== before) writeFileSync(file, now);
  const by = { clock: virtualClock(), ...readsHere(files), stop: new AbortController().signal, reads: new Semaphore(1) };
  return takeUp({ path }, { relativePath: 'scan.pdf', pair: asSeen(seen.value), kind: 'file', bulkArrival: false }, by);
}

describe('a file that is taken up', () => {
  it('and was changed since it was seen quiet is not what was waited for, however whole it is', async () => {
    expect(await taken('%PDF-1.4 first', 'another and longer one')).toMatchObject({ kind: 'changed', pair: { bytes: 22 } });
  });

  it('and is as it was is inspected', async () => {
    expect(await taken('no scan', 'no scan')).toMatchObject({ kind: 'inspected', inspected: { kind: 'unfit' } });
  });
});
