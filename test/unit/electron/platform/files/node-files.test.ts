import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { sameFolder } from '#shared/domain/folder/same-folder.ts';
import { tempFolder } from '#test/support/folders.ts';
import { IS_ROOT, NO_LINKS, NO_MODES, NO_PIPES, unless } from '#test/support/why-skipped.ts';

const files = nodeFiles();
const BYTES_MAX = 1_000;
const read = (root: string, name: string) => files.read(join(root, name), { root, bytesMax: BYTES_MAX });

describe('reading a file', () => {
  it('gives all of it with its size, its time and its place on the disk', async () => {
    const root = tempFolder();
    writeFileSync(join(root, 'a.pdf'), 'twelve bytes');
    const stats = statSync(join(root, 'a.pdf'), { bigint: true });
    const found = await read(root, 'a.pdf');
    expect(found).toMatchObject({ ok: true, value: { stat: { kind: 'file', bytes: 12, modifiedAt: Number(stats.mtimeMs) } } });
    if (!found.ok || found.value.bytes === null) throw new Error('not read');
    expect(Buffer.from(found.value.bytes).toString()).toBe('twelve bytes');
    expect(found.value.stat.identity).toEqual({ volume: String(stats.dev), inode: String(stats.ino) });
  });

  it('gives no byte of one that is too large, however large', async () => {
    const root = tempFolder();
    writeFileSync(join(root, 'big.pdf'), '');
    truncateSync(join(root, 'big.pdf'), 10e9);
    writeFileSync(join(root, 'edge.pdf'), Buffer.alloc(BYTES_MAX));
    expect(await read(root, 'big.pdf')).toMatchObject({ value: { stat: { bytes: 10e9 }, bytes: null } });
    expect(await read(root, 'edge.pdf')).toMatchObject({ value: { bytes: { byteLength: BYTES_MAX } } });
  });

  it('gives the hash and the first bytes of one that is too large, if that is asked for', async () => {
    const root = tempFolder();
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => at % 251));
    writeFileSync(join(root, 'big.pdf'), bytes);
    const large = { hash: new Uint8Array(createHash('sha256').update(bytes).digest()), head: new Uint8Array(bytes.subarray(0, 8_192)) };
    const path = join(root, 'big.pdf');
    const options = { root, bytesMax: BYTES_MAX };
    expect(await files.read(path, { ...options, hashMax: bytes.byteLength })).toMatchObject({ ok: true, value: { bytes: null, large } });
    const [unread, unasked] = [await files.read(path, { ...options, hashMax: bytes.byteLength - 1 }), await files.read(path, options)];
    for (const found of [unread, unasked]) expect(found).toEqual({ ok: true, value: { stat: expect.anything(), bytes: null } });
    // The others are given whole.
    const small = await files.read(path, { root, bytesMax: bytes.byteLength, hashMax: 9e9 });
    expect(small).toMatchObject({ ok: true, value: { bytes: { byteLength: bytes.byteLength } } });
    expect(small).not.toHaveProperty('value.large');
  });

  it.each([
    ['grows', (path: string) => appendFileSync(path, 'more')],
    ['shrinks', (path: string) => truncateSync(path, 2_000_000)],
  ])('gives no hash of a large file that %s meanwhile', async (_, change) => {
    const root = tempFolder();
    const path = join(root, 'big.pdf');
    writeFileSync(path, Buffer.alloc(3_000_000, 'x'));
    let pieces = 0;
    const slow = nodeFiles({ goesOn: () => (pieces += 1) === 1 && change(path) });
    expect(await slow.read(path, { root, bytesMax: BYTES_MAX, hashMax: 9e9 })).toEqual({
      ok: false,
      failure: { kind: 'busy', code: 'CHANGED' },
    });
  });

  it('says what is not there and what is no file', async () => {
    const root = tempFolder();
    mkdirSync(join(root, 'folder.pdf'));
    expect(await read(root, 'none.pdf')).toEqual({ ok: false, failure: { kind: 'gone', code: 'ENOENT' } });
    expect(await read(root, 'folder.pdf')).toMatchObject({ failure: { kind: 'other', code: 'NOT_A_FILE' } });
  });

  it('does not wait for the writer of a pipe', unless(NO_PIPES), async () => {
    const root = tempFolder();
    execFileSync('mkfifo', [join(root, 'pipe.pdf')]);
    expect(await read(root, 'pipe.pdf')).toMatchObject({ failure: { kind: 'other', code: 'NOT_A_FILE' } });
  });

  it('follows no link, neither of a file nor in the middle of the path', unless(NO_LINKS), async () => {
    const [root, outside] = [tempFolder(), tempFolder()];
    writeFileSync(join(outside, 'secret.pdf'), 'secret');
    symlinkSync(join(outside, 'secret.pdf'), join(root, 'link.pdf'));
    symlinkSync(outside, join(root, 'junction'));
    expect(await read(root, 'link.pdf')).toMatchObject({ failure: { kind: 'escaped' } });
    expect(await read(root, 'junction/secret.pdf')).toMatchObject({ failure: { kind: 'escaped' } });
  });

  it('reads below a root that is reached by a link itself', unless(NO_LINKS), async () => {
    const root = tempFolder();
    mkdirSync(join(root, 'real'));
    writeFileSync(join(root, 'real', 'a.pdf'), 'a');
    symlinkSync(join(root, 'real'), join(root, 'alias'));
    expect(await read(join(root, 'alias'), 'a.pdf')).toMatchObject({ ok: true });
  });

  it('says what it may not read', unless(NO_MODES, IS_ROOT), async () => {
    const root = tempFolder();
    writeFileSync(join(root, 'a.pdf'), 'a');
    chmodSync(join(root, 'a.pdf'), 0);
    expect(await read(root, 'a.pdf')).toMatchObject({ failure: { kind: 'denied' } });
  });

  it('never gives half of a file that is being written', async () => {
    const root = tempFolder();
    const path = join(root, 'a.pdf');
    writeFileSync(path, 'x'.repeat(400));
    const reading = read(root, 'a.pdf');
    appendFileSync(path, 'y'.repeat(400));
    const found = await reading;
    expect(['800', 'busy']).toContain(found.ok ? String(found.value.bytes?.byteLength) : found.failure.kind);
  });
});

describe('listing a folder', () => {
  it('gives one level, and of links only that they are links', async () => {
    const root = tempFolder();
    mkdirSync(join(root, 'below'));
    writeFileSync(join(root, 'below', 'deep.pdf'), '');
    writeFileSync(join(root, 'Reçu.pdf'), 'abc');
    if (NO_LINKS === null) symlinkSync('below', join(root, 'link'));
    const listed = await files.list(root);
    if (!listed.ok) throw new Error(listed.failure.code);
    const seen = listed.value.map(({ name, stat }) => `${name} ${stat.kind} ${stat.kind === 'file' ? stat.bytes : ''}`).sort();
    expect(seen).toEqual(['Reçu.pdf file 3', 'below folder ', ...(NO_LINKS === null ? ['link link '] : [])]);
  });

  it('gives a thousand files, each once', async () => {
    const root = tempFolder();
    const names = Array.from({ length: 1_200 }, (_, n) => `${n}.pdf`);
    writeFileSync(join(root, 'first'), '');
    for (const name of names) linkSync(join(root, 'first'), join(root, name));
    const listed = await files.list(root);
    expect(listed.ok && new Set(listed.value.map(({ name }) => name)).size).toBe(1_201);
  });

  it('tells a folder that is not there from an empty one', async () => {
    const root = tempFolder();
    expect(await files.list(root)).toEqual({ ok: true, value: [] });
    expect(await files.list(join(root, 'none'))).toEqual({ ok: false, failure: { kind: 'gone', code: 'ENOENT' } });
  });

  it('keeps the identity of a folder that is renamed, and gives another to one that is made in its place', async () => {
    const root = tempFolder();
    const path = join(root, 'scans');
    mkdirSync(path);
    const before = await files.stat(path);
    renameSync(path, join(root, 'moved'));
    mkdirSync(path);
    const [moved, made] = [await files.stat(join(root, 'moved')), await files.stat(path)];
    if (!before.ok || !moved.ok || !made.ok) throw new Error('not there');
    expect(sameFolder(moved.value.identity, before.value.identity)).toBe(true);
    expect(sameFolder(made.value.identity, before.value.identity)).toBe(false);
  });
});

describe('writing of our own', () => {
  it('replaces the whole and leaves nothing beside it', async () => {
    const root = tempFolder();
    const folder = join(root, 'own', 'spool');
    await files.makeFolder(folder);
    await files.makeFolder(folder);
    const path = join(folder, 'copy');
    await Promise.all(['one', 'two', 'three'].map((text) => files.writeDurably(path, Buffer.from(text))));
    expect(await files.writeDurably(path, Buffer.from('last'))).toEqual({ ok: true, value: null });
    expect(readFileSync(path, 'utf8')).toBe('last');
    expect(readdirSync(folder)).toEqual(['copy']);
  });

  it('is readable by nobody else', unless(NO_MODES), async () => {
    const folder = join(tempFolder(), 'spool');
    await files.makeFolder(folder);
    await files.writeDurably(join(folder, 'copy'), Buffer.from('x'));
    expect([statSync(folder).mode & 0o777, statSync(join(folder, 'copy')).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  it('fails as a value where it cannot write', async () => {
    const root = tempFolder();
    expect(await files.writeDurably(join(root, 'none', 'copy'), Buffer.from('x'))).toEqual({
      ok: false,
      failure: { kind: 'gone', code: 'ENOENT' },
    });
  });

  it('takes what is not there for removed', async () => {
    const root = tempFolder();
    await files.writeDurably(join(root, 'copy'), Buffer.from('x'));
    expect(await files.remove(join(root, 'copy'))).toEqual({ ok: true, value: null });
    expect(await files.remove(join(root, 'copy'))).toEqual({ ok: true, value: null });
    expect(readdirSync(root)).toEqual([]);
  });

  it('writes over what lies there, keeps the end of what was longer, and is read from its start', async () => {
    const folder = join(tempFolder(), 'spool');
    await files.makeFolder(folder);
    const path = join(folder, 'copy');
    expect(await files.writeOver(path, [Buffer.from('head '), Buffer.from('a long one')])).toEqual({ ok: true, value: null });
    const before = statSync(path);
    expect(await files.writeOver(path, [Buffer.from('HEAD '), Buffer.from('short')])).toEqual({ ok: true, value: null });
    expect(readFileSync(path, 'utf8')).toBe('HEAD shortg one');
    expect([statSync(path).ino, readdirSync(folder)]).toEqual([before.ino, ['copy']]);
    expect(await files.readPart(path, 0, 4)).toEqual({ ok: true, value: new Uint8Array(Buffer.from('HEAD')) });
    expect(await files.readPart(path, 0, 99)).toMatchObject({ ok: true, value: { byteLength: 15 } });
  });

  it('makes it readable by nobody else, and never goes through a link', unless(NO_MODES, NO_LINKS), async () => {
    const folder = join(tempFolder(), 'spool');
    await files.makeFolder(folder);
    await files.writeOver(join(folder, 'copy'), [Buffer.from('x')]);
    expect(statSync(join(folder, 'copy')).mode & 0o777).toBe(0o600);
    symlinkSync(join(folder, 'copy'), join(folder, 'link'));
    expect(await files.writeOver(join(folder, 'link'), [Buffer.from('y')])).toMatchObject({ ok: false });
    expect(await files.readPart(join(folder, 'link'), 0, 1)).toMatchObject({ ok: false });
    expect(readFileSync(join(folder, 'copy'), 'utf8')).toBe('x');
  });
});
