import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fetchedPackage } from '#electron/desktop/updates/fetched-package.ts';
import { withdrawnKeys } from '#electron/desktop/updates/open-updates.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

describe('what updates keep on a disk that refuses it for a moment', () => {
  it('is a withdrawn key, which is written down when the feed tells of it again', () => {
    const folder = join(tempFolder(), 'later');
    const withdrawn = withdrawnKeys(folder);
    withdrawn.add(['a key']);
    expect(withdrawn.all()).toEqual(['a key']);
    mkdirSync(folder);
    withdrawn.add(['a key']);
    expect(withdrawnKeys(folder).all()).toEqual(['a key']);
  });

  it('is no package that was fetched: one that cannot be removed is found wrong again', () => {
    const path = join(tempFolder(), 'setup.exe');
    // No system removes a folder by the call that removes a file.
    mkdirSync(join(path, 'below'), { recursive: true });
    const fetched = fetchedPackage(path, []);
    fetched.discard();
    expect(fetched.isWhole()).toBe(false);
  });
});
