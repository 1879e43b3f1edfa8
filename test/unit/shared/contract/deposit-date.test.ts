import { describe, expect, it } from 'vitest';
import { depositDate } from '#shared/domain/item/outcome.ts';

const AT = Date.UTC(2026, 2, 12, 8, 30);

describe('the date of an existing import, in whatever shape the service gives it,', () => {
  it.each([
    ['2026-03-12T08:30:00Z', AT],
    ['2026-03-12T08:30:00.000+00:00', AT],
    ['2026-03-12T09:30:00+01:00', AT],
    ['2026-03-12T08:30:00', AT],
    ['2026-03-12 08:30:00', AT],
    ['2026-03-12', Date.UTC(2026, 2, 12)],
    [AT, AT],
    [AT / 1_000, AT],
    [String(AT), AT],
    [String(AT / 1_000), AT],
  ])('is read: %j', (value, at) => {
    expect(depositDate(value)).toBe(at);
  });

  it.each([[undefined], [null], [''], ['yesterday'], ['12/03/2026 à midi'], [-1], [Number.NaN], [{}], [[AT]], [true]])(
    'is nothing: %j',
    (value) => {
      expect(depositDate(value)).toBeNull();
    },
  );
});
