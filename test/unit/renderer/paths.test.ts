import { describe, expect, it } from 'vitest';
import { crumbsOf, joinPath, shortPath } from '#renderer/folders/paths.ts';

const paths = (path: string) => crumbsOf(path).map((crumb) => crumb.path);
const names = (path: string) => crumbsOf(path).map((crumb) => crumb.name);

describe('the way to a folder', () => {
  it('starts at the root where paths have slashes', () => {
    expect(names('/home/anne/Scans')).toEqual(['/', 'home', 'anne', 'Scans']);
    expect(paths('/home/anne/Scans')).toEqual(['/', '/home', '/home/anne', '/home/anne/Scans']);
    expect(paths('/')).toEqual(['/']);
  });

  it('keeps a backslash in a name where it is a letter like others', () => {
    expect(names('/home/a\\b')).toEqual(['/', 'home', 'a\\b']);
  });

  it('starts at the drive on Windows, whose root needs its separator', () => {
    expect(names('C:\\Users\\Anne')).toEqual(['C:', 'Users', 'Anne']);
    expect(paths('C:\\Users\\Anne')).toEqual(['C:\\', 'C:\\Users', 'C:\\Users\\Anne']);
    expect(paths('D:\\')).toEqual(['D:\\']);
  });

  it('starts at the share on a server, because a server alone is no folder', () => {
    expect(names('\\\\server\\Compta\\Ventes')).toEqual(['\\\\server\\Compta', 'Ventes']);
    expect(paths('\\\\server\\Compta\\Ventes')).toEqual(['\\\\server\\Compta', '\\\\server\\Compta\\Ventes']);
  });

  it('ends where it was asked for', () => {
    for (const path of ['/media/Comptabilité 2026/Ventes', 'C:\\Scans', '\\\\server\\Compta\\Ventes']) {
      expect(paths(path).at(-1)).toBe(path);
    }
  });
});

describe('a path', () => {
  it('goes one folder down with the separator that it has', () => {
    expect(joinPath('/', 'home')).toBe('/home');
    expect(joinPath('/home', 'anne')).toBe('/home/anne');
    expect(joinPath('C:\\', 'Scans')).toBe('C:\\Scans');
    expect(joinPath('C:\\Scans', 'Achats')).toBe('C:\\Scans\\Achats');
    expect(joinPath('\\\\server\\Compta', 'Ventes')).toBe('\\\\server\\Compta\\Ventes');
  });

  it('is shown by its last two parts', () => {
    expect(shortPath('/home/anne/Scans/Achats')).toBe('…/Scans/Achats');
    expect(shortPath('C:\\Users\\Anne\\Scans')).toBe('…\\Anne\\Scans');
    expect(shortPath('/home/anne')).toBe('/home/anne');
  });
});
