import { describe, expect, it } from 'vitest';
import { type Remark, UNSURE_ABOUT } from '#shared/domain/item/conversion/remark.ts';
import { DAY_MS } from '#shared/lib/duration.ts';
import { item } from '#test/unit/electron/journal/an-open-journal.ts';
import { SPOOL } from '../a-life.ts';
import { anUnfitScan, convert, convertAndSend, foundTiff, MADE, SCAN } from './an-unfit-scan.ts';

const PROBLEM = { kind: 'not-taken', found: 'tiff' } as const;
const AGAINST: readonly Remark[] = [
  { kind: 'damaged' },
  { kind: 'one-of', pictures: 3 },
  ...UNSURE_ABOUT.map((about): Remark => ({ kind: 'unsure', about })),
];
const ACTIONS: Remark = { kind: 'actions-removed' };

type All = Awaited<ReturnType<typeof anUnfitScan>>;

const contents = ({ service }: Pick<All, 'service'>): readonly string[] =>
  service.requests.map(({ bytes }) => Buffer.from(bytes).toString());

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
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'aside', why: 'person', unfit: { withheld: [{ kind: 'damaged' }] } });
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
