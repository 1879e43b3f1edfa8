import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Journal } from '#electron/journal/open-journal.ts';
import { NO_CONVERSIONS } from '#shared/domain/folder/folder-conversions.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { foundTiff, tick } from '#test/unit/electron/delivery/conversion/an-unfit-scan.ts';
import { aProfile } from './a-profile.ts';
import { aCompany, aFile, aFolder, anOpenJournal, item } from './an-open-journal.ts';

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
