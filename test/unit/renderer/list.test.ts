import { describe, expect, it } from 'vitest';
import { askedOf, countOf, EVERYTHING } from '#renderer/documents/list-filter.ts';
import { array, assert, integer, property } from 'fast-check';
import { layoutOf } from '#renderer/documents/list-layout.ts';
import { DAY_MS, HOUR_MS, wallMs } from '#shared/lib/duration.ts';
import { groupsBeyond, groupsOfRows } from '#renderer/documents/use-listing.ts';
import { orderedStateOf } from '#shared/app-api/list/item-filter.ts';
import { anItem } from '#test/unit/shared/domain/items.ts';
import { hitsIn } from '#renderer/documents/hits-in.ts';
import { companyIdSchema } from '#shared/domain/ids.ts';
import { lettersOf } from '#renderer/parts/company-name.tsx';
import { storyId } from '#test/support/window/window-state.ts';
import { mergeEnded } from '#renderer/overview/to-do/to-do-documents.tsx';

const KINDS = { held: 1, aside: 2, unfit: 3, waiting: 4, uploading: 5, awaiting: 6, accepted: 7, refused: 8 };
const COUNTS = { kinds: KINDS, asking: 2, unproven: 3, resolved: 5 };
const CALENDAR = { today: '2026-11-20', locale: 'fr-FR' };

describe('what is to be looked at', () => {
  it('is what is refused and open, unfit, held or unanswered for long; what was dealt with is not', () => {
    expect(askedOf({ ...EVERYTHING, show: 'needs-you' }, CALENDAR)).toEqual({
      states: ['refused', 'unfit', 'held'],
      asking: true,
      unproven: true,
      resolved: false,
    });
    expect(countOf('needs-you', COUNTS)).toBe(8 - 5 + 3 + 1 + 2 + 3);
  });

  it('is another thing than what was refused, which stays refused', () => {
    expect(askedOf({ ...EVERYTHING, show: 'refused' }, CALENDAR)).toEqual({ states: ['refused'], asking: false });
    expect([countOf('refused', COUNTS), countOf('all', COUNTS)]).toEqual([8, 34]);
  });
});

const group = (count: number) => ({ kind: 'day' as const, at: wallMs(0), count });

/** What stands in each slot, one after the other. */
function slots(counts: readonly number[], total: number): readonly string[] {
  const { slots: length, headingsIn, slotOf } = layoutOf(counts.map(group), total);
  const all = Array.from({ length }, () => '?');
  for (const { slot, index } of headingsIn(0, length)) all[slot] = `heading of ${index}`;
  for (let index = 0; index < total; index += 1) all[slotOf(index)] = `${index}`;
  return all;
}

describe('the places of rows and headings', () => {
  it('have a heading above the first row of each group', () => {
    expect(slots([2, 1], 3)).toEqual(['heading of 0', '0', '1', 'heading of 2', '2']);
    expect(slots([], 2)).toEqual(['0', '1']);
  });

  it('are right while groups and rows are of different moments: further rows belong to the last group, and no heading is without a row', () => {
    expect(slots([2], 3)).toEqual(['heading of 0', '0', '1', '2']);
    expect(slots([2, 2], 2)).toEqual(['heading of 0', '0', '1']);
    expect(slots([2, 2], 0)).toEqual([]);
  });

  it('are one for each row and heading, and are found by either', () => {
    assert(
      property(array(integer({ min: 1, max: 5 }), { maxLength: 30 }), integer({ min: -3, max: 3 }), (counts, more) => {
        const total = Math.max(0, counts.reduce((sum, count) => sum + count, 0) + more);
        const layout = layoutOf(counts.map(group), total);
        expect(slots(counts, total)).not.toContain('?');
        for (let index = 0; index < total; index += 1) {
          const slot = layout.slotOf(index);
          expect(layout.indexAt(slot)).toBe(index);
          const above = layout.headingAbove(index);
          expect(above === null ? index : layout.indexAt(above.slot)).toBe(index);
          expect(layout.headingsIn(slot - 1, slot + 1)).toEqual(above === null ? [] : [above]);
        }
      }),
    );
  });
});

const NOON = new Date(2026, 10, 20, 12).getTime();
const day = (days: number, count: number) => ({ kind: 'day' as const, at: wallMs(NOON - days * DAY_MS), count });
const rows = (...ago: readonly number[]) => ago.map((ms) => ({ ...anItem(), foundAt: wallMs(NOON - ms) }));

describe('the headings of a list', () => {
  it('follow from its rows: one for each day, in the order of the rows', () => {
    const groups = groupsOfRows(rows(0, HOUR_MS, DAY_MS, 3 * DAY_MS, 3 * DAY_MS), 'newest');
    expect(groups).toEqual([day(0, 2), day(1, 1), day(3, 2)]);
    expect(groupsOfRows(rows(0, DAY_MS), 'name')).toEqual([]);
    const shown = { kind: 'state', state: orderedStateOf(anItem()), count: 2 };
    expect(groupsOfRows(rows(0, DAY_MS), 'state')).toEqual([shown]);
  });

  it('go on below the first rows with what was counted, without a second heading for the day in between', () => {
    expect(groupsBeyond([day(0, 2), day(1, 3)], [day(0, 2), day(1, 8), day(2, 4)])).toEqual([day(0, 2), day(1, 8), day(2, 4)]);
    expect(groupsBeyond([day(0, 2)], [day(0, 2), day(1, 8)])).toEqual([day(0, 2), day(1, 8)]);
  });

  it('keep the first rows right while a count is older than they are', () => {
    expect(groupsBeyond([day(0, 3), day(1, 2)], [day(0, 2), day(1, 8)])).toEqual([day(0, 3), day(1, 7)]);
    expect(groupsBeyond([day(0, 3)], [])).toEqual([day(0, 3)]);
  });
});

it.each([
  ['Facture Métro 8812.pdf', 'metro', ['Métro']],
  ['Facture Métro 8812.pdf', 'MÉTRO fact 12', ['Fact', 'Métro', '12']],
  ['Facture Me\u0301tro.pdf', 'metro', ['Me\u0301tro']],
  ['Œuvre et cœur.pdf', 'oeu', ['Œu', 'œu']],
  ['2026-118.pdf', '2026-118', ['2026', '118']],
  ['scan.pdf', 'rien', []],
  ['scan.pdf', ' % ', []],
  ['anana', 'ana nan', ['anana']],
  ['🍕 pizza', 'pizza', ['pizza']],
])('in %s the search for %s finds %j', (text, search, found) => {
  expect(hitsIn(text, search).map(({ from, to }) => text.slice(from, to))).toEqual(found);
});

const of = (...names: readonly string[]) => [
  ...lettersOf(names.map((name, at) => ({ id: companyIdSchema.parse(storyId(at + 1)), name }))).values(),
];

describe('the letters of a company', () => {
  it('are its first one, as a capital', () => {
    expect(of('Boulangerie Marchand', 'garage de l’Étoile', 'Épicerie', '3 Suisses')).toEqual(['B', 'G', 'É', '3']);
  });

  it('are two where two companies share the first one', () => {
    expect(of('Boulangerie Marchand', 'Bois Clair', 'Garage')).toEqual(['BM', 'BC', 'G']);
    expect(of('Boucherie', 'Brasserie')).toEqual(['Bo', 'Br']);
    expect(of('A', 'Abc')).toEqual(['A', 'Ab']);
  });

  it('are what a person sees as letters, whatever the name is made of', () => {
    expect(of('« L’Atelier »', '  ', '🏪', 'e\u0301toile', 'مخبز')).toEqual(['L', '?', '🏪', 'E\u0301', 'م']);
    expect(of('<b>Bold', '"Bar"')).toEqual(['BB', 'Ba']);
  });
});

describe('what was ended', () => {
  it('stays where it was, though the list has it no more', () => {
    expect(mergeEnded(['a', 'c'], [{ id: 'b', above: ['a'] }])).toEqual(['a', 'b', 'c']);
    expect(mergeEnded(['b'], [{ id: 'a', above: [] }])).toEqual(['a', 'b']);
    expect(mergeEnded([], [{ id: 'a', above: [] }])).toEqual(['a']);
  });

  it('is not there twice while the list still has it, or has it again', () => {
    expect(mergeEnded(['a', 'b'], [{ id: 'b', above: ['a'] }])).toEqual(['a', 'b']);
  });

  it('keeps the order among several, in whichever order they were ended', () => {
    const [b, c] = [
      { id: 'b', above: ['a'] },
      { id: 'c', above: ['a', 'b'] },
    ];
    expect(mergeEnded(['a', 'd'], [c, b])).toEqual(['a', 'b', 'c', 'd']);
    expect(mergeEnded(['a', 'd'], [b, c])).toEqual(['a', 'b', 'c', 'd']);
  });

  it('stays among its neighbours when new ones come above and others go', () => {
    expect(mergeEnded(['new', 'a', 'd'], [{ id: 'c', above: ['a', 'b'] }])).toEqual(['new', 'a', 'c', 'd']);
    expect(mergeEnded(['new', 'd'], [{ id: 'c', above: ['a', 'b'] }])).toEqual(['c', 'new', 'd']);
  });
});
