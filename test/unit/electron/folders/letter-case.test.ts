import { describe, expect, it } from 'vitest';
import { type DiskPlace, doOverlap, isOneFolder } from '#electron/folders/folder-rules.ts';

/** A disk that says nothing about its folders, such as one that is away. */
const untold = (path: string): DiskPlace => ({ path, chain: [] });

describe('two folders of a disk that does not answer', () => {
  it.each([
    ['C:\\Scans', 'c:\\scans', 'one'],
    ['\\\\NAS\\Office\\Scans', '\\\\nas\\office\\scans', 'one'],
    ['C:\\Scans', 'c:\\SCANS\\2026', 'overlap'],
    ['C:\\Scans', 'C:\\Scans2', 'apart'],
  ] as const)('on Windows, %s and %s: %s', (one, other, verdict) => {
    const [a, b] = [untold(one), untold(other)];
    expect([isOneFolder(a, b, 'win32'), doOverlap(a, b, 'win32'), doOverlap(b, a, 'win32')]).toEqual([
      verdict === 'one',
      verdict !== 'apart',
      verdict !== 'apart',
    ]);
  });

  it('are two on Linux, where letter case is part of a name', () => {
    expect([isOneFolder(untold('/scans'), untold('/Scans'), 'linux'), doOverlap(untold('/scans'), untold('/Scans/a'), 'linux')]).toEqual([
      false,
      false,
    ]);
  });
});
