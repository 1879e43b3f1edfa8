import { type WallMs, wallMs } from '#shared/lib/duration.ts';

/** A span of time that one bar stands for; `before`: everything before `start` is meant, which is the first of the next month shown. */
export type Span = { readonly start: WallMs; readonly month: WallMs; readonly isBefore: boolean };

/** With more bars their names would not fit. */
const MONTHS_MAX = 11;

/** The months of the files in the person's time zone, up to that of the newest; older ones are one span, the first. */
export function monthsOf({ oldest, newest }: { readonly oldest: WallMs; readonly newest: WallMs }): readonly Span[] {
  const months: WallMs[] = [];
  const day = firstOf(newest);
  while (months.length < MONTHS_MAX) {
    months.unshift(wallMs(day.getTime()));
    if (day.getTime() <= oldest) break;
    day.setMonth(day.getMonth() - 1);
  }
  const [first = newest] = months;
  const before = oldest < first ? [{ start: oldest, month: first, isBefore: true }] : [];
  return [...before, ...months.map((start) => ({ start, month: start, isBefore: false }))];
}

function firstOf(at: WallMs): Date {
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth(), 1);
}
