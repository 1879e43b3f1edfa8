import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Journal } from '#electron/journal/open-journal.ts';
import { NO_CONVERSIONS } from '#shared/domain/folder/folder-conversions.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { foundTiff, tick } from '#test/unit/electron/delivery/conversion/an-unfit-scan.ts';
import { aProfile } from './a-profile.ts';
import { aCompany, aFile, aFolder, anOpenJournal, begun, INTEGRATION, item } from './an-open-journal.ts';
import type { ItemId } from '#shared/domain/ids.ts';

function setUp() {
  const open = anOpenJournal();
  const folder = aFolder(open, aCompany(open));
  const converts = (journal: Journal = open.journal) => journal.folders.get(folder.id)?.converts;
  return { ...open, folder, converts };
}

describe('what a folder converts by itself', () => {
  it('is nothing at first, and is known with when it was ticked, however often it is saved', () => {
    const { journal, folder, clock, converts } = setUp();
    expect(converts()).toEqual(NO_CONVERSIONS);
    const ticked = clock.wallMs();
    tick(journal, folder, { tiff: true, photos: false });
    clock.jump(HOUR_MS);
    tick(journal, folder, { tiff: true, 'too-large': true });
    expect(converts()).toEqual({ photos: null, tiff: ticked, 'too-large': clock.wallMs() });
    tick(journal, folder, {});
    tick(journal, folder, { tiff: false });
    expect(converts()).toEqual({ photos: null, tiff: null, 'too-large': clock.wallMs() });
  });

  it('is what the mirror of a lost journal says', async () => {
    const at = aProfile();
    const journal = await at.open();
    const folder = aFolder({ journal, clock: at.clock, file: at.file }, aCompany({ journal, clock: at.clock, file: at.file }));
    tick(journal, folder, { photos: true });
    const { converts } = journal.folders.get(folder.id) ?? folder;
    await at.keep(journal, { copy: false });
    journal.close();
    rmSync(at.file);
    const [anew] = (await at.open()).folders.folders();
    expect(anew?.converts).toEqual(converts);
    expect(anew?.converts.photos).not.toBeNull();
  });
});

describe('a document that is to be converted first', () => {
  it('waits, is not due to be sent, and is due to be converted whenever everything that waits is', () => {
    const { journal, folder, clock } = setUp();
    tick(journal, folder, { tiff: true });
    const { itemId } = journal.intake.enqueue(foundTiff(folder));
    expect(item({ journal }, itemId)).toMatchObject({ toConvert: 'tiff', mediaType: null, state: { kind: 'waiting' } });
    const now = clock.wallMs();
    expect(journal.delivery.due(now, 9)).toEqual([]);
    expect(journal.delivery.nextDueAt()).toBeNull();
    expect(journal.delivery.toConvert(now)?.id).toBe(itemId);
    journal.delivery.postpone(itemId, { failure: { kind: 'spool', code: 'ENOSPC', tries: 1 }, chance: 0, at: now });
    expect(journal.delivery.toConvert(now)).toBeNull();
    expect(journal.delivery.nextToConvertAt()).toBeGreaterThan(now);
    journal.delivery.makeAllDueNow(now);
    expect(journal.delivery.toConvert(now)?.id).toBe(itemId);
  });

  it('needs no copy of its file, and has nothing to convert for a company that was removed', () => {
    const { journal, folder, clock } = setUp();
    tick(journal, folder, { tiff: true });
    const { itemId } = journal.intake.enqueue(foundTiff(folder));
    expect(journal.delivery.needsSpool(itemId)).toBe(false);
    journal.companies.remove(folder.companyId, clock.wallMs(), { forget: false });
    expect(item({ journal }, itemId).state).toEqual({ kind: 'aside', why: 'removed' });
    expect(journal.delivery.toConvert(clock.wallMs())).toBeNull();
  });

  it('is judged anew when its file is back: by the folder as it is then, and never if it was found before', () => {
    const { journal, folder, clock } = setUp();
    const early = journal.intake.enqueue(foundTiff(folder, 'early', 'a.tif'));
    clock.jump(1);
    tick(journal, folder, { tiff: true });
    const late = journal.intake.enqueue(foundTiff(folder, 'late', 'b.tif'));
    const replaced = (name: string): void => void journal.intake.enqueue(aFile(folder, { name, content: `new ${name}` }));
    const back = (content: string, name: string) => item({ journal }, journal.intake.enqueue(foundTiff(folder, content, name)).itemId);
    for (const name of ['a.tif', 'b.tif']) replaced(name);
    expect([early, late].map(({ itemId }) => item({ journal }, itemId).state.kind)).toEqual(['aside', 'aside']);
    expect(back('early', 'a.tif')).toMatchObject({ state: { kind: 'unfit' } });
    expect(back('late', 'b.tif')).toMatchObject({ toConvert: 'tiff', state: { kind: 'waiting' } });
    replaced('b.tif');
    tick(journal, folder, { tiff: false });
    expect(back('late', 'b.tif')).toMatchObject({ state: { kind: 'unfit' } });
    expect(item({ journal }, late.itemId)).not.toHaveProperty('toConvert');
  });
});

function setUpForFollowFile() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const [purchases, sales] = [aFolder(open, company), aFolder(open, company, 'sales-invoices')];
  const put = (into: typeof sales, content = 'one', name = 'scan.pdf'): ItemId =>
    open.journal.intake.enqueue(aFile(into, { content, name })).itemId;
  const take = (from: typeof sales, name = 'scan.pdf'): void => {
    open.journal.intake.forget(from.id, [name]);
    open.journal.intake.noteGone(from.id, [name]);
  };
  const due = (): readonly ItemId[] => open.journal.delivery.due(open.clock.wallMs(), 9).map((one) => one.item.id);
  const begin = (id: ItemId) => open.journal.delivery.begin(id, { integrationId: INTEGRATION, at: open.clock.wallMs(), fields: {} });
  return { ...open, purchases, sales, put, take, due, begin, state: (id: ItemId) => item(open, id).state };
}

const GONE = { kind: 'aside', why: 'gone' } as const;

describe('a file that is moved to the folder of the other type', () => {
  it('is of that type, whichever of the two the sweeps find first, and nobody is asked', () => {
    const open = setUpForFollowFile();
    const first = open.put(open.purchases);
    open.take(open.purchases);
    const second = open.put(open.sales);
    expect([open.state(first), open.state(second).kind]).toEqual([GONE, 'waiting']);
    const other = open.put(open.purchases, 'two', 'other.pdf');
    const asked = open.put(open.sales, 'two', 'other.pdf');
    expect(open.state(asked)).toMatchObject({ kind: 'held', question: { kind: 'other-type', itemId: other } });
    open.take(open.purchases, 'other.pdf');
    expect([open.state(other), open.state(asked).kind]).toEqual([GONE, 'waiting']);
    expect(open.due()).toEqual([second, asked]);
  });

  it('takes with it what was open about it', () => {
    const open = setUpForFollowFile();
    const found = aFile(open.purchases, { content: 'white' });
    const { itemId } = open.journal.intake.enqueue({ ...found, inspected: { ...found.inspected, question: 'blank' } as never });
    const moved = open.put(open.sales, 'white');
    open.take(open.purchases);
    expect(open.state(moved)).toEqual({ kind: 'held', question: { kind: 'blank' } });
    expect(open.state(itemId)).toMatchObject({ kind: 'aside', why: 'gone' });
  });

  it('comes back as it was when it is moved back', () => {
    const open = setUpForFollowFile();
    const first = open.put(open.purchases);
    open.take(open.purchases);
    const second = open.put(open.sales);
    open.take(open.sales);
    expect(open.put(open.purchases)).toBe(first);
    expect([open.state(first).kind, open.state(second)]).toEqual(['waiting', GONE]);
  });

  it('is asked about where a byte of it has left, and where it lies in both', () => {
    const open = setUpForFollowFile();
    const left = open.put(open.purchases);
    begun(open, left);
    open.journal.restart();
    const again = open.put(open.sales);
    open.take(open.purchases);
    expect([open.state(left).kind, open.state(again)]).toEqual([
      'waiting',
      { kind: 'held', question: { kind: 'other-type', itemId: left } },
    ]);
    const both = open.put(open.purchases, 'two', 'both.pdf');
    open.put(open.purchases, 'two', 'copy.pdf');
    const asked = open.put(open.sales, 'two', 'both.pdf');
    open.take(open.purchases, 'both.pdf');
    expect([open.state(both).kind, open.state(asked).kind]).toEqual(['waiting', 'held']);
  });
});

describe('a document of which no byte has left', () => {
  it('has the name that its file was given meanwhile, also to be sent under', () => {
    const open = setUpForFollowFile();
    const id = open.put(open.purchases, 'one', 'SCN_0001.pdf');
    open.put(open.purchases, 'one', 'Facture 12.PDF');
    expect(item(open, id).name).toBe('SCN_0001.pdf');
    open.take(open.purchases, 'SCN_0001.pdf');
    expect(item(open, id)).toMatchObject({ name: 'Facture 12.PDF', sentName: 'Facture 12.pdf' });
    begun(open, id);
    open.put(open.purchases, 'one', 'later.pdf');
    open.take(open.purchases, 'Facture 12.PDF');
    expect(item(open, id)).toMatchObject({ name: 'Facture 12.PDF', sentName: 'Facture 12.pdf' });
  });

  it('does not leave while its file is nowhere, and leaves when it is back', () => {
    const open = setUpForFollowFile();
    const id = open.put(open.purchases);
    open.take(open.purchases);
    expect(open.begin(id)).toBeNull();
    expect(item(open, id)).toMatchObject({ leftAt: null, attempts: 0, reference: null });
    open.put(open.purchases);
    expect(open.begin(id)).toMatchObject({ leftAt: open.clock.wallMs(), attempts: 1, state: { kind: 'uploading' } });
    open.journal.restart();
    open.take(open.purchases);
    expect(open.begin(id)).toMatchObject({ attempts: 2, state: { kind: 'uploading' } });
  });
});
