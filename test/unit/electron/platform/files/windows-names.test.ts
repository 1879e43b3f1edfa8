import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { readFile } from '#electron/platform/files/read-file.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_JUNCTIONS, noFileCalled, unless } from '#test/support/why-skipped.ts';

const BYTES_MAX = 1_000;

describe('on Windows', () => {
  // On this disk the names are ordinary files; on a Windows disk they lead into a file, or to a device.
  describe.each([
    'scan.pdf:evil',
    'scan.pdf::$DATA',
    'scan.pdf:evil:$DATA',
    'Scans:evil/scan.pdf',
    'NUL',
    'con.pdf',
    'COM1 .pdf',
    'aux/scan.pdf',
    'scan*.pdf',
  ])('a stream, a device or a name that is none: %s', (name) => {
    it('is opened as little as a link', unless(noFileCalled(name.split('/')[0] ?? '')), async () => {
      const root = tempFolder();
      const path = join(root, name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, 'x');
      const of = { root, bytesMax: BYTES_MAX };
      expect(await readFile(path, { ...of, platform: 'win32' })).toEqual({ ok: false, failure: { kind: 'escaped', code: 'OUTSIDE' } });
      expect(await readFile(path, { ...of, platform: 'linux' })).toMatchObject({ ok: true });
    });
  });

  it('names that only look like it are read', async () => {
    const root = tempFolder();
    for (const name of ['console.pdf', 'Comté 2026.pdf', 'nul-1.pdf']) {
      writeFileSync(join(root, name), 'x');
      expect(await readFile(join(root, name), { root, bytesMax: BYTES_MAX, platform: 'win32' })).toMatchObject({ ok: true });
    }
  });
});

describe('a junction, which on other systems is a link to a folder', () => {
  it('is listed as a link that leads to a folder, and nothing is read through it', unless(NO_JUNCTIONS), async () => {
    const [root, outside] = [tempFolder(), tempFolder()];
    writeFileSync(join(outside, 'secret.pdf'), 'secret');
    // On Windows no right is needed to make a junction.
    symlinkSync(outside, join(root, 'junction'), 'junction');
    const files = nodeFiles();
    expect(await files.stat(join(root, 'junction'))).toMatchObject({ value: { kind: 'link' } });
    expect(await files.list(root)).toMatchObject({ value: [{ name: 'junction', stat: { kind: 'link' }, special: 'folder-link' }] });
    expect(await files.read(join(root, 'junction', 'secret.pdf'), { root, bytesMax: BYTES_MAX })).toMatchObject({
      failure: { kind: 'escaped' },
    });
  });
});
