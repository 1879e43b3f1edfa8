import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchFolder } from '#electron/world/watch.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const WITHIN = { timeout: 5_000, interval: 5 };

/** Watches, and waits until it is known to hear. */
async function watched(path: string): Promise<{ rings: () => number }> {
  let count = 0;
  const watch = watchFolder(path, ({ kind }) => {
    if (kind === 'look') count += 1;
  });
  onTestFinished(() => watch.close());
  await vi.waitUntil(() => count > 0, WITHIN);
  return { rings: () => count };
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
