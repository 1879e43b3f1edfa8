import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { SECRET_MARKS } from '#sandbox/digest.ts';
import { DEVICE_TOKEN_MARK } from '#shared/relay-protocol/protocol.ts';
import { secretsLeftIn, tempFolder } from '#test/support/folders.ts';
import { isRefusedName, isSameName, isSamePath, liesBelow, pathMap } from '#test/support/disks/path-map.ts';

const MARKS = [
  ['an integration secret', SECRET_MARKS.integrationSecret],
  ['a client secret', SECRET_MARKS.clientSecret],
  ['an access token', SECRET_MARKS.accessToken],
  ['a device token', DEVICE_TOKEN_MARK],
] as const;

describe('what suites leave behind', () => {
  test.each(MARKS)('is found out where it holds %s, also in a header of base64', (name, mark) => {
    const root = tempFolder();
    mkdirSync(join(root, 'profile', 'logs'), { recursive: true });
    writeFileSync(join(root, 'profile', 'logs', 'a.txt'), `{"with":"${Buffer.from(`anne:${mark}AAAA`).toString('base64')}"}`);
    writeFileSync(join(root, 'page.html'), `<p>${mark}AAAA</p>`);
    const found = secretsLeftIn([root]);
    expect(found.some((one) => one.startsWith(`${name} as base64 in profile`))).toBe(true);
    expect(found).toContain(`${name} as itself in page.html`);
  });

  test.each(MARKS)('names %s for no test file, since a report names them all', (_name, mark) => {
    const files = readdirSync('test', { recursive: true, encoding: 'utf8' });
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => file.includes(mark))).toEqual([]);
  });

  test('is nothing to speak of where it holds none', () => {
    const root = tempFolder();
    writeFileSync(join(root, 'log.txt'), 'connected');
    expect(secretsLeftIn([root, join(root, 'not there')])).toEqual([]);
  });
});

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
