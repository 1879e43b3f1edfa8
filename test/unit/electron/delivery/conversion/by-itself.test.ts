import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FoundFile } from '#electron/intake/store.ts';
import type { ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { aFile, item, referenceTo } from '#test/unit/electron/journal/an-open-journal.ts';
import type { LifeOf } from '../a-life.ts';
import { anUnfitScan, convertAndSend, foundTiff, MADE, SCAN, tick } from './an-unfit-scan.ts';

const TIFF = { tiff: true };
const UNFIT = { kind: 'unfit', by: 'intray', problem: { kind: 'not-taken', found: 'tiff' } };

type All = Awaited<ReturnType<typeof anUnfitScan>>;

const contents = ({ service }: Pick<All, 'service'>): readonly string[] =>
  service.requests.map(({ bytes }) => Buffer.from(bytes).toString());
const chores = ({ told }: Pick<All, 'told'>): readonly string[] => told.flatMap((one) => one.chores);

/** Another scan in the folder, found now. */
function found(all: All, name: string, problem: Problem = UNFIT.problem as Problem): FoundFile {
  const content = `content of ${name}`;
  const sha256 = createHash('sha256').update(content).digest('hex');
  all.files.all.set(`${all.folder.path}/${name}`, Buffer.from(content));
  return { ...aFile(all.folder, { name, content }), inspected: { kind: 'unfit', problem, sha256 } };
}

describe('a document of a folder that converts by itself', () => {
  it('is converted and sent without being asked about, and the journal says on whose word', async () => {
    const all = await anUnfitScan({}, { converts: TIFF });
    expect(contents(all)).toEqual([MADE]);
    const sent = item(all, all.itemId);
    expect(sent).toMatchObject({ mediaType: 'application/pdf', sentName: 'scan.pdf', attempts: 1, state: { kind: 'awaiting' } });
    expect(sent.conversion).toMatchObject({ by: 'folder', from: 'tiff' });
    expect(sent).not.toHaveProperty('toConvert');
    expect(sent.reference).toBe(referenceTo(SCAN));
    expect(chores(all)).not.toContain('tell-unfit');
    expect(all.copies()).toEqual([]);
  });

  it('is left to the person where it was there before, or where nothing is ticked for its kind', async () => {
    const all = await anUnfitScan();
    tick(all.journal, all.folder, { tiff: true, 'too-large': true });
    await all.clock.advance(HOUR_MS);
    expect(item(all, all.itemId).state).toMatchObject(UNFIT);
    const photo = all.journal.intake.enqueue(found(all, 'a.heic', { kind: 'not-taken', found: 'heic' }));
    const locked = all.journal.intake.enqueue(found(all, 'locked.pdf', { kind: 'password' }));
    const archive = all.journal.intake.enqueue(found(all, 'a.zip', { kind: 'not-taken', found: 'zip' }));
    await all.clock.advance(HOUR_MS);
    for (const { itemId } of [photo, locked, archive]) expect(item(all, itemId).state.kind).toBe('unfit');
    expect(all.converter.requests).toEqual([]);
  });

  it('is converted in each kind that is ticked, one at a time', async () => {
    const all = await anUnfitScan({}, { converts: { photos: true, 'too-large': true } });
    let [under, most] = [0, 0];
    all.converter.amid = async () => {
      most = Math.max(most, (under += 1));
      await all.clock.sleep(SECOND_MS);
      under -= 1;
    };
    const problems: readonly Problem[] = [
      { kind: 'not-taken', found: 'heic' },
      { kind: 'not-taken', found: 'avif' },
      { kind: 'not-taken', found: 'webp' },
      { kind: 'too-large', bytes: 9_000_000, bytesMax: 5_242_880, found: 'pdf' },
      { kind: 'too-large', bytes: 9_000_000, bytesMax: 5_242_880, found: 'bmp' },
    ];
    for (const [at, problem] of problems.entries()) all.journal.intake.enqueue(found(all, `file ${at}`, problem));
    await all.clock.advance(MINUTE_MS);
    expect(all.converter.requests.map(({ kind }) => kind)).toEqual(['heic', 'avif', 'webp', 'pdf', 'bmp']);
    expect(most).toBe(1);
    expect(contents(all)).toHaveLength(5);
    expect(item(all, all.itemId).state).toMatchObject(UNFIT);
  });

  it('is asked about like any other where it came with many others, or is known as the other type', async () => {
    const all = await anUnfitScan({}, { converts: TIFF });
    const many = all.journal.intake.enqueue({ ...found(all, 'old.tif'), bulkArrival: true });
    const { companyId } = all.folder;
    const sales = all.journal.folders.add({ companyId, importType: 'sales-invoices', path: '/scans/sales', settleMs: 5_000 });
    tick(all.journal, sales, TIFF);
    const twin = all.journal.intake.enqueue(foundTiff(sales));
    await all.clock.advance(HOUR_MS);
    expect(item(all, many.itemId).state).toEqual({ kind: 'held', question: { kind: 'bulk-arrival' } });
    expect(item(all, twin.itemId).state).toEqual({ kind: 'held', question: { kind: 'other-type', itemId: all.itemId } });
    expect(contents(all)).toEqual([MADE]);
    all.journal.list.allow([many.itemId]);
    await all.clock.settle();
    expect(contents(all)).toEqual([MADE, 'made:content of old.tif']);
  });

  it('is left to the person once it also lies in a folder that does not', async () => {
    const all = await anUnfitScan({ parallel: () => 0 }, { converts: TIFF });
    const { companyId, importType } = all.folder;
    const other = all.journal.folders.add({ companyId, importType, path: '/scans/other', settleMs: 5_000 });
    tick(all.journal, other, TIFF);
    const [away, elsewhere] = ['away.tif', 'elsewhere.tif'].map((name) => all.journal.intake.enqueue(found(all, name)));
    all.journal.intake.enqueue({ ...found(all, 'elsewhere.tif'), folderId: other.id });
    tick(all.journal, other, { tiff: false });
    const life = all.again({ parallel: () => 4 });
    await life.delivery.start();
    await all.clock.advance(MINUTE_MS);
    expect(item(all, elsewhere?.itemId ?? all.itemId).state).toMatchObject(UNFIT);
    expect(life.told.map(({ itemId }) => itemId)).toContain(elsewhere?.itemId);
    expect(contents(all)).toEqual([MADE, 'made:content of away.tif']);
    expect(item(all, away?.itemId ?? all.itemId).state.kind).toBe('awaiting');
  });

  it.each<[string, (all: All) => void]>([
    ['unticked', ({ journal, folder }) => tick(journal, folder, { tiff: false })],
    [
      'unticked and ticked again',
      ({ journal, folder, clock }) => {
        tick(journal, folder, { tiff: false });
        clock.jump(1);
        tick(journal, folder, TIFF);
      },
    ],
    ['not watched any more', ({ journal, folder }) => void journal.folders.remove(folder.id)],
  ])('is not sent if its folder is %s while the version is made', async (_, change) => {
    const all = await anUnfitScan({ parallel: () => 0 }, { converts: TIFF });
    all.converter.amid = async () => change(all);
    const life = all.again({ parallel: () => 4 });
    await life.delivery.start();
    await all.clock.advance(MINUTE_MS);
    expect(all.converter.requests).toHaveLength(1);
    expect(contents(all)).toEqual([]);
    expect(item(all, all.itemId).state).toMatchObject(UNFIT);
    expect(chores(life)).toContain('tell-unfit');
    expect(all.copies()).toEqual([]);
  });

  it('is not converted once a person has ignored it, whatever becomes of its file', async () => {
    const all = await anUnfitScan();
    all.journal.list.putAside([all.itemId]);
    tick(all.journal, all.folder, TIFF);
    all.journal.intake.forget(all.folder.id, ['scan.tif']);
    all.journal.intake.enqueue(foundTiff(all.folder, SCAN, 'again.tif'));
    await all.clock.advance(DAY_MS);
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'aside', why: 'user' });
    expect(all.converter.requests).toEqual([]);
  });
});

/** Found while nothing is converted; then `between`, and a life that converts. */
async function foundThen(between: (all: All) => void, changes: Partial<LifeOf> = {}) {
  const all = await anUnfitScan({ parallel: () => 0 }, { converts: TIFF });
  between(all);
  const life = all.again({ parallel: () => 4, seed: 4, ...changes });
  await life.delivery.start();
  await all.clock.settle();
  return { ...all, ...life };
}

describe('a version that is to be made by itself', () => {
  it.each<ConvertFault>(['not-understood', 'too-many-pages', 'still-too-large', 'has-attachments', 'signed', 'too-slow', 'password-wrong'])(
    'is tried once if the file is the reason (%s): the person is told, and decides',
    async (fault) => {
      const all = await foundThen(({ converter }) => (converter.fault = fault));
      await all.clock.advance(DAY_MS);
      expect(all.converter.requests).toHaveLength(1);
      expect(item(all, all.itemId).state).toMatchObject(UNFIT);
      expect(item(all, all.itemId)).not.toHaveProperty('toConvert');
      expect(chores(all)).toEqual(['drop-spool', 'tell-unfit']);
      expect(all.copies()).toEqual([]);
      all.converter.fault = null;
      expect(await convertAndSend(all.delivery, all.itemId)).toBe('sent');
      await all.clock.settle();
      expect(item(all, all.itemId).conversion).not.toHaveProperty('by');
    },
  );

  it.each<[string, (all: All) => void, (all: All) => void]>([
    ['its file is away', ({ files, path }) => files.all.delete(path), ({ files, path }) => files.all.set(path, Buffer.from(SCAN))],
    ['our disk is full', ({ files }) => (files.free = 0), ({ files }) => (files.free = null)],
    [
      'its file is another one',
      ({ files, path }) => files.all.set(path, Buffer.from('x')),
      ({ files, path }) => files.all.set(path, Buffer.from(SCAN)),
    ],
  ])('is tried again later while %s', async (_, hinder, mend) => {
    const all = await foundThen(hinder);
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'waiting', last: { tries: 1 } });
    await all.clock.advance(10 * MINUTE_MS);
    expect(contents(all)).toEqual([]);
    expect(chores(all)).not.toContain('tell-unfit');
    mend(all);
    await all.clock.advance(HOUR_MS);
    expect(contents(all)).toEqual([MADE]);
  });

  it('is made of a file that has to be fetched from the cloud first', async () => {
    const all = await foundThen(({ files, path }) => files.inCloud.set(path, true));
    expect(contents(all)).toEqual([MADE]);
  });

  it('waits on battery', async () => {
    const all = await anUnfitScan({ parallel: () => 0 }, { converts: TIFF });
    await all.clock.advance(HOUR_MS);
    expect(all.converter.requests).toEqual([]);
    expect(item(all, all.itemId).state).toMatchObject({ kind: 'waiting', last: null });
  });

  it('is made ahead while its company may not send, as for a few others, and is sent when it may', async () => {
    const all = await anUnfitScan({ parallel: () => 0 }, { converts: TIFF });
    const { companyId } = all.folder;
    all.journal.companies.setConnection(companyId, { kind: 'invalid', since: all.clock.wallMs(), reason: 'unknown' });
    for (let at = 1; at < 20; at += 1) all.journal.intake.enqueue(found(all, `${at}.tif`));
    const life = all.again({ parallel: () => 4 });
    await life.delivery.start();
    await all.clock.advance(HOUR_MS);
    expect(all.converter.requests).toHaveLength(12);
    expect(contents(all)).toEqual([]);
    all.journal.companies.setConnection(companyId, { kind: 'active', seenAt: all.clock.wallMs() });
    await all.clock.advance(MINUTE_MS);
    expect(new Set(contents(all)).size).toBe(20);
    expect(all.converter.requests).toHaveLength(20);
  });

  it('is told where this host converts nothing, and tried once more where the process of the converter ended', async () => {
    const without = await foundThen(() => undefined, { converter: undefined as never });
    expect(item(without, without.itemId).state).toMatchObject(UNFIT);
    const all = await foundThen(({ converter }) => {
      converter.fault = 'broken';
      converter.amid = async () => {
        if (converter.requests.length === 2) converter.fault = null;
      };
    });
    expect(all.converter.requests).toHaveLength(2);
    expect(contents(all)).toEqual([MADE]);
  });

  it('is not begun anew by a clock that is set back', async () => {
    const all = await foundThen(({ files }) => (files.free = 0));
    all.clock.jump(-DAY_MS);
    all.files.free = null;
    await all.clock.advance(HOUR_MS);
    expect(contents(all)).toEqual([MADE]);
  });
});
