import { describe, expect, it } from 'vitest';
import { retryAt } from '#sandbox/webhooks/deliverer.ts';
import { wallMs } from '#shared/lib/duration.ts';

const FIRST_ATTEMPT = wallMs(1_000_000);
/** It timed out: the first failure is 10 s after the first attempt. */
const FIRST_FAILURE = wallMs(1_010_000);
const tries = (failures: number) => ({
  failures,
  firstAttemptAt: FIRST_ATTEMPT,
  firstFailureAt: FIRST_FAILURE,
  burstFrom: 'first-failure' as const,
});

describe('retryAt', () => {
  it.each([
    [1, 5_000],
    [2, 10_000],
    [3, 30_000],
    [4, 330_000],
    [5, 630_000],
  ])('after %i failures is so long after the first failure, not after the last', (failures, afterMs) => {
    expect(retryAt(tries(failures), FIRST_FAILURE)).toBe(FIRST_FAILURE + afterMs);
  });

  it('is now when a time-out has eaten its moment', () => {
    const now = wallMs(FIRST_FAILURE + 15_000);
    expect(retryAt(tries(2), now)).toBe(now);
  });

  it.each([
    [1, 5_000],
    [2, 10_000],
    [3, 30_000],
    [4, 300_000],
  ])('after %i failures is so long after the last one when the burst counts from there', (failures, afterMs) => {
    const now = wallMs(FIRST_FAILURE + 60_000);
    expect(retryAt({ ...tries(failures), burstFrom: 'last-failure' }, now)).toBe(now + afterMs);
  });

  it('is never later than 48 hours after the first attempt', () => {
    const windowEnd = FIRST_ATTEMPT + 48 * 3_600_000;
    const all = Array.from({ length: 700 }, (_, index) => retryAt(tries(index + 1), FIRST_FAILURE));
    const last = all.findIndex((at) => at === null);
    expect(all.slice(last)).toEqual(all.slice(last).map(() => null));
    expect(all[last - 1]).toSatisfy((at: number) => at <= windowEnd && at > windowEnd - 300_000);
  });
});
