import { describe, expect, it } from 'vitest';
import type { Files, WatchRing } from '#shared/ports/files.ts';
import { anOpenJournal } from '#test/unit/electron/journal/an-open-journal.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { anIntake, type Of } from './an-intake.ts';

type SlowOf = Omit<Of, 'files'> & { readonly files?: (real: Files) => Partial<Files> };

/** A folder whose watcher the test rings. */
async function rungByHand(of: SlowOf) {
  const rings: WatchRing[] = [];
  const watch: Files['watch'] = (_path, ring) => {
    rings.push(ring);
    return { close: () => Promise.resolve() };
  };
  const at = anIntake({ ...of, settleMs: 1_000, files: (real) => ({ ...of.files?.(real), watch }) });
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  return { ...at, ring: () => rings[0]?.({ kind: 'look' }) };
}

/** A share whose first listings take this long. */
function slow(listings: number, milliseconds: number): SlowOf {
  const open = anOpenJournal();
  let listed = 0;
  const list = async (real: Files, path: string): ReturnType<Files['list']> => {
    // The folder's parent is listed too, for files that were dropped beside it.
    if (path.endsWith('Achats')) listed += 1;
    if (listed <= listings) await open.clock.sleep(milliseconds);
    return real.list(path);
  };
  return { open, files: (real) => ({ list: (path) => list(real, path) }) };
}

describe('a file that the watcher tells of right after a sweep', () => {
  it('is looked for at once, however long the journal took to note that sweep', async () => {
    const at = await rungByHand({ sweptMs: 3_000 });
    for (const [count, sample] of [sampleFiles.invoice, sampleFiles.png].entries()) {
      at.drop(sample);
      at.ring();
      await at.pass(3_000);
      expect(at.items()).toHaveLength(count + 1);
    }
  });

  it('is looked for at once, when one walk alone took long', async () => {
    const at = await rungByHand(slow(1, 3_000));
    at.drop(sampleFiles.invoice);
    at.ring();
    await at.pass(2_000);
    expect(at.items()).toHaveLength(1);
  });

  it('is looked for after four times as long as the walks take', async () => {
    const at = await rungByHand(slow(2, 3_000));
    at.ring();
    await at.pass(3_500);
    at.drop(sampleFiles.invoice);
    at.ring();
    await at.pass(10_000);
    expect(at.items()).toHaveLength(0);
    await at.pass(5_000);
    expect(at.items()).toHaveLength(1);
  });

  it('is never looked for later than without it', async () => {
    const at = await rungByHand(slow(2, 15_000));
    at.ring();
    await at.pass(15_500);
    at.drop(sampleFiles.invoice);
    at.ring();
    await at.pass(32_000);
    expect(at.items()).toHaveLength(1);
  });
});
