import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { longPath, openDatabase } from '#shared/node/sqlite/open-database.ts';
import { tempFolder } from '#test/support/folders.ts';
import { retryWhileLocked } from '#shared/node/files/retry-while-locked.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { virtualClock } from '#test/support/virtual-world.ts';
import { isInside, isSamePath, isWithin, placeKey } from '#shared/node/is-inside.ts';

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

/** A call that the disk refuses this many times. */
function refused(times: number, code: string) {
  let calls = 0;
  const act = async (): Promise<string> => {
    calls += 1;
    if (calls <= times) throw Object.assign(new Error(code), { code });
    return 'done';
  };
  return { act, calls: () => calls };
}

describe('a file that another program has open', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('is tried again on Windows when it answers %s, in growing steps', async (code) => {
    const clock = virtualClock();
    const { act, calls } = refused(4, code);
    const doing = retryWhileLocked(act, { platform: 'win32', clock });
    await clock.settle();
    expect(calls()).toBe(1);
    await clock.run();
    expect(await doing).toBe('done');
    expect(clock.monotonicMs()).toBe(10 + 20 + 40 + 80);
  });

  it('is given up after two seconds, with what was answered last', async () => {
    const clock = virtualClock();
    const { act, calls } = refused(1_000, 'EBUSY');
    const [ended] = await Promise.all([Promise.allSettled([retryWhileLocked(act, { platform: 'win32', clock })]), clock.run()]);
    expect(ended).toMatchObject([{ status: 'rejected', reason: { code: 'EBUSY' } }]);
    expect(clock.monotonicMs()).toBe(2 * SECOND_MS);
    expect(calls()).toBe(9);
  });

  it.each([
    ['linux', 'EBUSY'],
    ['darwin', 'EPERM'],
    ['win32', 'ENOSPC'],
    ['win32', 'ENOENT'],
  ] as const)('is the only thing that is waited for: on %s %s is told at once', async (platform, code) => {
    const { act, calls } = refused(1, code);
    await expect(retryWhileLocked(act, { platform, clock: virtualClock() })).rejects.toMatchObject({ code });
    expect(calls()).toBe(1);
  });
});

describe('a path', () => {
  it.each([
    ['linux', '/scans/2026', '/scans'],
    ['linux', '/scans/2026/', '/scans/'],
    ['linux', '/scans', '/'],
    ['linux', '/scans/..2026', '/scans'],
    ['linux', '/w/Achats/..scan.pdf', '/w/Achats/'],
    ['linux', '/...', '/'],
    ['darwin', '/Users/a/Scans/x', '/users/a/scans'],
    ['darwin', '/Users/a/Re\u0301c\u0327u/x', '/Users/a/Réçu'],
    ['win32', 'C:\\Scans\\2026', 'c:\\scans'],
    ['win32', 'C:/Scans/2026', 'C:\\Scans'],
    ['win32', 'C:\\w\\Achats\\..scan.pdf', 'c:\\W\\achats\\'],
    ['win32', '\\\\nas\\scans\\a', '\\\\NAS\\Scans'],
    ['win32', 'C:\\Scans', 'C:\\'],
  ] as const)('on %s: %s lies in %s', (system, inner, outer) => {
    expect(isInside(inner, outer, system)).toBe(true);
    expect(isInside(outer, inner, system)).toBe(false);
  });

  it.each([
    ['linux', '/scans', '/scans'],
    ['linux', '/scans2', '/scans'],
    ['linux', '/Scans/a', '/scans'],
    ['linux', '/scans/a\\b', '/scans/a'],
    ['linux', '/', '/scans'],
    ['linux', '/', '/'],
    ['linux', '/scans/..', '/scans'],
    ['win32', 'C:\\', 'c:/'],
    ['darwin', '/users/A/scans', '/Users/a/Scans'],
    ['win32', 'D:\\scans\\a', 'C:\\scans'],
    ['win32', 'C:\\SCANS', 'c:/scans/'],
    ['win32', '\\\\nas\\other\\a', '\\\\nas\\scans'],
  ] as const)('on %s: %s does not lie in %s', (system, inner, outer) => {
    expect(isInside(inner, outer, system)).toBe(false);
  });
});

describe('a path is within a folder', () => {
  it.each([
    ['linux', '/scans/', '/scans', true],
    ['linux', '/scans/a', '/scans', true],
    ['linux', '/Scans', '/scans', false],
    ['linux', '/', '/scans', false],
    ['darwin', '/Users/A/Scans', '/users/a/scans/', true],
    ['win32', 'C:\\SCANS', 'c:/scans/', true],
    ['win32', 'c:\\', 'C:\\', true],
    ['win32', 'C:\\Scans2', 'C:\\Scans', false],
  ] as const)('on %s: %s within %s: %s', (system, inner, outer, within) => {
    expect(isWithin(inner, outer, system)).toBe(within);
  });
});

describe('two spellings', () => {
  it.each([
    ['linux', '/scans', '/scans'],
    ['linux', '/scans', '/scans/'],
    ['linux', '/', '/'],
    ['darwin', '/Users/a/Rec\u0327u', '/users/a/reçu'],
    ['win32', 'C:\\Scans', 'c:\\scans'],
    ['win32', 'C:\\Scans\\', 'C:/SCANS'],
    ['win32', 'C:\\Factures ÉTÉ', 'c:\\factures été'],
    ['win32', '\\\\nas\\Scans\\2026', '\\\\NAS\\scans\\2026\\'],
    ['win32', 'C:\\', 'c:\\'],
  ] as const)('on %s %s and %s are one path', (system, one, other) => {
    expect([isSamePath(one, other, system), placeKey(one, system) === placeKey(other, system)]).toEqual([true, true]);
  });

  it.each([
    ['linux', '/Scans', '/scans'],
    ['darwin', '/scans', '/scans2'],
    ['win32', 'C:\\Scans', 'D:\\Scans'],
    ['win32', 'C:\\Scans', 'C:\\Scans\\2026'],
  ] as const)('on %s %s and %s are two', (system, one, other) => {
    expect(isSamePath(one, other, system)).toBe(false);
  });
});
