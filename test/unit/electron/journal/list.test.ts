import { describe, expect, it } from 'vitest';
import type { ItemId } from '#shared/domain/ids.ts';
import { aCompany, aFile, aFolder, anOpenJournal, OTHER_INTEGRATION } from './an-open-journal.ts';

function setUp() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const ids: ItemId[] = [];
  for (let n = 0; n < 7; n += 1)
    ids.unshift(open.journal.intake.enqueue(aFile(folder, { name: `${n}`, content: `${n}`, bulkArrival: n % 2 === 0 })).itemId);
  return { ...open, company, folder, ids };
}

describe('the list', () => {
  it('comes newest first, in pages that neither repeat nor leave out, also while new ones arrive', () => {
    const all = setUp();
    const seen: ItemId[] = [];
    let after: string | undefined;
    do {
      const page = all.journal.list.page({ limit: 3, after });
      seen.push(...page.items.map(({ id }) => id));
      after = page.next ?? undefined;
      if (seen.length === 3) all.journal.intake.enqueue(aFile(all.folder, { name: 'new', content: 'new' }));
    } while (after !== undefined);
    expect(seen).toEqual(all.ids);
  });

  it('is filtered by state and company, with the total of what matches', () => {
    const all = setUp();
    const other = aCompany(all, OTHER_INTEGRATION);
    const held = all.journal.list.page({ limit: 2, states: ['held', 'unfit'], companyId: all.company.id });
    expect(held).toMatchObject({ total: 4, next: expect.any(String) });
    expect(held.items.every(({ state }) => state.kind === 'held')).toBe(true);
    expect(all.journal.list.page({ limit: 2, companyId: other.id })).toMatchObject({ items: [], total: 0, next: null });
  });

  it('takes a cursor that is none for the beginning', () => {
    const all = setUp();
    expect(all.journal.list.page({ limit: 1, after: 'nonsense' }).items[0]?.id).toBe(all.ids[0]);
  });
});

describe('a folder', () => {
  it('that is taken off the list is no longer watched, and its items stay with their places', () => {
    const all = setUp();
    expect(all.journal.intake.folder(all.folder.id)).toEqual(all.journal.intake.folders()[0]);
    expect(all.journal.folders.remove(all.folder.id)).toBe(true);
    expect(all.journal.folders.remove(all.folder.id)).toBe(false);
    expect(all.journal.intake.folders()).toEqual([]);
    expect(all.journal.intake.folder(all.folder.id)).toBe(null);
    expect(all.journal.list.detail(all.ids[0] as ItemId)?.places).toHaveLength(1);
  });

  it('keeps the identity with which it was last seen as the right one', () => {
    const all = setUp();
    const at = all.clock.wallMs();
    all.journal.folders.swept(all.folder.id, { state: 'present', identity: { volume: 'v', inode: '1' }, at });
    all.journal.folders.swept(all.folder.id, { state: 'present', identity: { volume: 'w', inode: '1@5' }, at });
    all.journal.folders.swept(all.folder.id, { state: 'swapped', identity: null, at });
    expect(all.journal.folders.folders()[0]).toMatchObject({ state: 'swapped', identity: { volume: 'w', inode: '1@5' }, lastSweptAt: at });
  });
});
