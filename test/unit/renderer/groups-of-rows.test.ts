import { describe, expect, it } from 'vitest';
import { groupsBeyond, groupsOfRows } from '#renderer/documents/use-listing.ts';
import { orderedStateOf } from '#shared/app-api/list/item-filter.ts';
import { DAY_MS, HOUR_MS, wallMs } from '#shared/lib/duration.ts';
import { anItem } from '#test/unit/shared/domain/items.ts';

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
