import { describe, expect, it } from 'vitest';
import { coalesce } from '#shared/async/single-flight.ts';
import { unhandledDuring } from '#test/support/unhandled-during.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

describe('coalesce', () => {
  it('runs at once, and once more for whatever was called during a run', async () => {
    const clock = virtualClock();
    const begun: number[] = [];
    const call = coalesce(async () => {
      begun.push(clock.monotonicMs());
      await clock.sleep(10);
    });
    call();
    expect(begun).toEqual([0]);
    call();
    call();
    await clock.advance(10);
    expect(begun).toEqual([0, 10]);
    await clock.advance(100);
    expect(begun).toEqual([0, 10]);
    call();
    expect(begun).toEqual([0, 10, 110]);
  });

  it('does not stand still after a run that failed', async () => {
    const clock = virtualClock();
    let runs = 0;
    const call = coalesce(() => {
      runs += 1;
      return Promise.reject(new Error('a bug'));
    });
    const unhandled = await unhandledDuring(async () => {
      call();
      await clock.settle();
      call();
      await clock.settle();
    });
    expect([runs, unhandled.length]).toEqual([2, 2]);
  });
});
