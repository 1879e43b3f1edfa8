import { chmodSync, lstatSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fastStat, fileStat } from '#electron/platform/files/file-stat.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_BLOCKS, unless } from '#test/support/why-skipped.ts';

const files = nodeFiles();

async function seen(path: string) {
  const stat = await files.stat(path);
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
