import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sayDiskCode } from '#electron/headless/say-app-fault.ts';
import { writeNamedFile } from '#electron/headless/write-named-file.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_LINKS, unless } from '#test/support/why-skipped.ts';

const write = (path: string) => writeNamedFile(path, Buffer.from('new'), nodeFiles());

describe('a file that a command writes', () => {
  it('takes the place of one of that name, or is a new one', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'old.csv'), 'old');
    for (const name of ['old.csv', 'new.csv']) {
      expect(await write(join(folder, name))).toBeNull();
      expect(readFileSync(join(folder, name), 'utf8')).toBe('new');
    }
  });

  it('never takes the place of a link, whatever it leads to', unless(NO_LINKS), async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'target'), 'old');
    symlinkSync(join(folder, 'target'), join(folder, 'link'));
    const code = await write(join(folder, 'link'));
    expect(sayDiskCode(code ?? '')).toContain('something else than a file');
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('old');
  });

  it('never takes the place of a folder', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'a'));
    expect(await write(join(folder, 'a'))).toBe('NOT_A_FILE');
    expect(lstatSync(join(folder, 'a')).isDirectory()).toBe(true);
  });
});
