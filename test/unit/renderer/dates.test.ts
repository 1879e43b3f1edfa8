import { describe, expect, it } from 'vitest';
import { dateOf, type Dates, datesFromAddress, datesInAddress, daysOf, spanOf } from '#renderer/documents/dates/dates.ts';

const FRIDAY = { today: '2026-11-20', locale: 'fr-FR' };

function days(dates: Dates, calendar = FRIDAY): readonly string[] {
  const { from, to } = daysOf(dates, calendar);
  return [from, to].map((day) => (day === null ? '' : dateOf(day.getTime())));
}

function daysFrom(today: string, preset: 'last-month' | 'last-quarter'): readonly string[] {
  return days({ kind: 'preset', preset }, { ...FRIDAY, today });
}

describe('a part of the calendar', () => {
  it.each([
    ['today', '2026-11-20', '2026-11-20'],
    ['this-week', '2026-11-16', '2026-11-22'],
    ['this-month', '2026-11-01', '2026-11-30'],
    ['last-month', '2026-10-01', '2026-10-31'],
    ['this-quarter', '2026-10-01', '2026-12-31'],
    ['last-quarter', '2026-07-01', '2026-09-30'],
    ['this-year', '2026-01-01', '2026-12-31'],
    ['last-year', '2025-01-01', '2025-12-31'],
  ] as const)('%s goes from %s to %s', (preset, from, to) => {
    expect(days({ kind: 'preset', preset })).toEqual([from, to]);
  });

  it('goes back over the turn of the year, and from a long month to a short one', () => {
    expect(daysFrom('2026-01-31', 'last-month')).toEqual(['2025-12-01', '2025-12-31']);
    expect(daysFrom('2026-03-31', 'last-month')).toEqual(['2026-02-01', '2026-02-28']);
    expect(daysFrom('2026-02-01', 'last-quarter')).toEqual(['2025-10-01', '2025-12-31']);
  });

  it('has weeks that begin on the day of the place', () => {
    expect(days({ kind: 'preset', preset: 'this-week' }, { ...FRIDAY, locale: 'en-US' })).toEqual(['2026-11-15', '2026-11-21']);
  });
});

describe('days of the person’s own', () => {
  it('are both included, from midnight to midnight', () => {
    const dates = { kind: 'range', from: '2026-03-28', to: '2026-03-29' } as const;
    const { from, before } = spanOf(dates, FRIDAY);
    expect([from, before]).toEqual([new Date(2026, 2, 28).getTime(), new Date(2026, 2, 30).getTime()]);
    expect(spanOf({ ...dates, to: null }, FRIDAY)).toEqual({ from });
    expect(spanOf({ ...dates, from: null }, FRIDAY)).toEqual({ before });
  });
});

describe('dates in an address', () => {
  it.each(['this-quarter', '2026-01-31..2026-02-03', '..2026-02-03', '2026-01-31..'])('%s lead back to the same', (text) => {
    const dates = datesFromAddress(text);
    expect(dates === null ? null : datesInAddress(dates)).toBe(text);
  });

  it.each([undefined, '', '..', 'next-year', '2026-02-31..', '2026-1-1..2026-01-02', '2026-01-01..2026-01-02..2026-01-03', 'x..y'])(
    '%s are none',
    (text) => {
      expect(datesFromAddress(text)).toBe(null);
    },
  );
});
