import { posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRefusedName, isSameName, isSamePath, liesBelow, pathMap } from '#test/support/disks/path-map.ts';

describe('a disk of Windows in memory', () => {
  it('finds a file in any letter case, with either slash and from the root of its drive, and keeps the name as it was written', () => {
    const map = pathMap<number>(win32);
    map.set('C:\\Scans\\Été.pdf', 1);
    for (const path of ['c:\\SCANS\\ÉTÉ.PDF', 'C:/Scans/Été.pdf', '\\scans\\été.pdf']) expect([path, map.get(path)]).toEqual([path, 1]);
    map.set('c:/scans/été.pdf', 2);
    expect([...map]).toEqual([['C:\\Scans\\Été.pdf', 2]]);
    expect(map.nameOf('c:\\scans\\ÉTÉ.pdf')).toBe('C:\\Scans\\Été.pdf');
    expect([map.delete('C:\\SCANS\\été.pdf'), map.size, map.has('C:\\Scans\\Été.pdf')]).toEqual([true, 0, false]);
    map.set('c:\\scans\\été.PDF', 3);
    expect([...map.keys()]).toEqual(['c:\\scans\\été.PDF']);
  });

  it('has drives, which are places apart', () => {
    const map = pathMap<number>(win32);
    map.set('D:\\a.pdf', 1);
    expect([map.has('C:\\a.pdf'), map.has('\\a.pdf'), map.has('d:\\a.pdf')]).toEqual([false, false, true]);
    expect(isSamePath('C:\\Scans', 'c:/scans/', win32)).toBe(true);
    expect(isSamePath('C:\\Scans', 'D:\\Scans', win32)).toBe(false);
  });

  it.each([
    ['C:\\Scans\\a.pdf', true],
    ['c:\\SCANS\\sub\\a.pdf', true],
    ['C:\\Scans', false],
    ['C:\\Scans2\\a.pdf', false],
    ['D:\\Scans\\a.pdf', false],
  ])('says of %s whether it lies below C:\\Scans: %s', (path, lies) => {
    expect(liesBelow(path, 'C:\\Scans', win32)).toBe(lies);
  });

  it.each(['NUL', 'con.pdf', 'a?.pdf', 'scan.pdf:evil', 'sub. \\a.pdf', 'a.', 'line\n.pdf'])('refuses %j', (name) => {
    expect(isRefusedName(`C:\\Scans\\${name}`, win32)).toBe(true);
    expect(isRefusedName(`/scans/${name}`, posix)).toBe(false);
  });

  it('takes what is a name there', () => {
    for (const path of ['C:\\Scans\\console.pdf', 'C:/Scans/.hidden', '\\\\server\\share\\a (2).pdf'])
      expect([path, isRefusedName(path, win32)]).toEqual([path, false]);
  });
});

it('elsewhere a name in another letter case is another name', () => {
  const map = pathMap<number>(posix);
  map.set('/scans/a.pdf', 1);
  expect([map.has('/scans/A.pdf'), map.nameOf('/scans/A.pdf'), isSamePath('/a', '/A', posix)]).toEqual([false, '/scans/A.pdf', false]);
  expect([isSameName('a.pdf', 'A.pdf', posix), isSameName('a.pdf', 'A.pdf', win32)]).toEqual([false, true]);
  expect([liesBelow('/scans/a', '/scans', posix), liesBelow('/scans\\a', '/scans', posix)]).toEqual([true, false]);
});
