import { copyFileSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { fail } from '#shared/lib/result.ts';
import type { FileFault, Files, ReadOptions } from '#shared/ports/files.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { tempFolder } from '#test/support/folders.ts';
import { type AnIntake, anIntake, isEmptied, type Of, withoutBlocks } from './an-intake.ts';

const content = readFileSync(sampleFiles.invoice.path);
const FETCH_ENDED_MS = 11 * MINUTE_MS;

type Came = 'comes' | 'hangs' | FileFault;

/**
 * A watched folder that a program syncs with a cloud. A file that is only there has no blocks; `fetches` are the calls that would bring its
 * content.
 */
function synced(of: Omit<Of, 'files'> = {}) {
  const home = tempFolder();
  mkdirSync(join(home, 'Nextcloud'));
  writeFileSync(join(home, 'Nextcloud', '.sync_4f0e.db'), 'database');
  const fetches: string[] = [];
  const cloud = { came: 'comes' as Came, under: 0, most: 0 };
  const waiting: (() => void)[] = [];
  const read = async (real: Files, path: string, options: ReadOptions): ReturnType<Files['read']> => {
    if (options.fetch !== true) return withoutBlocks(real).read(path, options);
    fetches.push(basename(path));
    cloud.under += 1;
    cloud.most = Math.max(cloud.most, cloud.under);
    if (cloud.came === 'hangs') await new Promise<void>((resolve) => waiting.push(resolve));
    cloud.under -= 1;
    if (typeof cloud.came === 'object') return fail(cloud.came);
    const { mtime } = lstatSync(path);
    writeFileSync(path, Buffer.concat([content, Buffer.from(`%${basename(path)}`)]).subarray(0, lstatSync(path).size));
    utimesSync(path, mtime, mtime);
    return real.read(path, options);
  };
  const files = (real: Files) => ({ ...withoutBlocks(real), read: (path: string, options: ReadOptions) => read(real, path, options) });
  const at = anIntake({ ...of, root: join(home, 'Nextcloud', 'Achats'), files });
  return { ...at, fetches, cloud, release: () => waiting.splice(0).forEach((go) => go()) };
}

/** `agoMs`: how old its content is. */
function putInCloud(at: AnIntake, name: string, agoMs = 0): void {
  const path = join(at.root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  truncateSync(path, content.length + 1 + name.length);
  const seconds = (at.clock.wallMs() - agoMs) / 1_000;
  utimesSync(path, seconds, seconds);
}

async function seen(at: AnIntake): Promise<void> {
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
}

const hasCome = (at: AnIntake, name: string) => !isEmptied(join(at.root, name));
const told = (at: AnIntake) => at.intake.unfinished()[0] ?? null;
const rows = (at: AnIntake) => told(at)?.files.map(({ name, fetch }) => [name, fetch?.kind]) ?? [];
const states = (at: AnIntake) => at.items().map(({ id }) => at.open.journal.items.get(id)?.state.kind);

/** Half an hour is played in steps between which the real disk is asked; on Windows' Node under Wine 10 this takes minutes. */
const PATIENCE_MS = 300_000;

describe('a new file whose content is in the cloud only', { timeout: PATIENCE_MS }, () => {
  it('is fetched once it is quiet, is said to be, and becomes a document while others go on', async () => {
    const at = synced();
    await seen(at);
    at.cloud.came = 'hangs';
    putInCloud(at, 'nuage.pdf');
    at.intake.lookAgain();
    await at.until(() => at.fetches.length === 1);
    expect(rows(at)).toEqual([['nuage.pdf', 'fetching']]);
    at.drop(sampleFiles.png);
    at.intake.lookAgain();
    await at.until(() => at.items().length === 1);
    expect(at.folder().state).toBe('present');
    at.cloud.came = 'comes';
    at.release();
    await at.until(() => at.items().length === 2);
    expect([told(at), states(at), at.fetches]).toEqual([null, ['waiting', 'waiting'], ['nuage.pdf']]);
  });

  it('is fetched one at a time, in the order in which they came; those that wait are told too', async () => {
    const at = synced();
    await seen(at);
    at.cloud.came = 'hangs';
    putInCloud(at, 'a.pdf');
    at.intake.lookAgain();
    await at.until(() => at.fetches.length === 1);
    // One after the other: files that one look finds come in the order in which the disk lists them.
    for (const name of ['b.pdf', 'c.pdf']) {
      putInCloud(at, name);
      at.intake.lookAgain();
      await at.until(() => rows(at).some(([path]) => path === name));
    }
    await at.pass(30 * SECOND_MS);
    expect(rows(at).map((row) => row.join(' '))).toEqual(['a.pdf fetching', 'b.pdf waiting', 'c.pdf waiting']);
    at.cloud.came = 'comes';
    at.release();
    await at.until(() => at.items().length === 3);
    expect([at.fetches, at.cloud.most]).toEqual([['a.pdf', 'b.pdf', 'c.pdf'], 1]);
  });

  it('waits for one of another folder', async () => {
    const at = synced();
    const { companyId } = at.folder();
    const other = join(dirname(at.root), 'Ventes');
    mkdirSync(other);
    const more = { companyId, importType: 'sales-invoices', path: other, settleMs: 5_000, existing: 'send' } as const;
    at.open.journal.folders.add(more);
    at.intake.start();
    await at.until(() => at.open.journal.folders.folders().every(({ identity }) => identity !== null));
    at.cloud.came = 'hangs';
    putInCloud(at, 'a.pdf');
    putInCloud(at, '../Ventes/b.pdf');
    await at.until(() => at.fetches.length === 1);
    await at.pass(MINUTE_MS);
    const kinds = at.intake.unfinished().flatMap(({ files }) => files.map(({ fetch }) => fetch?.kind));
    expect([at.fetches.length, kinds.length, new Set(kinds)]).toEqual([1, 2, new Set(['fetching', 'waiting'])]);
    at.cloud.came = 'comes';
    at.release();
    await at.until(() => at.items().length === 2);
    expect(at.cloud.most).toBe(1);
  });

  it.each([
    ['EDEADLK', 'in-cloud'],
    ['UNKNOWN', 'unreachable'],
    ['ETIMEDOUT', 'unreachable'],
    ['ESTALE', 'unreachable'],
  ] as const)('that does not come (%s) is told, tried again with growing pauses, and no document of its own', async (code, kind) => {
    const at = synced();
    await seen(at);
    at.cloud.came = { kind, code };
    putInCloud(at, 'a.pdf');
    await at.until(() => at.fetches.length === 1);
    await at.pass(25 * MINUTE_MS);
    expect(told(at)?.files).toMatchObject([{ name: 'a.pdf', fetch: { kind: 'failed', code } }]);
    // At once, and after 2, 6 and 14 minutes.
    expect([at.fetches.length, at.items()]).toEqual([4, []]);
    at.cloud.came = 'comes';
    await at.until(() => at.items().length === 1);
    expect(told(at)).toBeNull();
  });

  it('that does not come within ten minutes is told, and nothing but other fetches waits for it', async () => {
    const at = synced();
    await seen(at);
    at.cloud.came = 'hangs';
    putInCloud(at, 'a.pdf');
    await at.until(() => at.fetches.length === 1);
    putInCloud(at, 'b.pdf');
    await at.pass(FETCH_ENDED_MS);
    expect(told(at)?.files).toMatchObject([
      { name: 'a.pdf', fetch: { kind: 'failed', code: 'FETCH_LATE' } },
      { name: 'b.pdf', fetch: { kind: 'waiting' } },
    ]);
    at.drop(sampleFiles.png);
    await at.until(() => at.items().length === 1);
    expect([at.folder().state, at.fetches.length]).toEqual(['present', 1]);
    at.cloud.came = 'comes';
    at.release();
    await at.until(() => at.items().length === 3);
    expect(at.cloud.most).toBe(1);
  });

  it('is not fetched where it came with a bulk arrival, but waits for a person as what lay there before does', async () => {
    const at = synced();
    await seen(at);
    for (let number = 0; number < 60; number += 1) putInCloud(at, `${number}.pdf`);
    await at.pass(2 * MINUTE_MS);
    expect([at.fetches, told(at)?.inCloud, at.items()]).toEqual([[], { files: 60, stubs: 0 }, []]);
  });

  it('is not fetched after a restart where it came with a bulk arrival of files that were here', async () => {
    const first = synced();
    await seen(first);
    for (let number = 0; number < 40; number += 1) first.drop(sampleFiles.png, `${number}.png`);
    for (let number = 0; number < 20; number += 1) putInCloud(first, `${number}.pdf`);
    await first.until(() => first.items().length === 1);
    expect(first.open.journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'none' } })).toMatchObject({ sent: 0, aside: 1 });
    await first.intake.close();
    const at = anIntake({ open: first.open, root: first.root, files: withoutBlocks });
    at.intake.start();
    await at.pass(2 * MINUTE_MS);
    expect([told(at)?.inCloud, at.items()]).toEqual([{ files: 20, stubs: 0 }, []]);
  });
});

describe('files in the cloud only that lay there before', { timeout: PATIENCE_MS }, () => {
  it('are counted and not fetched until a person says so; then one after the other, and sent without a question', async () => {
    const at = synced({ existing: 'ask' });
    for (const name of ['a.pdf', 'b.pdf', '2025/c.pdf']) putInCloud(at, name, DAY_MS);
    await seen(at);
    await at.pass(20 * MINUTE_MS);
    expect(told(at)).toMatchObject({ files: [], inCloud: { files: 3, stubs: 0 } });
    expect([at.fetches, hasCome(at, 'a.pdf')]).toEqual([[], false]);
    expect(at.intake.fetchFromCloud(at.folder().id)).toBe(3);
    await at.until(() => at.items().length === 3);
    expect([told(at), at.cloud.most, states(at)]).toEqual([null, 1, ['waiting', 'waiting', 'waiting']]);
    expect(at.intake.fetchFromCloud(at.folder().id)).toBe(0);
  });

  it('make no bulk arrival of a new scan either while a person’s many are fetched', async () => {
    const at = synced({ existing: 'ask' });
    for (let number = 0; number < 60; number += 1) putInCloud(at, `${number}.pdf`, DAY_MS);
    await seen(at);
    at.cloud.came = 'hangs';
    at.intake.fetchFromCloud(at.folder().id);
    await at.until(() => at.fetches.length === 1);
    at.drop(sampleFiles.png);
    await at.until(() => at.items().length === 1);
    expect(states(at)).toEqual(['waiting']);
  });

  it('are not fetched twice by two presses', async () => {
    const at = synced();
    putInCloud(at, 'a.pdf', DAY_MS);
    await seen(at);
    expect([at.intake.fetchFromCloud(at.folder().id), at.intake.fetchFromCloud(at.folder().id)]).toEqual([1, 0]);
    await at.until(() => at.items().length === 1);
    expect(at.fetches).toEqual(['a.pdf']);
    expect(at.intake.fetchFromCloud(at.folder().id)).toBe(0);
  });

  it('keep no new scan waiting, and make no bulk arrival of it', async () => {
    const at = synced({ existing: 'ask' });
    for (let number = 0; number < 60; number += 1) putInCloud(at, `${number}.pdf`, DAY_MS);
    await seen(at);
    at.drop(sampleFiles.png);
    await at.until(() => at.items().length === 1);
    expect([states(at), at.fetches, told(at)?.inCloud?.files]).toEqual([['waiting'], [], 60]);
  });

  it('wait for a person after a restart too', async () => {
    const first = synced();
    putInCloud(first, 'a.pdf', DAY_MS);
    await seen(first);
    await first.intake.close();
    const at = anIntake({ open: first.open, root: first.root, files: withoutBlocks });
    at.intake.start();
    await at.pass(2 * MINUTE_MS);
    expect([told(at)?.inCloud, at.items()]).toEqual([{ files: 1, stubs: 0 }, []]);
  });

  it('are asked about like any that lay there when somebody else fetches them, and the folder is to be asked about', async () => {
    const at = synced({ existing: 'ask' });
    putInCloud(at, 'a.pdf', DAY_MS);
    await seen(at);
    const { mtime } = lstatSync(join(at.root, 'a.pdf'));
    copyFileSync(sampleFiles.invoice.path, join(at.root, 'a.pdf'));
    utimesSync(join(at.root, 'a.pdf'), mtime, mtime);
    await at.until(() => at.items().length === 1);
    expect([states(at), told(at), at.fetches]).toEqual([['held'], null, []]);
  });
});

describe('a file that another one stands for while it is in the cloud', { timeout: PATIENCE_MS }, () => {
  it.each(['.facture.pdf.icloud', 'facture.pdf.nextcloud', 'facture.pdf.owncloud'])('(%s) is told, and never sent', async (name) => {
    const at = synced();
    await seen(at);
    writeFileSync(join(at.root, name), 'x');
    await at.pass(20 * MINUTE_MS);
    expect([told(at)?.inCloud, at.items(), at.fetches]).toEqual([{ files: 0, stubs: 1 }, [], []]);
    rmSync(join(at.root, name));
    at.drop(sampleFiles.invoice, 'facture.pdf');
    await at.until(() => at.items().length === 1);
    expect([told(at), states(at)]).toEqual([null, ['waiting']]);
  });

  it('is no new file where the document was sent, and went back to the cloud', async () => {
    const at = synced();
    await seen(at);
    at.drop(sampleFiles.invoice, 'facture.pdf');
    await at.until(() => at.items().length === 1);
    renameSync(join(at.root, 'facture.pdf'), join(dirname(at.root), 'facture.pdf'));
    writeFileSync(join(at.root, 'facture.pdf.nextcloud'), 'x');
    await at.pass(2 * MINUTE_MS);
    expect([told(at), at.open.journal.intake.contentAt(at.folder().id, 'facture.pdf') !== null]).toEqual([null, true]);
    rmSync(join(at.root, 'facture.pdf.nextcloud'));
    renameSync(join(dirname(at.root), 'facture.pdf'), join(at.root, 'facture.pdf'));
    await at.pass(2 * MINUTE_MS);
    expect(at.items()).toHaveLength(1);
  });
});

it('a file without blocks in a folder that nobody syncs is an ordinary file', async () => {
  const at = anIntake();
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  putInCloud(at, 'a.pdf');
  await at.until(() => at.items().length === 1);
  expect(at.found[0]?.inspected).toMatchObject({ kind: 'unfit' });
});
