import { array, assert, asyncProperty, constantFrom, integer } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemFilter } from '#shared/app-api/list/item-filter.ts';
import { isResolved, mayAllow, mayPutAside, mayPutBack, mayResolve, maySendAgain } from '#shared/domain/item/aside.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { HOUR_MS, plus } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anEvent, anOpenJournal, begun, item, page, OTHER_INTEGRATION } from './an-open-journal.ts';

const NUMBER = 'dddddddd-1111-4111-8111-000000000001';
const NAMES = ['Facture Métro 8812.pdf', 'facture-edf_nov.pdf', 'Œuvre.pdf', 'Vente 2026-118.pdf', '100% _x.pdf'];

/** Five documents, an hour apart: the fourth is a sale, the last belongs to another company, the first was refused. */
async function setUp() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const other = aCompany(open, OTHER_INTEGRATION);
  open.journal.companies.changeCompany(other.id, { name: 'Garage de l’Étoile' });
  const folders = [aFolder(open, company), aFolder(open, company, 'sales-invoices'), aFolder(open, other, 'purchase-invoices', '/others')];
  const ids: ItemId[] = [];
  for (const [at, name] of NAMES.entries()) {
    const folder = folders[at === 3 ? 1 : at === 4 ? 2 : 0];
    if (folder === undefined) throw new Error('no folder');
    ids.push(open.journal.intake.enqueue(aFile(folder, { name, content: name, bulkArrival: at === 2 })).itemId);
    await open.clock.advance(HOUR_MS);
  }
  const [first] = ids as [ItemId];
  const reference = begun(open, first);
  const result = { documentId: NUMBER, externalReference: reference, documentState: 'Refused', rejectionReason: 'flou' };
  page(open, [anEvent({ seq: 1, data: result })]);
  const shown = (filter: ItemFilter) => open.journal.list.page({ ...filter, limit: 10 }).items.map(({ name }) => name);
  return { ...open, company, other, ids, first, reference, shown };
}

describe('a search', () => {
  it.each([
    ['METRO', ['Facture Métro 8812.pdf']],
    ['nov edf', ['facture-edf_nov.pdf']],
    ['facture', ['facture-edf_nov.pdf', 'Facture Métro 8812.pdf']],
    ['oeuvre', ['Œuvre.pdf']],
    ['2026-118', ['Vente 2026-118.pdf']],
    ['%', NAMES.toReversed()],
    ['100%', ['100% _x.pdf']],
    ["edf' OR 1=1", []],
    ['metro edf', []],
    ['DDDDDDDD-1111', ['Facture Métro 8812.pdf']],
    [NUMBER, ['Facture Métro 8812.pdf']],
    ['dddddddd-2', []],
    [NUMBER.replaceAll('-', ''), ['Facture Métro 8812.pdf']],
    ['dddddd', ['Facture Métro 8812.pdf']],
    ['DDDDDDDD1111 metro', ['Facture Métro 8812.pdf']],
    ['metro dddddddd-2', []],
    ['ddddd', []],
    ['garage', ['100% _x.pdf']],
    ['Garage PDF', ['100% _x.pdf']],
    ['garage metro', []],
    ['boulangerie métro', ['Facture Métro 8812.pdf']],
  ])('for %s finds by words of the name and the company, without case and accents, or by the number', async (search, names) => {
    expect((await setUp()).shown({ search })).toEqual(names);
  });

  it('finds by a reference and by its beginning, and by a number of an earlier sending', async () => {
    const all = await setUp();
    expect(all.shown({ search: all.reference })).toEqual([NAMES[0]]);
    expect(all.shown({ search: all.reference.slice(0, 20).toUpperCase() })).toEqual([NAMES[0]]);
    expect(all.shown({ search: `metro ${all.reference.slice(0, 20)}` })).toEqual([NAMES[0]]);
    expect(all.shown({ search: `edf ${all.reference.slice(0, 20)}` })).toEqual([]);
    all.journal.delivery.sendAgain(item(all, all.first), all.clock.wallMs());
    expect(item(all, all.first).state.kind).toBe('waiting');
    expect(all.shown({ search: NUMBER })).toEqual([NAMES[0]]);
  });
});

describe('a document with a number of the user’s own', () => {
  it('is found by that, together with words of the name, and says so where its name does not', async () => {
    const all = await setUp();
    const [, id] = all.ids as [ItemId, ItemId];
    const [folder] = all.journal.folders.folders();
    if (folder === undefined) throw new Error('no folder');
    const [given, { companyId, importType }] = [aFile(folder, { name: NAMES[1] ?? '', content: NAMES[1] ?? '' }), folder];
    const said = { corrects: null, note: null, ownNumber: 'FAC-2026/118', by: null };
    all.journal.givenFiles.keep({ companyId, importType, sha256: given.inspected.sha256 ?? '' }, said);
    expect(all.journal.intake.enqueue(given).itemId).toBe(id);
    for (const search of ['fac-2026', '118 EDF', '2026/118']) expect(all.shown({ search })).toContain('facture-edf_nov.pdf');
    expect(all.shown({ search: '118 edf' })).toEqual(['facture-edf_nov.pdf']);
    expect(all.shown({ search: '119 edf' })).toEqual([]);
    const found = (search: string) => all.journal.list.page({ search, limit: 5 }).found;
    expect(found('edf 118')).toEqual({ [id]: { kind: 'own-number', value: 'FAC-2026/118' } });
    expect(found('edf')).toBeUndefined();
  });
});

describe('what was found by a number or a reference', () => {
  it('says by which of them, also by the number of an earlier sending; what was found by its name alone says nothing', async () => {
    const all = await setUp();
    const found = (search: string) => all.journal.list.page({ search, limit: 5 }).found;
    const stem = all.reference.slice(0, -2);
    expect(found('dddddddd1111')).toEqual({ [all.first]: { kind: 'number', value: NUMBER } });
    expect(found(`metro ${all.reference.slice(0, 12)}`)).toEqual({ [all.first]: { kind: 'reference', value: stem } });
    expect(found('metro')).toBe(undefined);
    all.journal.delivery.sendAgain(item(all, all.first), all.clock.wallMs());
    expect(found('dddddd')).toEqual({ [all.first]: { kind: 'number', value: NUMBER } });
  });
});

describe('a filter', () => {
  it('is by company, type and the time found, each and together with a state and a search', async () => {
    const all = await setUp();
    const now = all.clock.wallMs();
    expect(all.shown({ companyId: all.other.id })).toEqual([NAMES[4]]);
    expect(all.shown({ importType: 'sales-invoices' })).toEqual([NAMES[3]]);
    expect(all.shown({ from: plus(now, -2 * HOUR_MS) })).toEqual([NAMES[4], NAMES[3]]);
    expect(all.shown({ from: plus(now, -4 * HOUR_MS), before: plus(now, -2 * HOUR_MS) })).toEqual([NAMES[2], NAMES[1]]);
    expect(all.shown({ companyId: all.company.id, states: ['held', 'accepted'], search: 'oeuvre' })).toEqual([NAMES[2]]);
    expect(all.shown({ companyId: all.company.id, states: ['waiting'], importType: 'purchase-invoices' })).toEqual([NAMES[1]]);
  });

  it('still finds what a removed company left', async () => {
    const all = await setUp();
    all.journal.companies.remove(all.other.id, all.clock.wallMs(), { forget: false });
    expect(all.shown({ companyId: all.other.id, search: '100' })).toEqual([NAMES[4]]);
  });

  it('says how many there are of each kind', async () => {
    const all = await setUp();
    const counts = all.journal.list.countOf({ companyId: all.company.id, search: 'pdf' });
    expect(counts).toEqual({
      asking: 0,
      unproven: 0,
      resolved: 0,
      kinds: expect.objectContaining({ held: 1, refused: 1, waiting: 2 }),
    });
  });
});

describe('what is chosen', () => {
  it('says what can be done with it by the very rules of the domain', async () => {
    const all = await setUp();
    const everything = all.ids.map((itemId) => item(all, itemId));
    const able = (may: (one: Item) => boolean) => everything.filter(may).map(({ id }) => id);
    for (const chosen of [
      { kind: 'items' as const, itemIds: all.ids },
      { kind: 'filter' as const, filter: {} },
    ]) {
      const view = all.journal.list.chosen(chosen);
      expect(view).toMatchObject({
        sendAgain: able(maySendAgain),
        allow: able(mayAllow),
        putAside: able(mayPutAside),
        putBack: able(mayPutBack),
      });
      expect(view).toMatchObject({ resolve: able(mayResolve), unresolve: able(isResolved) });
      expect(view.sendAgain).toEqual([all.first]);
      expect(view.kinds).toMatchObject({ waiting: 3, held: 1, refused: 1 });
    }
  });

  it('says the same of a refusal that was dealt with', async () => {
    const all = await setUp();
    all.journal.resolved.resolve([all.first]);
    const dealtWith = item(all, all.first);
    const view = all.journal.list.chosen({ kind: 'filter', filter: {} });
    expect([maySendAgain(dealtWith), mayResolve(dealtWith), isResolved(dealtWith)]).toEqual([false, false, true]);
    expect(view).toMatchObject({ sendAgain: [], resolve: [], unresolve: [all.first], kinds: { refused: 1 } });
  });

  it('leaves out what came after it was chosen, and what was taken out again', async () => {
    const all = await setUp();
    const top = all.journal.list.page({ limit: 2 }).top ?? '';
    all.journal.intake.enqueue(aFile(aFolder(all, all.company, 'purchase-invoices', '/more'), { name: 'new', content: 'new' }));
    const names = (of: Parameters<typeof all.journal.list.chosenPage>[0]) =>
      all.journal.list.chosenPage(of, null, 10).items.map(({ name }) => name);
    expect(names({ kind: 'filter', filter: {}, upTo: top, except: [all.first] })).toEqual(NAMES.slice(1).toReversed());
    expect(all.journal.list.chosen({ kind: 'filter', filter: {}, upTo: top, except: [all.first] }).sendAgain).toEqual([]);
    const stretch = { filter: { states: ['waiting' as const] }, upTo: top, offset: 1, limit: 2 };
    expect(all.journal.list.idsOf(stretch)).toEqual([all.ids[3], all.ids[1]]);
  });
});

describe('a list that is read while it changes', () => {
  it('shows no document twice and leaves none out, by cursor and by place, whatever comes and goes meanwhile', async () => {
    await assert(
      asyncProperty(integer({ min: 1, max: 4 }), array(constantFrom('come', 'change', 'look'), { maxLength: 12 }), async (limit, steps) => {
        const all = await setUp();
        const folder = aFolder(all, all.company, 'purchase-invoices', '/more');
        const first = all.journal.list.page({ limit });
        const [byCursor, byPlace] = [first.items.map(({ id }) => id), first.items.map(({ id }) => id)];
        let next = first.next;
        const look = () => {
          if (next === null) return;
          const read = all.journal.list.page({ limit, after: next });
          byCursor.push(...read.items.map(({ id }) => id));
          next = read.next;
          const place = all.journal.list.page({ limit, upTo: first.top ?? '', offset: byPlace.length });
          byPlace.push(...place.items.map(({ id }) => id));
        };
        for (const [at, step] of steps.entries()) {
          if (step === 'come') all.journal.intake.enqueue(aFile(folder, { name: `${at}`, content: `${at} more` }));
          else if (step === 'change') all.journal.list.allow(all.ids);
          else look();
        }
        for (let left = 0; left < 6; left += 1) look();
        expect(byCursor).toEqual(all.ids.toReversed());
        expect(byPlace).toEqual(byCursor);
        const come = steps.filter((step) => step === 'come').length;
        expect(all.journal.list.page({ limit, upTo: first.top ?? '' })).toMatchObject({ total: 5, newer: come });
        all.journal.close();
      }),
      { numRuns: 15 },
    );
  });
});
