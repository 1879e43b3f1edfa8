import { describe, expect, it } from 'vitest';
import { probeDisk } from '#electron/journal/profile/open-profile.ts';
import { diskFaultOf, diskFaultOfFile } from '#electron/journal/sqlite/disk-fault.ts';
import { sayDiskCode } from '#electron/headless/say-app-fault.ts';
import { memoryFiles } from '#test/unit/electron/delivery/memory-files.ts';

function ofSqlite(errcode: number): Error {
  return Object.assign(new Error('of SQLite'), { code: 'ERR_SQLITE_ERROR', errcode });
}

function ofSystem(code: string): Error {
  return Object.assign(new Error('of the system'), { code });
}

describe('what an error says about the disk', () => {
  it.each([
    ['no room', [ofSqlite(13), ofSystem('ENOSPC'), ofSystem('EDQUOT')], 'full'],
    ['nobody may write', [ofSqlite(8), ofSqlite(1_288), ofSystem('EROFS'), ofSystem('EACCES')], 'read-only'],
    ['another program is at it', [ofSystem('EBUSY')], 'held'],
    ['it fails', [ofSqlite(10), ofSqlite(4_874), ofSqlite(14), ofSystem('EIO'), ofSystem('ESTALE')], 'broken'],
    ['nothing', [ofSqlite(5), ofSqlite(11), ofSystem('ENOTDIR'), new Error('no code'), null], null],
  ] as const)('is by its code, and of any kind: %s', (_what, errors, fault) => {
    expect(errors.map((error) => diskFaultOf(error))).toEqual(errors.map(() => fault));
  });

  it('is the same of the port of files', () => {
    expect(diskFaultOfFile({ kind: 'full', code: 'EDQUOT' })).toBe('full');
    expect(diskFaultOfFile({ kind: 'denied', code: 'EPERM' })).toBe('read-only');
    expect(diskFaultOfFile({ kind: 'busy', code: 'EBUSY' })).toBe('held');
    expect(diskFaultOfFile({ kind: 'unreachable', code: 'EHOSTDOWN' })).toBe('broken');
    expect(diskFaultOfFile({ kind: 'other', code: 'EMFILE' })).toBe('broken');
    expect(diskFaultOfFile({ kind: 'gone', code: 'ENOTDIR' })).toBeNull();
    expect(diskFaultOfFile({ kind: 'other', code: 'ENAMETOOLONG' })).toBeNull();
  });

  it('is what the disk itself says where it is asked, and nothing is left of the question', async () => {
    const files = memoryFiles();
    expect(await probeDisk(files, '/profile')).toBeNull();
    expect([...files.all.keys()]).toEqual([]);
    files.full = { kind: 'denied', code: 'EROFS' };
    expect(await probeDisk(files, '/profile')).toBe('read-only');
  });

  it('is words on the command line, with the code where it is no matter of the disk', () => {
    expect(sayDiskCode('ENOSPC')).toBe('the disk is full; make room on it');
    expect(sayDiskCode('EROFS')).toContain('read-only');
    expect(sayDiskCode('EBUSY')).toContain('another program');
    expect(sayDiskCode('EIO')).toContain('gives errors');
    expect(sayDiskCode('ENOENT')).toBe('the system says ENOENT');
  });
});
