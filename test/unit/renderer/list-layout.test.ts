import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutOf } from '#renderer/documents/list-layout.ts';
import { wallMs } from '#shared/lib/duration.ts';

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
