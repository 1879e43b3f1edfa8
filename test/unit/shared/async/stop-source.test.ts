import { describe, expect, it } from 'vitest';
import { StopSource } from '#shared/async/stop-source.ts';
import { sharedTimeout, withTimeout } from '#shared/async/with-timeout.ts';
import { CountedStop } from '#test/support/until.ts';
import { virtualClock } from '#test/support/virtual-world.ts';
import { retry } from '#shared/async/retry.ts';

describe('a stop source', () => {
  it('calls every listener once, and none that was removed or came afterwards', () => {
    const stop = new StopSource();
    const told: string[] = [];
    const [first, second, third, gone] = ['first', 'second', 'third', 'gone'].map((name) => () => void told.push(name)) as [
      () => void,
      () => void,
      () => void,
      () => void,
    ];
    for (const listener of [first, gone, first, second, third]) stop.addEventListener('abort', listener);
    stop.removeEventListener('abort', gone);
    stop.abort();
    stop.abort();
    stop.addEventListener('abort', gone);
    expect(told).toEqual(['first', 'second', 'third']);
    expect(stop.aborted).toBe(true);
  });

  it('takes the place of a first listener that was removed', () => {
    const stop = new StopSource();
    const told: string[] = [];
    const first = (): void => void told.push('first');
    stop.addEventListener('abort', first);
    stop.removeEventListener('abort', first);
    stop.removeEventListener('abort', first);
    stop.addEventListener('abort', () => told.push('next'));
    stop.abort();
    expect(told).toEqual(['next']);
  });

  it('does not call a listener that an earlier one removes', () => {
    const stop = new StopSource();
    const told: string[] = [];
    const second = (): void => void told.push('second');
    stop.addEventListener('abort', () => stop.removeEventListener('abort', second));
    stop.addEventListener('abort', second);
    stop.abort();
    expect(told).toEqual([]);
  });

  it('does not call among the later ones whom another of them removes', () => {
    const stop = new StopSource();
    const told: string[] = [];
    const gone = (): void => void told.push('gone');
    stop.addEventListener('abort', () => told.push('first'));
    stop.addEventListener('abort', () => stop.removeEventListener('abort', gone));
    stop.addEventListener('abort', gone);
    stop.abort();
    expect(told).toEqual(['first']);
  });

  it('calls each once where a listener aborts again', () => {
    const stop = new StopSource();
    const told: string[] = [];
    stop.addEventListener('abort', () => stop.abort());
    stop.addEventListener('abort', () => told.push('second'));
    stop.addEventListener('abort', () => told.push('third'));
    stop.abort();
    expect(told).toEqual(['second', 'third']);
  });

  it('follows another stop until it lets go of it', () => {
    const above = new StopSource();
    const [follower, free, late] = [new StopSource(), new StopSource(), new StopSource()];
    follower.follow(above);
    free.follow(above)();
    follower.follow(undefined)();
    above.abort();
    late.follow(above)();
    expect([follower.aborted, free.aborted, late.aborted]).toEqual([true, false, true]);
  });

  it('ends a sleep of the real platform, as an AbortSignal does', () => {
    const above = new AbortController();
    const stop = new StopSource();
    stop.follow(above.signal);
    above.abort();
    expect(stop.aborted).toBe(true);
  });
});

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

function setUpForSharedTimeout() {
  const clock = virtualClock();
  const stop = new StopSource();
  const within = sharedTimeout({ clock, withinMs: WITHIN_MS, stop });
  const after = async (milliseconds: number, answer: string): Promise<string> => {
    await clock.sleep(milliseconds);
    return answer;
  };
  return { clock, stop, within, after };
}

const never = (): Promise<string> => new Promise(() => undefined);

describe('a shared time-out', () => {
  it('gives answers that come in time, and null for each that does not', async () => {
    const { clock, within, after } = setUpForSharedTimeout();
    const early = within(after(10, 'early'));
    await clock.advance(500);
    const [late, also] = [within(never()), within(after(WITHIN_MS - 1, 'just in time'))];
    await clock.advance(WITHIN_MS);
    expect(await Promise.all([early, late, also])).toEqual(['early', null, 'just in time']);
  });

  it('needs one timer for all, which ends when nobody waits any more', async () => {
    const { clock, within } = setUpForSharedTimeout();
    const waits = [within(never()), within(never()), within(Promise.resolve('at once'))];
    expect(clock.sleepers).toBe(1);
    await clock.advance(WITHIN_MS);
    expect(await Promise.all(waits)).toEqual([null, null, 'at once']);
    expect(clock.sleepers).toBe(0);
    const again = within(never());
    await clock.advance(WITHIN_MS);
    expect(await again).toBeNull();
  });

  it('tells each at its own time', async () => {
    const { clock, within } = setUpForSharedTimeout();
    const atMs: number[] = [];
    const note = async (): Promise<void> => {
      await within(never());
      atMs.push(clock.monotonicMs());
    };
    void note();
    await clock.advance(400);
    void note();
    await clock.advance(2 * WITHIN_MS);
    expect(atMs).toEqual([WITHIN_MS, WITHIN_MS + 400]);
  });

  it('leaves no timer behind after stop, once the last has its answer', async () => {
    const { clock, stop, within, after } = setUpForSharedTimeout();
    const [first, second] = [within(Promise.resolve('first')), within(after(100, 'second'))];
    stop.abort();
    expect(await first).toBe('first');
    expect(clock.sleepers).toBe(2);
    await clock.advance(100);
    expect([await second, clock.sleepers]).toEqual(['second', 0]);
    const idle = setUpForSharedTimeout();
    expect(await idle.within(Promise.resolve('answer'))).toBe('answer');
    expect(idle.clock.sleepers).toBe(1);
    idle.stop.abort();
    await idle.clock.settle();
    expect(idle.clock.sleepers).toBe(0);
  });

  it('hands on a failure', async () => {
    const { within } = setUpForSharedTimeout();
    await expect(within(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});

const REST_MS = 100;

function setUpForRetry(answers: readonly (string | null)[]) {
  const clock = virtualClock();
  const triedMs: number[] = [];
  const act = async (): Promise<string | null> => {
    triedMs.push(clock.monotonicMs());
    return answers[triedMs.length - 1] ?? null;
  };
  return { clock, triedMs, act };
}

describe('a retry', () => {
  it('tries until there is an answer', async () => {
    const { clock, triedMs, act } = setUpForRetry([null, null, 'answer']);
    const got = retry({ clock, restMs: REST_MS }, act);
    await clock.advance(2 * REST_MS);
    expect([await got, triedMs]).toEqual(['answer', [0, 100, 200]]);
    expect(clock.sleepers).toBe(0);
  });

  it('gives up when the time is over', async () => {
    const { clock, triedMs, act } = setUpForRetry([]);
    const got = retry({ clock, restMs: REST_MS, withinMs: 250 }, act);
    await clock.advance(3 * REST_MS);
    expect([await got, triedMs]).toEqual([null, [0, 100, 200]]);
  });

  it('gives up on stop, and tries nothing after it', async () => {
    const { clock, triedMs, act } = setUpForRetry([]);
    const stop = new StopSource();
    const got = retry({ clock, restMs: REST_MS, stop }, act);
    await clock.advance(REST_MS);
    stop.abort();
    expect([await got, triedMs]).toEqual([null, [0, 100]]);
  });

  it('makes one try in any case, unless it was to rest before it', async () => {
    const { clock, triedMs, act } = setUpForRetry([null, null, 'answer']);
    const stop = new StopSource();
    stop.abort();
    expect(await retry({ clock, restMs: REST_MS, stop }, act)).toBeNull();
    expect(await retry({ clock, restMs: REST_MS, firstAfterMs: REST_MS, stop }, act)).toBeNull();
    expect(triedMs).toEqual([0]);
    const got = retry({ clock, restMs: REST_MS, firstAfterMs: 50 }, act);
    await clock.advance(50 + REST_MS);
    expect([await got, triedMs]).toEqual(['answer', [0, 50, 150]]);
  });
});
