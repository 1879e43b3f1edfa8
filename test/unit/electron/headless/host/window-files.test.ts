import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { windowFiles } from '#electron/headless/host/window-files.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { fail } from '#shared/lib/result.ts';
import { tempFolder } from '#test/support/folders.ts';
import { browserOf } from '#electron/headless/host/signed-in.ts';

describe('a path of the window', () => {
  const asked: string[] = [];
  const files = windowFiles(
    {
      ...nodeFiles(),
      read: async (path) => {
        asked.push(path);
        return fail({ kind: 'gone', code: 'ENOENT' });
      },
    },
    '/window',
  );

  test.each([
    '/../secret.html',
    '/assets/../../secret.html',
    '/assets/..%2f..%2fsecret.html',
    '/..\\secret.html',
    '/.hidden.html',
    '/assets/.hidden/a.js',
    '//server/share/a.html',
    'C:/secret.html',
    '/a\0.html',
    '/index.html::$DATA',
    '/assets/a.js::$DATA.js',
    '/C:/secret.html',
    '/assets/..\\..\\secret.html',
    '/assets/..%5c..%5csecret.html',
    '/assets./a.js',
    '/assets%20/a.js',
    '/index.html.',
    '/index.html ',
    '/con.js',
    '/assets/NUL.css',
    '/com1.old/a.js',
    '/no-ending',
    '/vault.key',
  ])('that is none, %j, never reaches the disk', async (path) => {
    asked.length = 0;
    expect(await files(path)).toBeNull();
    expect(asked).toEqual([]);
  });

  test('that is one is read inside the folder', async () => {
    asked.length = 0;
    await files('/');
    await files('/assets/main-a1B2.js');
    expect(asked).toEqual([join('/window', 'index.html'), join('/window', 'assets', 'main-a1B2.js')]);
  });

  test.each(['index.html', 'main.js', 'main.mjs', 'main.css', 'icon.svg'])('that is text says in what encoding: %s', async (name) => {
    const folder = tempFolder();
    writeFileSync(join(folder, name), 'x');
    expect((await windowFiles(nodeFiles(), folder)(`/${name}`))?.mediaType).toMatch(/; charset=utf-8$/);
  });
});

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('what a browser says of itself', () => {
  test.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/121.0.0.0`, 'Opera', 'Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
    [`Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', 'Firefox', 'Android'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
      'Safari',
      'macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Chrome',
      'iOS',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) Firefox/1.0', 'Firefox', 'Windows'],
    ['Mozilla/5.0 (Haiku; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', null],
  ])('%s', (userAgent, browser, system) => {
    expect(browserOf(userAgent)).toEqual({ browser, system });
  });

  test.each([
    ['nothing', null],
    ['an empty one', ''],
    ['no browser', 'curl/8.5.0'],
    ['markup', '<img src=x onerror=alert(1)> Firefox/143.0'],
    ['a browser that is not known', `Mozilla/5.0 (X11; Linux x86_64) Dillo/3.1`],
    ['control characters', 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/143.0\u0007'],
    ['letters that turn a line around', 'Mozilla/5.0 (Windows NT 10.0) \u202eGecko Firefox/143.0'],
    ['one that is too long', `Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/143.0 ${'x'.repeat(400)}`],
    ['one that is made to be slow', `Mozilla/5.0 (${'('.repeat(10_000)}`],
  ])('is of a browser and no more: %s', (_what, userAgent) => {
    expect(browserOf(userAgent)).toEqual({ browser: null, system: null });
  });
});
