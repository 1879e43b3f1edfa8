import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { watchFolder } from '#electron/platform/watch/watch-folder.ts';
import type { Watch } from '#shared/ports/files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { unless } from '#test/support/why-skipped.ts';

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
    const probe = ['sh', '-c', LIMIT, 'sh', process.execPath, 'test/support/disks/watch-probe.ts', root];
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
