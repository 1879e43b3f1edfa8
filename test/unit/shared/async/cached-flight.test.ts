import { describe, expect, it } from 'vitest';
import { cachedFlight } from '#shared/async/single-flight.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

const FRESH_MS = 1_000;

describe('a cached flight', () => {
  it('shares an answer for a while from the beginning of its run', async () => {
    const clock = virtualClock();
    let runs = 0;
    const ask = cachedFlight(clock, FRESH_MS, () => {
      runs += 1;
      const answer = Promise.resolve(runs);
      return { answer, over: answer };
    });
    expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
    await clock.advance(FRESH_MS - 1);
    expect(await ask()).toBe(1);
    await clock.advance(1);
    expect(await ask()).toBe(2);
  });

  it('begins no other run while one hangs, also after its answer was given up on', async () => {
    const clock = virtualClock();
    let runs = 0;
    const over = Promise.withResolvers<void>();
    const ask = cachedFlight(clock, FRESH_MS, () => {
      runs += 1;
      return { answer: Promise.resolve('late'), over: over.promise };
    });
    expect(await ask()).toBe('late');
    await clock.advance(10 * FRESH_MS);
    expect([await ask(), runs]).toEqual(['late', 1]);
    over.reject(new Error('away'));
    await clock.settle();
    await ask();
    expect(runs).toBe(2);
  });
});
