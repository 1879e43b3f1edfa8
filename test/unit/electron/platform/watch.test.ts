import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchFolder, WatchUnlessShare } from '#electron/platform/watch/watch-folder.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_PROC, unless } from '#test/support/why-skipped.ts';
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Watch } from '#shared/ports/files.ts';
import { isOnShare } from '#electron/platform/volumes/mount-table.ts';
import type { RealPath } from '#electron/platform/files/real-path.ts';

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
function watchedTree(): number {
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
    const before = watchedTree();
    await watched(root);
    await vi.waitUntil(() => watchedTree() >= before + 3, WITHIN);
    expect(watchedTree()).toBe(before + 3);
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

/** A user namespace has limits of its own, so nobody else on this machine runs out of watches. */
const LIMIT = 'echo 2 > /proc/sys/user/max_inotify_watches && exec "$@"';

function noNamespace(): string | null {
  try {
    execFileSync('unshare', ['--user', '--map-root-user', 'sh', '-c', LIMIT, 'sh', 'true'], { stdio: 'pipe' });
    return null;
  } catch {
    return 'this system gives no user namespace with a limit of its own';
  }
}

describe('a system without watches', () => {
  it('is said, and brings nothing down', unless(noNamespace()), async () => {
    const root = tempFolder();
    for (const name of ['a', 'b', 'c', 'd']) mkdirSync(join(root, name));
    const probe = ['sh', '-c', LIMIT, 'sh', process.execPath, 'test/support/disks/hanging-disk.ts', root];
    // Rejects unless it ends by itself, with exit code 0.
    const { stdout } = await promisify(execFile)('unshare', ['--user', '--map-root-user', ...probe], { timeout: 20_000 });
    const rings = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(rings).toContainEqual({ kind: 'lost', code: 'ENOSPC' });
    expect(rings.filter((ring) => 'code' in ring)).toHaveLength(1);
  });

  it('or a folder that cannot be watched at all makes no watcher throw', async () => {
    const rings: unknown[] = [];
    const watches: Watch[] = ['\0', join(tempFolder(), 'none')].map((path) => watchFolder(path, (ring) => rings.push(ring)));
    await Promise.all(watches.map((watch) => watch.close()));
    expect(watches).toHaveLength(2);
  });
});

/** As Windows answers that question. */
function answers(real: string | { readonly code: string }) {
  return async (): Promise<RealPath> => {
    if (typeof real === 'string') return { bytes: Buffer.from(real), by: 'system' };
    throw Object.assign(new Error('realpath'), real);
  };
}

describe('a folder of Windows', () => {
  beforeEach(() => void vi.useFakeTimers());

  afterEach(() => void vi.useRealTimers());

  it.each([
    ['Z:\\Scans', '\\\\nas\\office\\Scans', true],
    ['C:\\Scans', '\\\\nas\\office\\Scans', true],
    ['c:\\scans', 'C:\\Scans', false],
    ['S:\\', 'C:\\Users\\Anne', false],
    ['R:\\Scans', { code: 'EPERM' }, false],
    ['Z:\\Scans', { code: 'ENOENT' }, null],
    ['Z:\\Scans', { code: 'UNKNOWN' }, null],
  ] as const)('%s, which really is %s, lies on another computer: %s', async (path, real, verdict) => {
    expect(await isOnShare(path, answers(real))).toBe(verdict);
  });

  it.each(['\\\\nas\\office', '//nas/office', '\\\\?\\UNC\\nas\\office', '\\\\nas@ssl@8443\\DavWWWRoot'])(
    'lies on another computer by its text alone, which nobody is asked about: %s',
    async (path) => {
      const real = vi.fn<ReturnType<typeof answers>>(answers('C:\\'));
      expect(await isOnShare(path, real)).toBe(true);
      expect(real).not.toHaveBeenCalled();
    },
  );
});

describe('a folder on another computer', () => {
  beforeEach(() => void vi.useFakeTimers());

  afterEach(() => void vi.useRealTimers());

  it('is not listened to, and says so once', async () => {
    const { heard, listens } = watchedPaths([true]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([heard, listens]).toEqual([['share'], []]);
  });

  it('that Windows connects late is known when it is there', async () => {
    const { heard, listens } = watchedPaths([null, null, true]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect([heard, listens]).toEqual([[], []]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([heard, listens]).toEqual([['share'], []]);
  });
});

describe('a folder on this computer', () => {
  beforeEach(() => void vi.useFakeTimers());

  afterEach(() => void vi.useRealTimers());

  it('is listened to, also when it comes later', async () => {
    const { heard, listens } = watchedPaths([null, false]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([heard, listens]).toEqual([[], ['begun']]);
  });

  it('is not listened to any more once nobody wants it, whenever that is', async () => {
    const { watch, listens } = watchedPaths([false]);
    await vi.advanceTimersByTimeAsync(1);
    await watch.close();
    expect(listens).toEqual(['begun', 'ended']);
    const early = watchedPaths([false]);
    await early.watch.close();
    await vi.advanceTimersByTimeAsync(60_000);
    const absent = watchedPaths([null, false]);
    await vi.advanceTimersByTimeAsync(1_000);
    await absent.watch.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([early.listens, absent.listens]).toEqual([[], []]);
  });
});

function watchedPaths(answered: readonly (boolean | null)[]) {
  const [heard, listens, left]: [string[], string[], (boolean | null)[]] = [[], [], [...answered]];
  const listen = () => {
    listens.push('begun');
    return { close: async () => void listens.push('ended') };
  };
  const asked = async () => {
    const answer = left.shift();
    if (answer === undefined) throw new Error('asked too often');
    return answer;
  };
  const watch = new WatchUnlessShare('Z:\\Scans', ({ kind }) => heard.push(kind), { isOnShare: asked, listen });
  return { watch, heard, listens };
}
