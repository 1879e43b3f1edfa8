import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { realpath as linkByLink } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { doOverlap, isOneFolder, readPlace } from '#electron/folders/folder-rules.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { realPath, type RealPathWays } from '#electron/platform/files/real-path.ts';
import type { Files } from '#shared/ports/files.ts';
import { newDisk, noMounts } from '#test/support/disks/mounted.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_LINKS, unless } from '#test/support/why-skipped.ts';

const BYTES_MAX = 1_000;
const byLinks = promisify(linkByLink);

/** As Windows answers for a volume that its mount manager does not know; null: for every other one. */
function ways(code: string | null, platform: NodeJS.Platform = 'win32'): RealPathWays {
  const bySystem = async (path: string | Buffer): Promise<Buffer> => {
    if (code !== null) throw Object.assign(new Error('realpath'), { code });
    return realpath(path, 'buffer');
  };
  return { bySystem, byLinks: (path) => byLinks(path, 'buffer'), platform };
}

/** A disk that Windows has no name for. */
function namelessDisk(code = 'EISDIR'): Files {
  return nodeFiles({ realPath: (path) => realPath(path, ways(code)) });
}

const OUTSIDE = { ok: false, failure: { kind: 'escaped', code: 'OUTSIDE' } };

describe('on a volume without a name, as a RAM disk or one of VeraCrypt', () => {
  it.each(['EISDIR', 'EINVAL', 'ENOENT', 'ENOTSUP', 'UNKNOWN'])('a file is read: %s', async (code) => {
    const root = tempFolder();
    mkdirSync(join(root, '2026'));
    writeFileSync(join(root, '2026', 'scan.pdf'), 'a scan');
    const read = await namelessDisk(code).read(join(root, '2026', 'scan.pdf'), { root, bytesMax: BYTES_MAX });
    expect(read).toMatchObject({ ok: true, value: { bytes: { byteLength: 6 } } });
  });

  it('nothing is read through a link in the middle of the path', unless(NO_LINKS), async () => {
    const [root, outside] = [tempFolder(), tempFolder()];
    writeFileSync(join(outside, 'secret.pdf'), 'secret');
    symlinkSync(outside, join(root, 'away'), 'dir');
    expect(await namelessDisk().read(join(root, 'away', 'secret.pdf'), { root, bytesMax: BYTES_MAX })).toEqual(OUTSIDE);
    mkdirSync(join(root, 'within'));
    writeFileSync(join(root, 'within', 'scan.pdf'), 'a scan');
    symlinkSync(join(root, 'within'), join(root, 'alias'), 'dir');
    expect(await namelessDisk().read(join(root, 'alias', 'scan.pdf'), { root, bytesMax: BYTES_MAX })).toMatchObject({ ok: true });
  });

  it('nothing is read on another volume that is mounted in a folder, which is no link', unless(noMounts('tmpfs')), async () => {
    const root = tempFolder();
    newDisk('tmpfs')?.mountAt(join(root, 'volume'));
    writeFileSync(join(root, 'volume', 'scan.pdf'), 'a scan');
    expect(await namelessDisk().read(join(root, 'volume', 'scan.pdf'), { root, bytesMax: BYTES_MAX })).toEqual(OUTSIDE);
  });

  it('a folder is known again through a link, and what overlaps is told', unless(NO_LINKS), async () => {
    const [files, home] = [namelessDisk(), tempFolder()];
    mkdirSync(join(home, 'scans', '2026'), { recursive: true });
    symlinkSync(join(home, 'scans'), join(home, 'link'), 'dir');
    const [scans, link, below] = await Promise.all(['scans', 'link', 'link/2026'].map((name) => readPlace(files, join(home, name))));
    if (scans === undefined || link === undefined || below === undefined) throw new Error('not placed');
    expect([scans.chain.length > 0, isOneFolder(scans, link), doOverlap(scans, below)]).toEqual([true, true, true]);
  });

  it('what is not there is not there', async () => {
    expect(await namelessDisk().realPath(join(tempFolder(), 'none'))).toEqual({ ok: false, failure: { kind: 'gone', code: 'ENOENT' } });
  });
});

describe('the path of a file', () => {
  it('is the system’s own where that has one, and another fault is not hidden', async () => {
    const root = tempFolder();
    expect(await realPath(root, ways(null))).toMatchObject({ by: 'system' });
    await expect(realPath(root, ways('EPERM'))).rejects.toMatchObject({ code: 'EPERM' });
    await expect(realPath(root, ways('EISDIR', 'linux'))).rejects.toMatchObject({ code: 'EISDIR' });
  });
});
