import { join, resolve, sep } from 'node:path';
import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAppAddress, windowFile } from '#electron/desktop/window/app-scheme.ts';

// On Windows this includes the drive.
const ROOT = resolve(sep, 'opt', 'intray', 'dist', 'window');

describe('a file of the window', () => {
  it('is found under its folder, with its type', () => {
    expect(windowFile(ROOT, 'app://intray/')).toEqual({ path: join(ROOT, 'index.html'), contentType: 'text/html; charset=utf-8' });
    expect(windowFile(ROOT, 'app://intray/icon.svg')?.contentType).toBe('image/svg+xml; charset=utf-8');
    expect(windowFile(ROOT, 'app://intray/assets/index-1.js?v=1#x')?.path).toBe(join(ROOT, 'assets', 'index-1.js'));
    expect(windowFile(ROOT, 'app://intray/assets/a%20b.css')?.path).toBe(join(ROOT, 'assets', 'a b.css'));
  });

  it.each([
    'app://intray/../../etc/secret.json',
    'app://intray/..%2f..%2fsecret.json',
    'app://intray/%2e%2e/%2e%2e/secret.json',
    'app://intray/..%5c..%5csecret.json',
    'app://intray/C:/secret.json',
    'app://intray/index.html%00.png',
    'app://intray/index.html::$DATA.json',
    'app://intray/%E0%A4%A.html',
    'app://intray/assets',
    'app://intray/package.node',
  ])('is never outside of it, nor of another kind: %s', (address) => {
    const found = windowFile(ROOT, address);
    expect(found === null || found.path.startsWith(ROOT + sep)).toBe(true);
    expect(found?.path ?? '').not.toMatch(/\0|\.node$/);
  });

  it.each([
    'assets/..%2findex.html',
    'assets%5cindex.js',
    'C%3a/index.js',
    'C%3aindex.js',
    '%2f%2fserver%2fshare%2findex.js',
    '/server/share/index.js',
    'index.html%3a%3a$DATA',
    'index.html:evil.js',
    'assets./index.js',
    'assets%20/index.js',
    'index.html.',
    'index.html%20',
    'con.js',
    'assets/NUL.css',
    'aux/index.js',
    'com1.old/index.js',
  ])('has one name on every system, also on Windows: %s is none', (below) => {
    expect(windowFile(ROOT, `app://intray/${below}`)).toBeNull();
  });

  it('stays inside for whatever a page asks', () => {
    const outside: string[] = [];
    assert(
      property(array(constantFrom('..', '%2e%2e', '%2f', '%5c', '/', '\\', 'a', '.js', '%00', ':')), (parts) => {
        const found = windowFile(ROOT, `app://intray/${parts.join('')}`);
        if (found !== null && !(found.path.startsWith(ROOT + sep) && !found.path.includes('\0'))) outside.push(found.path);
      }),
    );
    expect(outside).toEqual([]);
  });
});

describe('an address of the app', () => {
  it('is told by scheme and host together', () => {
    expect(isAppAddress('app://intray/#/documents/1')).toBe(true);
    for (const foreign of ['app://intray.evil/', 'app://evil/', 'https://intray/', 'app://a@intray/', 'file:///intray/', 'null', ''])
      expect({ foreign, ours: isAppAddress(foreign) }).toEqual({ foreign, ours: false });
  });
});
