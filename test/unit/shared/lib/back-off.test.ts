import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOffMs } from '#shared/lib/back-off.ts';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('backOffMs', () => {
  it('doubles from 2 s to 15 minutes, and stays there', () => {
    const ceilings = [1, 2, 3, 8, 9, 10, 11, 1_000].map((attempts) => backOffMs(attempts, 0.999_999_999) / 1_000);
    expect(ceilings.map(Math.round)).toEqual([2, 4, 8, 256, 512, 900, 900, 900]);
  });

  it('waits between half and all of it', () => {
    expect([backOffMs(1, 0), backOffMs(1, 0.5), backOffMs(20, 0)]).toEqual([1_000, 1_500, 450_000]);
  });

  it('stays within its bounds for any number of attempts', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 1e9 }), chance, (attempts, fraction) => {
        const waitMs = backOffMs(attempts, fraction);
        expect(waitMs).toSatisfy((ms: number) => Number.isInteger(ms) && ms >= 1_000 && ms <= 900_000);
      }),
    );
  });

  it('takes other bounds', () => {
    expect([backOffMs(1, 0, { firstMs: 100, mostMs: 250 }), backOffMs(9, 0, { firstMs: 100, mostMs: 250 })]).toEqual([50, 125]);
  });
});
