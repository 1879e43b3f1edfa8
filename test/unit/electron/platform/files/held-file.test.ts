import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_EXCLUSIVE_OPEN, unless } from '#test/support/why-skipped.ts';

/** libuv's UV_FS_O_EXLOCK: nobody else may open the file meanwhile, as Windows scanner programs open what they write. Node has no name for it. */
const ALONE = 0x1000_0000;
const files = nodeFiles();

describe('a file that a program of Windows keeps to itself', () => {
  it('is seen with its size, is busy for who reads it, and is read when it is let go', unless(NO_EXCLUSIVE_OPEN), async () => {
    const root = tempFolder();
    const path = join(root, 'scan.pdf');
    writeFileSync(path, 'page one');
    let held: number | null = openSync(path, constants.O_RDWR | ALONE);
    onTestFinished(() => {
      if (held !== null) closeSync(held);
    });
    expect(await files.stat(path)).toMatchObject({ ok: true, value: { kind: 'file', bytes: 8 } });
    expect(await files.list(root)).toMatchObject({ ok: true, value: [{ name: 'scan.pdf', stat: { bytes: 8 } }] });
    expect(await files.read(path, { root, bytesMax: 100 })).toEqual({ ok: false, failure: { kind: 'busy', code: 'EBUSY' } });
    closeSync(held);
    held = null;
    expect(await files.read(path, { root, bytesMax: 100 })).toMatchObject({ ok: true, value: { bytes: { byteLength: 8 } } });
  });
});
