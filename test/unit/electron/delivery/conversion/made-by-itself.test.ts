import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { anEvent, begun, closeQuietly, item, opened, page, referenceTo } from '#test/unit/electron/journal/an-open-journal.ts';
import { type LifeOf, SPOOL } from '../a-life.ts';
import { anUnfitScan, convert, convertAndSend, foundTiff, MADE, SCAN } from './an-unfit-scan.ts';
import { type Remark, UNSURE_ABOUT } from '#shared/domain/item/conversion/remark.ts';
import { readFileSync } from 'node:fs';

const TIFF = { tiff: true };

type All = Awaited<ReturnType<typeof anUnfitScan>>;

const contents = ({ service }: Pick<All, 'service'>): readonly string[] =>
  service.requests.map(({ bytes }) => Buffer.from(bytes).toString());
const choresOf = ({ told }: Pick<All, 'told'>): readonly string[] => told.flatMap((one) => one.chores);

/** Its copy is lost, and the converter makes other bytes from now on. */
function lose({ files, converter }: All): void {
  for (const path of Array.from(files.all.keys())) if (path.startsWith(SPOOL)) files.all.delete(path);
  converter.version = 'newer';
}

/** The service may have received it when the program ended; then `between`, and another run. */
async function madeThen(between: (all: All) => void) {
  const broken: Outcome = { kind: 'failed', failure: { kind: 'broken', code: 'ECONNRESET', tries: 1 }, retryAfterMs: null };
  const all = await anUnfitScan({ upload: async () => broken }, { converts: TIFF });
  expect(item(all, all.itemId)).toMatchObject({ conversion: { by: 'folder' }, state: { kind: 'waiting' }, attempts: 1 });
  await all.delivery.close(0);
  closeQuietly(all.journal);
  const journal = opened(all.file, all.clock);
  onTestFinished(() => closeQuietly(journal));
  journal.restart();
  between({ ...all, journal });
  const life = all.again({ journal, seed: 4, upload: async (what) => all.service.take(what) });
  await life.delivery.start();
  await all.clock.advance(6 * SECOND_MS);
  return { ...all, ...life, journal };
}

describe('a version that was made by itself', () => {
  it('is asked about if it is lost, a newer converter makes another, and the service may have it', async () => {
    const all = await madeThen(lose);
    expect(item(all, all.itemId).state).toEqual({ kind: 'held', question: { kind: 'maybe-received' } });
    expect(contents(all)).toEqual([]);
  });

  it('is made anew and sent if it is lost before anything left: the tick is meant for that one too', async () => {
    const all = await anUnfitScan({ parallel: () => 0 }, { converts: TIFF });
    let uploads = 1;
    const life = all.again({ parallel: () => uploads, seed: 4 });
    // The connection ends at the moment at which the version is there.
    all.converter.amid = async () => {
      all.journal.companies.setConnection(all.folder.companyId, { kind: 'invalid', since: all.clock.wallMs(), reason: 'unknown' });
    };
    await life.delivery.start();
    await all.clock.settle();
    expect(item(all, all.itemId)).toMatchObject({ conversion: { by: 'folder' }, state: { kind: 'waiting' }, attempts: 0 });
    await life.delivery.close(0);
    uploads = 0;
    lose(all);
    all.converter.amid = async () => undefined;
    all.journal.companies.setConnection(all.folder.companyId, { kind: 'active', seenAt: all.clock.wallMs() });
    const next = all.again({ seed: 5, parallel: () => 4 });
    await next.delivery.start();
    await all.clock.advance(SECOND_MS);
    expect(contents(all)).toEqual([`newer:${SCAN}`]);
    expect(choresOf(next)).not.toContain('tell-unfit');
    expect(item(all, all.itemId)).toMatchObject({ conversion: { by: 'folder' }, state: { kind: 'awaiting' } });
  });

  it('is not begun before its version is there', async () => {
    const all = await anUnfitScan({ parallel: () => 0 }, { converts: TIFF });
    expect(() => begun(all, all.itemId)).toThrow('not begun');
    expect(item(all, all.itemId).state.kind).toBe('waiting');
  });
});

describe('two computers on one folder that both convert by themselves', () => {
  it('leave one document, also where they make other bytes', async () => {
    const all = await anUnfitScan({}, { converts: TIFF });
    const other = await anUnfitScan({ parallel: () => 0 }, { converts: TIFF });
    other.converter.version = 'other';
    const life = other.again({ parallel: () => 4, upload: async (what) => all.service.take({ ...what, bytes: Buffer.from(MADE) }) });
    await life.delivery.start();
    await other.clock.settle();
    expect([...all.service.documents.values()].map(({ content }) => content)).toEqual([MADE]);
    expect(item(other, other.itemId)).toMatchObject({ sentElsewhere: true, mediaType: null, state: { kind: 'awaiting' } });
    expect(item(other, other.itemId)).not.toHaveProperty('conversion');
  });

  it('convert nothing of what the other one has a result for', async () => {
    const all = await anUnfitScan({ parallel: () => 0 }, { converts: TIFF });
    const data = { documentId: 'dddddddd-0000-4000-8000-000000000009', externalReference: referenceTo(SCAN), documentState: 'Refused' };
    page(all, [anEvent({ seq: 1, data: { ...data, rejectionReason: 'Illisible' } })]);
    expect(item(all, all.itemId)).toMatchObject({ sentElsewhere: true, state: { kind: 'refused' } });
    expect(item(all, all.itemId)).not.toHaveProperty('toConvert');
    const { delivery } = all.again({ parallel: () => 4 });
    await delivery.start();
    expect(await delivery.sendAgain([all.itemId])).toEqual({ sent: [], missing: [all.itemId] });
    await all.clock.advance(HOUR_MS);
    expect(all.converter.requests).toEqual([]);
  });
});

const PROBLEM = { kind: 'not-taken', found: 'tiff' } as const;
const AGAINST: readonly Remark[] = [
  { kind: 'damaged' },
  { kind: 'one-of', pictures: 3 },
  ...UNSURE_ABOUT.map((about): Remark => ({ kind: 'unsure', about })),
];
const ACTIONS: Remark = { kind: 'actions-removed' };

/** A TIFF of a folder that converts by itself, with a converter that has this to say. */
async function byItself(remarks: readonly Remark[]): Promise<All> {
  const all = await anUnfitScan({ parallel: () => 0 }, { converts: { tiff: true } });
  all.converter.remarks = remarks;
  const life = all.again({ parallel: () => 4 });
  await life.delivery.start();
  await all.clock.advance(DAY_MS);
  return { ...all, ...life };
}

describe('a version with a remark, by a folder’s setting', () => {
  it.each(AGAINST)('is not sent: the person is told why, and decides (%j)', async (remark) => {
    const all = await byItself([remark, ACTIONS]);
    expect(all.converter.requests).toHaveLength(1);
    expect(contents(all)).toEqual([]);
    const { state } = item(all, all.itemId);
    expect(state).toEqual({ kind: 'unfit', by: 'intray', problem: PROBLEM, withheld: [remark] });
    expect(item(all, all.itemId)).not.toHaveProperty('toConvert');
    expect(all.told.flatMap((one) => one.chores)).toEqual(['drop-spool', 'tell-unfit']);
    expect(all.copies()).toEqual([]);
    expect(await convertAndSend(all.delivery, all.itemId)).toBe('sent');
    await all.clock.settle();
    expect(contents(all)).toEqual([MADE]);
    expect(item(all, all.itemId).conversion).toMatchObject({ remarks: [remark, ACTIONS] });
    expect(item(all, all.itemId).conversion).not.toHaveProperty('by');
  });

  it('is sent where only what a PDF would have run was taken out, and the journal keeps that', async () => {
    const all = await byItself([ACTIONS]);
    expect(contents(all)).toEqual([MADE]);
    expect(item(all, all.itemId).conversion).toMatchObject({ by: 'folder', remarks: [ACTIONS] });
  });

  it('is said to be withheld also after it was ignored and taken back, and not made again by itself', async () => {
    const all = await byItself([{ kind: 'damaged' }]);
    const { state } = item(all, all.itemId);
    all.journal.list.putAside([all.itemId]);
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'aside', why: 'user', unfit: { withheld: [{ kind: 'damaged' }] } });
    all.journal.list.putBack([all.itemId]);
    expect(item(all, all.itemId).state).toEqual(state);
    all.journal.intake.forget(all.folder.id, ['scan.tif']);
    all.journal.intake.enqueue(foundTiff(all.folder, SCAN, 'again.tif'));
    const life = all.again({ parallel: () => 4 });
    await life.delivery.start();
    await all.clock.advance(DAY_MS);
    expect(all.converter.requests).toHaveLength(1);
    expect(contents(all)).toEqual([]);
  });
});

describe('a file with several pictures', () => {
  it('is sent with all of them where the person wants that, also by a copy that has to be made again', async () => {
    const all = await anUnfitScan();
    all.converter.remarks = [{ kind: 'one-of', pictures: 3 }];
    expect((await convert(all.delivery, all.itemId)).conversion).toMatchObject({ remarks: [{ kind: 'one-of', pictures: 3 }] });
    const { conversion } = await convert(all.delivery, all.itemId, undefined, true);
    expect(conversion).toMatchObject({ allPictures: true });
    expect(conversion).not.toHaveProperty('remarks');
    all.journal.companies.setConnection(all.folder.companyId, { kind: 'invalid', since: all.clock.wallMs(), reason: 'unknown' });
    expect(await all.delivery.sendConversion({ itemId: all.itemId, sha256: conversion?.sha256 ?? '' })).toBe('sent');
    await all.clock.settle();
    for (const name of all.files.all.keys()) if (name.startsWith(SPOOL)) all.files.all.delete(name);
    const life = all.again();
    await life.delivery.start();
    all.journal.companies.setConnection(all.folder.companyId, { kind: 'active', seenAt: all.clock.wallMs() });
    await all.clock.advance(DAY_MS);
    expect(all.converter.requests.at(-1)).toMatchObject({ allPictures: true });
    expect(contents(all)).toEqual([`made of all:${SCAN}`]);
  });

  it('is never made into all of them by a folder’s setting', async () => {
    const all = await byItself([{ kind: 'one-of', pictures: 3 }]);
    expect(all.converter.requests).toMatchObject([{ allPictures: false }]);
  });
});

const PASSWORD = 'Été-2026-geheim';

async function aProtectedPdf(changes: Partial<LifeOf> = {}) {
  const all = await anUnfitScan(changes, { problem: { kind: 'password' } });
  all.converter.password = PASSWORD;
  return all;
}

describe('a protected PDF', () => {
  it('is opened by its password alone, and is sent once the person agrees', async () => {
    const all = await aProtectedPdf();
    for (const password of [undefined, '', 'wrong']) {
      expect((await convert(all.delivery, all.itemId, password)).news).toEqual([{ kind: 'fault', fault: 'password-wrong' }]);
    }
    expect(await convertAndSend(all.delivery, all.itemId, PASSWORD)).toBe('sent');
    await all.clock.settle();
    expect(all.service.requests.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([MADE]);
    expect(item(all, all.itemId)).toMatchObject({ conversion: { from: 'pdf' }, state: { kind: 'awaiting' } });
  });

  it('leaves its password nowhere: not in the journal, not in the log, not in a copy', async () => {
    const all = await aProtectedPdf();
    await convertAndSend(all.delivery, all.itemId, PASSWORD);
    await convert(all.delivery, all.itemId, `${PASSWORD} `);
    await all.clock.advance(MINUTE_MS);
    await all.delivery.close(0);
    const disk = [all.file, `${all.file}-wal`].map((path) => readFileSync(path));
    const kept = Buffer.concat([...disk, ...all.files.all.values(), Buffer.from(JSON.stringify(all.log))]);
    expect(kept.byteLength).toBeGreaterThan(10_000);
    expect(kept.includes(PASSWORD)).toBe(false);
    expect(kept.includes(Buffer.from(PASSWORD, 'utf16le'))).toBe(false);
  });

  it('is unfit as before if the version is lost, since nobody but the person can make it again', async () => {
    const all = await aProtectedPdf({ parallel: () => 0 });
    await convertAndSend(all.delivery, all.itemId, PASSWORD);
    await all.delivery.close(0);
    for (const path of Array.from(all.files.all.keys())) if (path.startsWith(SPOOL)) all.files.all.delete(path);
    const { delivery, told } = all.again({ parallel: () => 4 });
    await delivery.start();
    await all.clock.settle();
    expect(item(all, all.itemId)).toMatchObject({ state: { kind: 'unfit', by: 'intray', problem: { kind: 'password' } } });
    expect(item(all, all.itemId)).not.toHaveProperty('conversion');
    expect(told.flatMap(({ chores }) => chores)).toContain('tell-unfit');
    expect(await convertAndSend(delivery, all.itemId, PASSWORD)).toBe('sent');
  });
});
