import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { longPath, openDatabase } from '#shared/node/sqlite/open-database.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const LONG = 'x'.repeat(260);

describe('a path of more than 260 characters', () => {
  it.each([
    [`C:\\${LONG}`, `\\\\?\\C:\\${LONG}`],
    [`\\\\nas\\office\\${LONG}`, `\\\\?\\UNC\\nas\\office\\${LONG}`],
    [`\\\\?\\C:\\${LONG}`, `\\\\?\\C:\\${LONG}`],
    [`C:\\${'x'.repeat(249)}`, `\\\\?\\C:\\${'x'.repeat(249)}`],
    [`C:\\${'x'.repeat(248)}`, `C:\\${'x'.repeat(248)}`],
    [':memory:', ':memory:'],
  ])('is told to Windows with a prefix where nothing else puts it there: %s', (path, expected) => {
    expect(longPath(path, 'win32')).toBe(expected);
    expect(longPath(path, 'linux')).toBe(path);
  });

  it('is looked at, read, watched and kept a database under like any other', async () => {
    const top = tempFolder();
    onTestFinished(() => rmSync(top, { recursive: true, force: true, maxRetries: 3 }));
    const root = join(top, ...Array.from({ length: 6 }, (_, n) => `${n}`.repeat(50)));
    mkdirSync(root, { recursive: true });
    expect(root.length).toBeGreaterThan(300);
    const [files, path] = [nodeFiles(), join(root, 'scan.pdf')];
    let rings = 0;
    const watch = files.watch(root, ({ kind }) => (rings += kind === 'look' ? 1 : 0));
    onTestFinished(() => watch.close());
    await vi.waitUntil(() => rings > 0, { timeout: 20_000, interval: 5 });
    const before = rings;
    writeFileSync(path, 'a scan');
    await vi.waitUntil(() => rings > before, { timeout: 20_000, interval: 5 });
    expect(await files.list(root)).toMatchObject({ ok: true, value: [{ name: 'scan.pdf', stat: { bytes: 6 } }] });
    expect(await files.read(path, { root, bytesMax: 100 })).toMatchObject({ ok: true, value: { bytes: { byteLength: 6 } } });
    expect(await files.realPath(path)).toMatchObject({ ok: true });
    const database = openDatabase(join(root, 'journal.sqlite'));
    database.exec('CREATE TABLE kept (word TEXT); INSERT INTO kept VALUES (1)');
    database.close();
    expect(await files.stat(join(root, 'journal.sqlite'))).toMatchObject({ ok: true, value: { kind: 'file' } });
  });
});
