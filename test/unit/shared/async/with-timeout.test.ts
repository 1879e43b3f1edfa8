import { describe, expect, it } from 'vitest';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { CountedStop } from '#test/support/counted-stop.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

const WITHIN_MS = 1_000;

function setUp() {
  const clock = virtualClock();
  const stop = new CountedStop();
  let lates = 0;
  const late = (): string => {
    lates += 1;
    return 'late';
  };
  const after = async <T>(milliseconds: number, answer: () => T): Promise<T> => {
    await clock.sleep(milliseconds);
    return answer();
  };
  const of = { clock, withinMs: WITHIN_MS, late };
  return { clock, stop, after, of, lates: () => lates };
}

const failing = (): never => {
  throw new Error('broken');
};

describe('a time-out', () => {
  it('gives the answer that comes in time, and leaves no timer behind', async () => {
    const { clock, after, of, lates } = setUp();
    const given = withTimeout(
      after(10, () => 'answer'),
      of,
    );
    await clock.advance(10);
    expect(await given).toBe('answer');
    expect([clock.sleepers, lates()]).toEqual([0, 0]);
    expect(await withTimeout(Promise.resolve('at once'), of)).toBe('at once');
  });

  it('gives what is said to be late when the time is over', async () => {
    const { clock, after, of } = setUp();
    const given = withTimeout(
      after(WITHIN_MS + 1, () => 'answer'),
      of,
    );
    await clock.advance(WITHIN_MS);
    expect(await given).toBe('late');
  });

  it('hands on a failure that comes in time, and nobody hears of a late one', async () => {
    const { clock, after, of, lates } = setUp();
    const early = withTimeout(after(10, failing), of).catch((error: Error) => error.message);
    await clock.advance(10);
    expect([await early, lates(), clock.sleepers]).toEqual(['broken', 0, 0]);
    const late = withTimeout(after(2 * WITHIN_MS, failing), of);
    await clock.advance(2 * WITHIN_MS);
    expect(await late).toBe('late');
  });

  it('ends early on stop, and lets go of it when it ends', async () => {
    const { clock, stop, after, of } = setUp();
    const answered = withTimeout(Promise.resolve('answer'), { ...of, stop });
    expect([await answered, stop.listeners]).toEqual(['answer', 0]);
    const given = withTimeout(
      after(WITHIN_MS / 2, () => 'answer'),
      { ...of, stop },
    );
    stop.abort();
    await clock.settle();
    expect(await given).toBe('late');
  });
});
