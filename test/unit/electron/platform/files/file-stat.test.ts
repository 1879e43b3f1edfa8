import {
  chmodSync,
  realpath as linkByLink,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fastStat, fileStat } from '#electron/platform/files/file-stat.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_BLOCKS, NO_LINKS, NO_MODES, unless } from '#test/support/why-skipped.ts';
import { constants } from 'node:os';
import { fileFault } from '#electron/platform/files/file-fault.ts';
import { causeOfUnreadable } from '#shared/domain/folder/unreadable.ts';
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { promisify } from 'node:util';
import { doOverlap, isOneFolder, readPlace } from '#electron/folders/folder-rules.ts';
import { realPath, type RealPathWays } from '#electron/platform/files/real-path.ts';
import type { Files } from '#shared/ports/files.ts';
import { newDisk, noMounts } from '#test/support/disks/mounted.ts';

const realFiles = nodeFiles();

async function seen(path: string) {
  const stat = await realFiles.stat(path);
  if (!stat.ok) throw new Error(stat.failure.code);
  return stat.value;
}

function aFile(): string {
  const path = join(tempFolder(), 'a.pdf');
  writeFileSync(path, 'twelve bytes');
  return path;
}

describe('what the disk tells of a file', () => {
  it('has a change time that goes on where size and time of writing are set back', async () => {
    const path = aFile();
    utimesSync(path, 1, 1);
    const before = await seen(path);
    // A file system's clock advances in steps of some milliseconds.
    for (let tries = 0; (await seen(path)).changedAt === before.changedAt && tries < 10_000; tries += 1) {
      writeFileSync(path, 'other letter');
      utimesSync(path, 1, 1);
    }
    const after = await seen(path);
    expect([after.bytes, after.modifiedAt]).toEqual([before.bytes, before.modifiedAt]);
    expect(after.changedAt).toBeGreaterThan(before.changedAt);
  });

  it('is the same by both ways of asking', () => {
    const path = aFile();
    chmodSync(path, 0o640);
    const [fast, exact] = [fastStat(lstatSync(path)), fileStat(lstatSync(path, { bigint: true }))];
    expect([fast?.changedAt, fast?.inode, fast?.noBlocks, fast?.identity]).toEqual([
      exact.changedAt,
      exact.inode,
      exact.noBlocks,
      exact.identity,
    ]);
    expect(exact).toMatchObject({ inode: lstatSync(path).ino, noBlocks: false });
  });

  it('says of one that has a size and takes no room that its content is not on this disk', unless(NO_BLOCKS), async () => {
    const [empty, hole] = [aFile(), aFile()];
    truncateSync(empty, 0);
    truncateSync(hole, 0);
    truncateSync(hole, 9_000_000);
    expect([(await seen(empty)).noBlocks, (await seen(hole)).noBlocks]).toEqual([false, true]);
  });

  it('has another inode where NTFS used the same record again', () => {
    const stats = lstatSync(aFile(), { bigint: true });
    const inodeOf = (used: bigint): number => fileStat(Object.assign(Object.create(stats), { ino: (used << 48n) | 4_711n })).inode;
    const [first, second] = [inodeOf(1_000n), inodeOf(1_001n)];
    expect(first).not.toBe(second);
    expect([first, second].every(Number.isSafeInteger)).toBe(true);
  });
});

const anError = (code: string, errno = -1) => Object.assign(new Error('words'), { code, errno });

describe('what the disk answers', () => {
  it.each([
    ['EDEADLK', 'in-cloud', 'in-cloud'],
    ['ECANCELED', 'in-cloud', 'in-cloud'],
    ['UNKNOWN', 'unreachable', 'away'],
    ['ETIMEDOUT', 'unreachable', 'away'],
    ['ESTALE', 'unreachable', 'away'],
    ['EIO', 'unreachable', 'away'],
    ['ENETDOWN', 'unreachable', 'away'],
    ['ECONNRESET', 'unreachable', 'away'],
    ['EREMOTEIO', 'unreachable', 'away'],
    ['EBUSY', 'busy', 'in-use'],
    ['EACCES', 'denied', 'denied'],
    ['EPERM', 'denied', 'denied'],
    ['EMFILE', 'other', 'other'],
  ])('for %s is classified, and has its words', (code, kind, cause) => {
    expect(fileFault(anError(code))).toEqual({ kind, code });
    expect(causeOfUnreadable(code)).toBe(cause);
  });

  for (const name of ['EDEADLK', 'ESTALE'] as const) {
    const number: number | undefined = constants.errno[name];
    it(`is ${name} too where Node knows its number alone`, unless(number === undefined ? `this system has no ${name}` : null), () => {
      const errno = -(number ?? 0);
      expect(fileFault(anError(`Unknown system error ${errno}`, errno)).code).toBe(name);
    });
  }

  it('without a code is a bug', () => {
    const bug = new Error('bug');
    expect(() => fileFault(bug)).toThrow(bug);
  });
});

const BYTES = Buffer.alloc(3_000_001, 'a large scan ');
const HEAD = new Uint8Array(64);

function setUp() {
  const root = tempFolder();
  const path = join(root, 'scan.pdf');
  writeFileSync(path, BYTES);
  const read = (to: string, hashMax = BYTES.length) =>
    nodeFiles().read(path, { root, bytesMax: 1_000, hashMax, copyLarge: { path: to, head: HEAD } });
  return { to: join(tempFolder(), 'copy'), read };
}

describe('a large file that is hashed', () => {
  it('is copied meanwhile, whole, behind its head, over whatever was there', async () => {
    const { to, read } = setUp();
    writeFileSync(to, Buffer.alloc(5_000_000, 'left over'));
    const large = await read(to);
    expect(large).toMatchObject({ ok: true, value: { bytes: null, large: { copyFault: null } } });
    expect(large.ok && Buffer.from(large.value.large?.hash ?? []).equals(createHash('sha256').update(BYTES).digest())).toBe(true);
    expect(readFileSync(to).equals(Buffer.concat([HEAD, BYTES]))).toBe(true);
  });

  it('is copied for this user alone', unless(NO_MODES), async () => {
    const { to, read } = setUp();
    await read(to);
    expect(statSync(to).mode & 0o777).toBe(0o600);
  });

  it('is hashed all the same where it cannot be copied, and the fault is told', async () => {
    const { to, read } = setUp();
    expect(await read(join(to, 'no-such-folder', 'copy'))).toMatchObject({
      ok: true,
      value: { large: { copyFault: { kind: 'gone', code: 'ENOENT' } } },
    });
  });

  it('is not begun to be copied above its limit', async () => {
    const { to, read } = setUp();
    const found = await read(to, BYTES.length - 1);
    expect(found.ok && found.value.large).toBeUndefined();
    expect(statSync(to, { throwIfNoEntry: false })).toBeUndefined();
  });
});

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
