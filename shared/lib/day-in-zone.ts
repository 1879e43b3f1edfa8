import { DAY_MS, type WallMs, wallMs } from './duration.ts';

/** A day of the calendar: its first moment, and the first moment after it. */
export type Day = { readonly from: WallMs; readonly before: WallMs };

/** Finds the day of a moment in this time zone (IANA); in UTC if the zone is unknown here. */
export function daysIn(timeZone: string): (at: WallMs) => Day {
  const offsetAt = offsetsIn(timeZone);
  /** The moment at which clocks there show this. It is looked up twice, since the offset may change in between. */
  const momentOf = (shown: number): WallMs => wallMs(shown - offsetAt(shown - offsetAt(shown)));
  return (at) => {
    const midnight = Math.floor((at + offsetAt(at)) / DAY_MS) * DAY_MS;
    const [from, before] = [momentOf(midnight), momentOf(midnight + DAY_MS)];
    // Where clocks were changed at midnight, a day may begin a little later than computed; the moment asked about is always in it.
    return { from: wallMs(Math.min(from, at)), before: wallMs(Math.max(before, at + 1)) };
  };
}

/**
 * How far the clocks there are ahead of UTC at a moment, in milliseconds. Asking the calendar takes as long as reading a hundred rows, so it is
 * asked once a week: between two equal answers nothing changes, since no clocks are changed and changed back within a week.
 */
function offsetsIn(timeZone: string): (at: number) => number {
  const format = formatIn(timeZone);
  if (format === null) return () => 0;
  const byWeek = new Map<number, number>();
  const atWeek = (week: number): number => {
    const offset = byWeek.get(week) ?? offsetBy(format, week * WEEK_MS);
    byWeek.set(week, offset);
    return offset;
  };
  return (at) => {
    const week = Math.floor(at / WEEK_MS);
    const offset = atWeek(week);
    return offset === atWeek(week + 1) ? offset : offsetBy(format, at);
  };
}

const WEEK_MS = 7 * DAY_MS;

function offsetBy(format: Intl.DateTimeFormat, at: number): number {
  const shown = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => shown.get(type) ?? 0;
  const utc = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return utc - Math.floor(at / 1_000) * 1_000;
}

function formatIn(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
