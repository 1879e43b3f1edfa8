import { describe, expect, it } from 'vitest';
import { daysIn } from '#shared/lib/day-in-zone.ts';
import { wallMs } from '#shared/lib/duration.ts';

const at = (moment: string) => wallMs(Date.parse(moment));
const dayOf = (zone: string, moment: string) => {
  const { from, before } = daysIn(zone)(at(moment));
  return [new Date(from).toISOString(), new Date(before).toISOString()];
};

describe('the day of a moment', () => {
  it.each([
    ['Europe/Paris', '2026-11-20T22:59:59Z', '2026-11-19T23:00:00.000Z', '2026-11-20T23:00:00.000Z'],
    ['Europe/Paris', '2026-11-20T23:00:00Z', '2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
    ['America/Los_Angeles', '2026-07-01T02:00:00Z', '2026-06-30T07:00:00.000Z', '2026-07-01T07:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2025-12-31T18:15:00.000Z', '2026-01-01T18:15:00.000Z'],
    ['UTC', '1969-12-31T23:59:59.999Z', '1969-12-31T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
  ])('in %s is the one that its calendar shows', (zone, moment, from, before) => {
    expect(dayOf(zone, moment)).toEqual([from, before]);
  });

  it('has 23 hours when summer time begins, and 25 when it ends', () => {
    expect(dayOf('Europe/Paris', '2026-03-29T10:00:00Z')).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z']);
    expect(dayOf('Europe/Paris', '2026-10-25T00:30:00Z')).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z']);
  });

  it('contains the moment also where clocks are changed at midnight', () => {
    for (let hour = 0; hour < 72; hour += 1) {
      const moment = wallMs(at('2026-09-05T00:00:00Z') + hour * 3_600_000);
      const { from, before } = daysIn('America/Santiago')(moment);
      expect(moment).toBeGreaterThanOrEqual(from);
      expect(moment).toBeLessThan(before);
    }
  });

  it('is that of UTC in a zone that is none', () => {
    expect(dayOf('Nowhere/None', '2026-11-20T22:00:00Z')).toEqual(['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z']);
  });
});
