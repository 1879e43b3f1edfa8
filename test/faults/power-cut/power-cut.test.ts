import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failingDiskMissing } from '../disk/failing-disk.ts';
import { tempFolder } from '#test/support/folders.ts';
import { unless } from '#test/support/why-skipped.ts';
import { cutPower, flawsAfter, runUntil } from './cut-power.ts';
import { preloadLibrary } from '#test/support/disks/hanging-disk.ts';

const TEST_MS = 300_000;
/** Of both thirds: anywhere in the record, and where the log is being moved into the database. `npm run power-cuts` examines more. */
const CUTS = 60;
const LINES = 1_500;
/** Flushes of the log; SQLite's own before the journal is open are fewer. */
const FLUSHES = [45, 60, 90];

describe('a journal whose flushes are on a thread of their own', unless(failingDiskMissing()), () => {
  test('has kept all that was told, whatever a power cut leaves of the rest', { timeout: TEST_MS }, async () => {
    const { broken, amidMove, examined } = await cutPower({ cuts: CUTS, lines: LINES, seed: 5 });
    expect(broken).toEqual([]);
    expect(Object.values(examined).every((count) => count > 0)).toBe(true);
    expect(amidMove).toBeGreaterThan(0);
  });

  test.each(FLUSHES)('goes on after flush %i of its log failed, once all of it was written anew', { timeout: TEST_MS }, async (flush) => {
    const profile = tempFolder();
    const disk = failingFlush({ FAIL_FLUSH: `${flush}` });
    const run = await runUntil(profile, disk.env, LINES);
    expect(disk.hasFailed()).toBe(true);
    expect(run).toMatchObject({ bySignal: null });
    expect(run.lines).toBeGreaterThanOrEqual(LINES);
    expect(flawsAfter(profile, run.said)).toEqual([]);
  });

  test.each([
    ['the log', '-wal', [45, 60, 76, 91, 106]],
    ['the database', 'journal.sqlite', [12, 14, 16]],
  ] as const)(
    'has kept all that was told where a flush of %s failed and the system dropped what was written',
    { timeout: TEST_MS },
    async (_, of, flushes) => {
      const ends = new Set<string | null>();
      for (const flush of flushes) {
        const profile = tempFolder();
        const disk = failingFlush({ FAIL_FLUSH: `${flush}`, FAIL_FLUSH_DROPS: '1', FAIL_FLUSH_OF: of });
        const run = await runUntil(profile, disk.env, 2 * LINES);
        expect({ flush, hasFailed: disk.hasFailed(), flaws: flawsAfter(profile, run.said) }).toEqual({ flush, hasFailed: true, flaws: [] });
        ends.add(run.bySignal);
        const again = await runUntil(profile, {}, LINES);
        expect({ flush, isBusyAgain: again.lines >= LINES, flaws: flawsAfter(profile, run.said + again.said) }).toEqual({
          flush,
          isBusyAgain: true,
          flaws: [],
        });
      }
      // It went on only where nothing was at stake: in a log that had just been emptied.
      expect([...ends]).toContain('SIGKILL');
    },
  );
});

function failingFlush(rule: Readonly<Record<string, string>>) {
  const folder = tempFolder();
  const library = preloadLibrary(folder, 'test/faults/power-cut/fail-flush.c');
  const mark = join(folder, 'failed');
  return { env: { LD_PRELOAD: library, FAIL_FLUSH_MARK: mark, FAIL_FLUSH_OF: '-wal', ...rule }, hasFailed: () => existsSync(mark) };
}
