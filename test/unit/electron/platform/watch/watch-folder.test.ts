import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchFolder } from '#electron/platform/watch/watch-folder.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_PROC, unless } from '#test/support/why-skipped.ts';

const WITHIN = { timeout: 5_000, interval: 5 };

/** Watches, and waits until the watcher is known to work. */
async function watched(path: string): Promise<{ rings: () => number }> {
  let count = 0;
  const watch = watchFolder(path, ({ kind }) => {
    if (kind === 'look') count += 1;
  });
  onTestFinished(() => watch.close());
  await vi.waitUntil(() => count > 0, WITHIN);
  return { rings: () => count };
}

/** How many watches the system keeps for this process. */
function watches(): number {
  return readdirSync('/proc/self/fdinfo').reduce((sum, file) => sum + countIn(`/proc/self/fdinfo/${file}`), 0);
}

function countIn(place: string): number {
  try {
    return readFileSync(place, 'utf8').split('inotify wd:').length - 1;
  } catch {
    // The descriptor of the listing itself is closed by now.
    return 0;
  }
}

describe('a watcher', () => {
  it('rings when it is ready, and when something appears, changes or goes, at any depth', async () => {
    const root = tempFolder();
    mkdirSync(join(root, 'below'));
    const { rings } = await watched(root);
    for (const act of [
      () => writeFileSync(join(root, 'below', 'a.pdf'), 'a'),
      () => writeFileSync(join(root, 'below', 'a.pdf'), 'other'),
      () => rmSync(join(root, 'below', 'a.pdf')),
    ]) {
      const before = rings();
      act();
      await vi.waitUntil(() => rings() > before, WITHIN);
      expect(rings()).toBeGreaterThan(before);
    }
  });

  it('makes few rings of many events', async () => {
    const root = tempFolder();
    const { rings } = await watched(root);
    const before = rings();
    for (let n = 0; n < 300; n += 1) writeFileSync(join(root, `${n}.pdf`), 'a');
    await vi.waitUntil(() => rings() > before, WITHIN);
    expect(rings() - before).toBeLessThan(100);
  });

  it('hears again when its folder went away and came back', async () => {
    const root = join(tempFolder(), 'scans');
    mkdirSync(root);
    const { rings } = await watched(root);
    let before = rings();
    rmSync(root, { recursive: true });
    await vi.waitUntil(() => rings() > before, WITHIN);
    before = rings();
    mkdirSync(root);
    writeFileSync(join(root, 'a.pdf'), 'a');
    await vi.waitUntil(() => rings() > before, WITHIN);
    expect(rings()).toBeGreaterThan(before);
  });

  it('hears in folders that came later, were renamed, or took the place of another', async () => {
    const root = tempFolder();
    const { rings } = await watched(root);
    const heard = async (act: () => void): Promise<void> => {
      const before = rings();
      act();
      await vi.waitUntil(() => rings() > before, WITHIN);
    };
    let files = 0;
    /** A ring for a file in there proves that it is watched; rings for the folder itself may still be on their way. */
    const listens = (...place: readonly string[]): Promise<boolean> =>
      vi.waitUntil(
        async () => {
          files += 1;
          const before = rings();
          writeFileSync(join(root, ...place, `${files}.pdf`), 'a');
          await new Promise((resolve) => setTimeout(resolve, 30));
          return rings() > before;
        },
        { timeout: 10_000, interval: 5 },
      );
    await heard(() => mkdirSync(join(root, 'year', 'month', 'day'), { recursive: true }));
    expect(await listens('year', 'month', 'day')).toBe(true);
    await heard(() => renameSync(join(root, 'year'), join(root, 'other')));
    expect(await listens('other', 'month', 'day')).toBe(true);
    await heard(() => {
      rmSync(join(root, 'other', 'month'), { recursive: true });
      mkdirSync(join(root, 'other', 'month'));
    });
    expect(await listens('other', 'month')).toBe(true);
  });

  it('asks Linux for one watch for each folder, and for none for a file', unless(NO_PROC), async () => {
    const root = tempFolder();
    for (const name of ['a', 'b']) {
      mkdirSync(join(root, name));
      for (let file = 0; file < 100; file += 1) writeFileSync(join(root, name, `${file}.pdf`), 'a');
    }
    const before = watches();
    await watched(root);
    await vi.waitUntil(() => watches() >= before + 3, WITHIN);
    expect(watches()).toBe(before + 3);
  });

  it('is silent once it is closed', async () => {
    const root = tempFolder();
    let count = 0;
    const watch = watchFolder(root, () => {
      count += 1;
    });
    await vi.waitUntil(() => count > 0, WITHIN);
    await watch.close();
    const before = count;
    writeFileSync(join(root, 'a.pdf'), 'a');
    const { rings } = await watched(root);
    writeFileSync(join(root, 'b.pdf'), 'b');
    const heard = rings();
    await vi.waitUntil(() => rings() > heard, WITHIN);
    expect(count).toBe(before);
  });
});
