import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wallMs } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anOpenJournal } from './an-open-journal.ts';

function setUp() {
  const open = anOpenJournal();
  const folder = aFolder(open, aCompany(open));
  const { itemId } = open.journal.intake.enqueue(aFile(folder, { name: 'a' }));
  const drop = (name: string) => open.journal.intake.enqueue(aFile(folder, { name }));
  const drops = () => (open.journal.list.detail(itemId)?.drops ?? []).map(({ path }) => basename(path));
  return { ...open, folder, itemId, drop, drops };
}

describe('a content that is known', () => {
  it('is written down each time that it comes to a place where it does not lie', async () => {
    const { journal, clock, folder, drop, drops, itemId } = setUp();
    await clock.advance(1_000);
    drop('b');
    journal.intake.forget(folder.id, ['b']);
    drop('b');
    expect(drops()).toEqual(['b', 'b']);
    expect(journal.list.detail(itemId)?.drops?.[0]?.at).toBe(clock.wallMs());
    expect(journal.list.page({ limit: 5 }).drops).toMatchObject({ [itemId]: [{}, {}] });
  });

  it('that is only touched where it lies did not come again', () => {
    const { journal, folder, drops } = setUp();
    const touched = aFile(folder, { name: 'a' });
    journal.intake.enqueue({ ...touched, known: { ...touched.known, modifiedAt: wallMs(9_999) } });
    expect(drops()).toEqual([]);
  });

  it('has its last hundred times kept, and no more', () => {
    const { drop, drops } = setUp();
    for (let times = 1; times <= 130; times += 1) drop(`again-${times}`);
    expect(drops()).toHaveLength(100);
    expect([drops()[0], drops()[99]]).toEqual(['again-130', 'again-31']);
  });
});
