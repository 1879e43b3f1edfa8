import { describe, expect, test } from 'vitest';
import { windowFiles } from '#electron/headless/window-files.ts';
import { nodeFiles } from '#electron/world/files.ts';
import { fail } from '#shared/lib/result.ts';

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
    expect(asked).toEqual(['/window/index.html', '/window/assets/main-a1B2.js']);
  });
});
