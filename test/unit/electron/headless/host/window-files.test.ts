import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { windowFiles } from '#electron/headless/host/window-files.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { fail } from '#shared/lib/result.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

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
