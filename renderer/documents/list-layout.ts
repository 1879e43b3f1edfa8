import type { ItemGroup } from '#shared/app-api/views.ts';

/** A heading in the list: its place among rows and headings, and the first row below it. */
export type ListHeading = { readonly slot: number; readonly index: number; readonly group: ItemGroup };

/** Where rows and headings are. All are of one height, so that a place is a number: its slot, counted from the top. */
export type ListLayout = {
  readonly slots: number;
  readonly slotOf: (index: number) => number;
  /** The first row in this slot or below it. */
  readonly indexAt: (slot: number) => number;
  readonly headingsIn: (fromSlot: number, toSlot: number) => readonly ListHeading[];
  /** The heading right above this row; null if there is none. */
  readonly headingAbove: (index: number) => ListHeading | null;
};

/** Lays out a list of `total` rows. Groups and rows may be of different moments: rows that no group counts belong to the last one. */
export function layoutOf(groups: readonly ItemGroup[], total: number): ListLayout {
  const headings: ListHeading[] = [];
  let index = 0;
  for (const group of groups) {
    if (index >= total) break;
    headings.push({ slot: index + headings.length, index, group });
    index += group.count;
  }
  /** How many headings come before, by a number that grows with them. */
  const before = (isBefore: (heading: ListHeading) => boolean): number => {
    let [low, high] = [0, headings.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const heading = headings[middle];
      if (heading !== undefined && isBefore(heading)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    slots: total + headings.length,
    slotOf: (at) => at + before((heading) => heading.index <= at),
    indexAt: (slot) => {
      const above = before((heading) => heading.slot <= slot);
      return Math.max(headings[above - 1]?.index ?? 0, slot - above);
    },
    headingsIn: (from, to) =>
      headings.slice(
        before((heading) => heading.slot < from),
        before((heading) => heading.slot < to),
      ),
    headingAbove: (at) => {
      const heading = headings[before((one) => one.index <= at) - 1];
      return heading?.index === at ? heading : null;
    },
  };
}
