import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromDisk, isDoubtful, toDisk } from '#electron/platform/files/disk-path.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { shownName } from '#shared/lib/file-names.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_ODD_NAMES, unless } from '#test/support/why-skipped.ts';

const files = nodeFiles();
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('a name on the disk', () => {
  it('comes back as the very bytes that it was, whatever they are', () => {
    const marks = fc.constantFrom('\u{10ff80}', '\u{10ffff}', '\u{fffd}', 'é').map((text) => Buffer.from(text));
    const names = fc.array(fc.oneof(fc.uint8Array({ maxLength: 6 }), marks), { maxLength: 8 }).map((parts) => Buffer.concat(parts));
    fc.assert(
      fc.property(names, (bytes) => {
        const name = fromDisk(bytes);
        expect(Buffer.from(toDisk(name))).toEqual(Buffer.from(bytes));
        // It has to survive a database, which stores UTF-8.
        expect(Buffer.from(name).toString()).toBe(name);
      }),
      { numRuns: 2_000 },
    );
  });

  it('that is plain text stays that text, and is no reason to look at it twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!isDoubtful(text));
        expect([fromDisk(Buffer.from(text)), toDisk(text)]).toEqual([text, text]);
      }),
    );
    expect(isDoubtful(latin('Reçu.pdf').toString())).toBe(true);
  });

  it('is shown with a mark for each byte that means nothing, and with its accents in one form', () => {
    expect(shownName(fromDisk(latin('Reçu été.pdf')))).toBe('Re\u{fffd}u \u{fffd}t\u{fffd}.pdf');
    expect(shownName('Rec\u0327u.pdf')).toBe('Reçu.pdf');
  });
});

describe('files with names that are no UTF-8', unless(NO_ODD_NAMES), () => {
  it('are listed, asked and read, in folders with such names too', async () => {
    const root = tempFolder();
    const below = Buffer.concat([Buffer.from(`${root}/`), latin('Février')]);
    mkdirSync(below);
    writeFileSync(Buffer.concat([below, latin('/Reçu.pdf')]), 'bytes');
    const folders = await files.list(root);
    const folder = folders.ok ? folders.value[0]?.name : undefined;
    const listed = await files.list(join(root, folder ?? ''));
    const name = listed.ok ? listed.value[0]?.name : undefined;
    const path = join(root, folder ?? '', name ?? '');
    expect(await files.stat(path)).toMatchObject({ ok: true, value: { kind: 'file', bytes: 5 } });
    expect(await files.read(path, { root, bytesMax: 9 })).toMatchObject({
      ok: true,
      value: { bytes: new Uint8Array(Buffer.from('bytes')) },
    });
    expect(await files.read(path, { root: tempFolder(), bytesMax: 9 })).toMatchObject({ ok: false, failure: { kind: 'escaped' } });
  });

  it('are told from the folder that was made anew in its place, even with the same number', async () => {
    const root = join(tempFolder(), 'a');
    mkdirSync(root);
    writeFileSync(join(root, 'x'), '');
    const before = await files.stat(root);
    renameSync(root, `${root}-away`);
    mkdirSync(root);
    const after = await files.stat(root);
    expect(before.ok && after.ok && before.value.identity.inode === after.value.identity.inode).toBe(false);
    expect(readdirSync(root)).toEqual([]);
  });
});
