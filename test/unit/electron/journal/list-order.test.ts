import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ItemFilter, orderedStateOf, type Sort, SORTS, STATE_ORDER } from '#shared/app-api/list/item-filter.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { daysIn } from '#shared/lib/day-in-zone.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { nameKey } from '#shared/lib/file-names.ts';
import { aCompany, aFile, aFolder, anEvent, anOpenJournal, begun, ended, item, OTHER_INTEGRATION, page } from './an-open-journal.ts';

const NAMES = ['Scan 10.pdf', 'scan 9.pdf', 'Été.pdf', 'edf.pdf', 'Zèbre.pdf', 'scan.pdf', 'Facture.pdf', 'été.pdf', 'a.pdf', 'b 2.pdf'];
const ZONE = 'Europe/Paris';

/** Ten documents, seven hours apart, in seven states of two companies; and what may happen to each. */
async function setUp() {
  const open = anOpenJournal();
  const [company, other] = [aCompany(open), aCompany(open, OTHER_INTEGRATION)];
  const folders = [aFolder(open, company), aFolder(open, company, 'sales-invoices'), aFolder(open, other, 'purchase-invoices', '/others')];
  const ids: ItemId[] = [];
  for (const [at, name] of NAMES.entries()) {
    const folder = folders[at % 3];
    if (folder === undefined) throw new Error('no folder');
    ids.push(open.journal.intake.enqueue(aFile(folder, { name, content: name, bulkArrival: at % 4 === 3 })).itemId);
    await open.clock.advance(7 * HOUR_MS);
  }
  const receive = (at: number) => {
    const itemId = ids[at] as ItemId;
    if (item(open, itemId).state.kind !== 'waiting') return;
    begun(open, itemId);
    ended(open, itemId, { kind: 'received', documentId: documentId(at) });
  };
  let seq = 0;
  const result = (at: number, documentState: 'Accepted' | 'Refused') => {
    receive(at);
    seq += 1;
    const data = { documentId: documentId(at), documentState, rejectionReason: documentState === 'Refused' ? 'flou' : null };
    page(open, [anEvent({ seq, data: { integrationId: integrationOf(open, ids[at] as ItemId), ...data } })]);
  };
  receive(0);
  result(1, 'Accepted');
  result(4, 'Refused');
  open.journal.list.putAside([ids[3] as ItemId]);
  return { ...open, company, other, ids, receive, result };
}

type Office = Awaited<ReturnType<typeof setUp>>;

function documentId(at: number) {
  return `dddddddd-1111-4111-8111-${String(at).padStart(12, '0')}` as never;
}

function integrationOf({ journal }: Pick<Office, 'journal'>, itemId: ItemId): unknown {
  return journal.companies.get(journal.items.get(itemId)?.companyId as never)?.integrationId;
}

function walk(all: Office, of: ItemFilter & { sort: Sort; limit: number }, between: () => void): readonly Item[] {
  const items: Item[] = [];
  let after: string | undefined;
  do {
    const read = all.journal.list.page({ ...of, after });
    items.push(...read.items);
    after = read.next ?? undefined;
    between();
  } while (after !== undefined);
  return items;
}

/** The same order by the domain's own words. */
function inOrder(items: readonly Item[], sort: Sort): readonly ItemId[] {
  const newest = items.toReversed();
  const keyed = (sort === 'oldest' || sort === 'name' ? items : newest).map((one) => ({
    id: one.id,
    key: sort === 'name' ? nameKey(one.name) : sort === 'state' ? STATE_ORDER.indexOf(orderedStateOf(one)) : 0,
  }));
  return keyed.toSorted((one, two) => (one.key < two.key ? -1 : one.key > two.key ? 1 : 0)).map(({ id }) => id);
}

const FILTERS: readonly ((all: Office) => ItemFilter)[] = [
  () => ({}),
  () => ({ states: ['held', 'unfit', 'waiting', 'uploading', 'awaiting', 'accepted', 'refused'] }),
  () => ({ states: ['refused', 'unfit', 'held'], asking: true, unproven: true, resolved: false }),
  () => ({ states: ['waiting'] }),
  () => ({ states: ['accepted', 'awaiting'], search: 'pdf' }),
  ({ company }) => ({ companyId: company.id }),
  () => ({ importType: 'sales-invoices' }),
  () => ({ search: 'scan' }),
  ({ clock }) => ({ from: (clock.wallMs() - 40 * HOUR_MS) as never }),
];

/** A refused document is accepted and refused again, while others come. */
const THERE_AND_BACK = [
  { what: 'accept', at: 4 },
  { what: 'come', at: 0 },
  { what: 'come', at: 0 },
  { what: 'come', at: 0 },
  { what: 'refuse', at: 4 },
] as const;

describe('a list in some order', () => {
  it('is walked in that order, in pages of any size, with each document once: by cursor, by place, and as ids', async () => {
    const all = await setUp();
    const everything = all.ids.map((itemId) => item(all, itemId));
    for (const filterOf of FILTERS) {
      const filter = filterOf(all);
      const shown = new Set(all.journal.list.page({ ...filter, limit: 100 }).items.map(({ id }) => id));
      expect(shown.size).toBeGreaterThan(0);
      for (const sort of SORTS) {
        const expected = inOrder(
          everything.filter(({ id }) => shown.has(id)),
          sort,
        );
        for (const limit of [1, 2, 3, 100]) {
          const idsBy = { cursor: walk(all, { ...filter, sort, limit }, () => undefined).map(({ id }) => id), place: [] as ItemId[] };
          for (let offset = 0; offset < expected.length; offset += limit)
            idsBy.place.push(...all.journal.list.page({ ...filter, sort, limit, offset }).items.map(({ id }) => id));
          expect(idsBy).toEqual({ cursor: expected, place: expected });
        }
        const total = expected.length;
        expect(all.journal.list.idsOf({ filter, sort, offset: 1, limit: 3 })).toEqual(expected.slice(1, 4));
        expect(all.journal.list.page({ ...filter, sort, limit: 2, offset: 1 })).toMatchObject({ total, newer: 0 });
      }
    }
  });

  it('shows each document once while others come and some change their state; in the order of states each that keeps its own', async () => {
    const steps = array(record({ what: constantFrom('come', 'receive', 'accept', 'refuse', 'allow'), at: integer({ min: 0, max: 9 }) }), {
      maxLength: 6,
    });
    await assert(
      asyncProperty(constantFrom(...SORTS), integer({ min: 1, max: 4 }), steps, async (sort, limit, happening) => {
        const all = await setUp();
        const folder = aFolder(all, all.company, 'purchase-invoices', '/more');
        const [before, top] = [all.ids.map((itemId) => item(all, itemId)), all.journal.list.page({ limit: 1 }).top ?? ''];
        const left = [...happening];
        // A document that changes its state and changes it back has moved too.
        const moved = new Set<ItemId>();
        const between = () => {
          const step = left.shift();
          if (step?.what === 'come')
            all.journal.intake.enqueue(aFile(folder, { name: `scan ${step.at}.pdf`, content: `${left.length} more` }));
          else if (step?.what === 'allow') all.journal.list.allow([all.ids[step.at] as ItemId]);
          else if (step?.what === 'receive') all.receive(step.at);
          else if (step !== undefined) all.result(step.at, step.what === 'accept' ? 'Accepted' : 'Refused');
          for (const { id, state } of before) if (sort === 'state' && item(all, id).state.kind !== state.kind) moved.add(id);
        };
        const seen = walk(all, { sort, limit, upTo: top } as never, between).map(({ id }) => id);
        const steady = new Set(all.ids.filter((id) => !moved.has(id)));
        expect(seen.filter((id) => steady.has(id))).toEqual(inOrder(before, sort).filter((id) => steady.has(id)));
        all.journal.close();
      }),
      { numRuns: 15, examples: [['state', 2, [...THERE_AND_BACK]]] },
    );
  });

  it('takes a cursor that is none for the beginning', async () => {
    const all = await setUp();
    for (const sort of SORTS) {
      const [first] = all.journal.list.page({ sort, limit: 1 }).items;
      expect(all.journal.list.page({ sort, limit: 1, after: 'nonsense' }).items).toEqual([first]);
    }
  });
});

describe('the headings of a list', () => {
  it('are the days of the time zone that is asked for, or the states, with as many documents as are below each', async () => {
    const all = await setUp();
    const dayOf = daysIn(ZONE);
    for (const filterOf of FILTERS) {
      for (const sort of SORTS) {
        const filter = filterOf(all);
        const { items, total } = all.journal.list.page({ ...filter, sort, limit: 100 });
        const groups = all.journal.list.groups({ filter, sort, timeZone: ZONE });
        expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(sort === 'name' ? 0 : total);
        const nameOf = (one: Item) => (sort === 'state' ? orderedStateOf(one) : dayOf(one.foundAt).from);
        const expected = groups.flatMap((group) =>
          Array.from({ length: group.count }, () => (group.kind === 'state' ? group.state : dayOf(group.at).from)),
        );
        expect(expected).toEqual(sort === 'name' ? [] : items.map(nameOf));
      }
    }
    expect(all.journal.list.groups({ filter: {}, timeZone: ZONE }).length).toBe(4);
  });
});
