import { describe, expect, it } from 'vitest';
import { cachedFlight, coalesce, once, singleFlight, throttle, type ThrottleOf } from '#shared/async/single-flight.ts';
import { virtualClock } from '#test/support/virtual-world.ts';
import { unhandledDuring } from '#test/support/until.ts';
import { StopSource } from '#shared/async/stop-source.ts';

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

describe('a single flight', () => {
  it('shares one run among all who call meanwhile, and runs anew after it', async () => {
    let runs = 0;
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
    const fly = singleFlight(() => {
      runs += 1;
      return answers[runs - 1]?.promise ?? Promise.resolve('none');
    });
    const both = [fly(), fly()];
    answers[0].resolve('first');
    expect(await Promise.all(both)).toEqual(['first', 'first']);
    const third = fly();
    answers[1].resolve('second');
    expect([await third, runs]).toEqual(['second', 2]);
  });

  it('shares a failure too, and forgets it', async () => {
    let runs = 0;
    const fly = singleFlight(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('away')) : Promise.resolve('there');
    });
    const both = await Promise.allSettled([fly(), fly()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([await fly(), runs]).toEqual(['there', 2]);
  });
});

describe('what runs once', () => {
  it('begins with the first call, and shares its answer with all later ones', async () => {
    let runs = 0;
    const ask = once(async () => (runs += 1));
    expect(runs).toBe(0);
    expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
    expect(await ask()).toBe(1);
  });
});

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

const EVERY_MS = 100;

function setUp(edge: ThrottleOf['edge'], takesMs = 0) {
  const clock = virtualClock();
  const stop = new StopSource();
  const begun: number[] = [];
  const throttled = throttle({ clock, everyMs: EVERY_MS, edge, stop }, async () => {
    begun.push(clock.monotonicMs());
    if (takesMs > 0) await clock.sleep(takesMs);
  });
  return { clock, stop, begun, call: () => throttled.call(), idle: () => throttled.idle() };
}

describe('a throttle', () => {
  it('with a leading edge runs at once, then at most once in a while, and last after the last call', async () => {
    const { clock, begun, call } = setUp('leading');
    for (let times = 0; times < 25; times += 1) {
      call();
      await clock.advance(10);
    }
    expect(begun).toEqual([0, 100, 200]);
    await clock.advance(EVERY_MS);
    expect(begun).toEqual([0, 100, 200, 300]);
    await clock.advance(10 * EVERY_MS);
    call();
    expect(begun.slice(4)).toEqual([clock.monotonicMs()]);
  });

  it('with a leading edge runs a lone call once, and nothing at once until the while is over', async () => {
    const { clock, begun, call } = setUp('leading');
    call();
    await clock.advance(EVERY_MS - 1);
    call();
    expect(begun).toEqual([0]);
    await clock.advance(1);
    expect(begun).toEqual([0, EVERY_MS]);
  });

  it('with a trailing edge makes one run of a burst, a while after its first call', async () => {
    const { clock, begun, call } = setUp('trailing');
    call();
    await clock.advance(50);
    call();
    await clock.advance(49);
    expect(begun).toEqual([]);
    await clock.advance(1);
    expect(begun).toEqual([EVERY_MS]);
    await clock.advance(EVERY_MS);
    expect([begun, clock.sleepers]).toEqual([[EVERY_MS], 0]);
    call();
    await clock.advance(EVERY_MS);
    expect(begun).toEqual([EVERY_MS, 3 * EVERY_MS]);
  });

  it('never runs twice at a time, and answers a call during a run by one more', async () => {
    const { clock, begun, call } = setUp('trailing', 500);
    call();
    await clock.advance(200);
    call();
    await clock.advance(1_000);
    expect(begun).toEqual([100, 700]);
  });

  it('runs nothing any more once it was stopped', async () => {
    for (const edge of ['leading', 'trailing'] as const) {
      const { clock, stop, begun, call, idle } = setUp(edge);
      call();
      call();
      const before = begun.length;
      stop.abort();
      await idle();
      call();
      await clock.advance(10 * EVERY_MS);
      expect([begun.length, clock.sleepers]).toEqual([before, 0]);
    }
  });

  it('says when nothing is under way', async () => {
    const { clock, begun, call, idle } = setUp('trailing', 50);
    await idle();
    call();
    let idleAtMs = 0;
    const wait = async (): Promise<void> => {
      await idle();
      idleAtMs = clock.monotonicMs();
    };
    const waited = wait();
    await clock.advance(10 * EVERY_MS);
    await waited;
    expect([begun, idleAtMs]).toEqual([[EVERY_MS], EVERY_MS + 50]);
  });
});
