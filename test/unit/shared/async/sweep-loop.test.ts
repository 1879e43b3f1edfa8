import { describe, expect, it } from 'vitest';
import { SweepLoop, type SweepLoopOf, type SweepTurn } from '#shared/async/sweep-loop.ts';
import type { LogFields } from '#shared/ports/world.ts';
import { CountedStop } from '#test/support/until.ts';
import { virtualClock } from '#test/support/virtual-world.ts';

const EVERY_MS = 1_000;

function setUp(of: Partial<SweepLoopOf> = {}) {
  const clock = virtualClock();
  const looks: { atMs: number; woken: boolean }[] = [];
  const logged: LogFields[] = [];
  const note = ({ woken }: SweepTurn): void => void looks.push({ atMs: clock.monotonicMs(), woken });
  const { look = () => EVERY_MS, ...others } = of;
  const loop = new SweepLoop({
    clock,
    failed: { log: (fields) => logged.push(fields), restMs: EVERY_MS },
    ...others,
    look: (turn) => {
      note(turn);
      return look(turn);
    },
  });
  return { clock, loop, looks, logged, atMs: () => looks.map((one) => one.atMs) };
}

/** Looks that the test ends, one after the other. */
function lookings() {
  let current = Promise.withResolvers<number | null>();
  let last: SweepTurn | null = null;
  return {
    look: (turn: SweepTurn) => {
      last = turn;
      current = Promise.withResolvers();
      return current.promise;
    },
    turn: () => last,
    end: (restMs: number | null) => current.resolve(restMs),
    fail: (why: Error) => current.reject(why),
  };
}

describe('a sweep loop', () => {
  it('looks at once, then whenever the look said', async () => {
    const restsMs = [10, 20, 30];
    const { clock, loop, looks } = setUp({ look: async () => restsMs.shift() ?? EVERY_MS });
    void loop.start();
    await clock.advance(60);
    expect(looks).toEqual([0, 10, 30, 60].map((atMs) => ({ atMs, woken: false })));
    await loop.close();
  });

  it('is not started a second time', async () => {
    const { clock, loop, atMs } = setUp();
    const [first, second] = [loop.start(), loop.start()];
    expect(second).toBe(first);
    await clock.advance(EVERY_MS);
    expect(atMs()).toEqual([0, EVERY_MS]);
    await loop.close();
  });

  it('looks once more after a wake, also after one that came during the look', async () => {
    const looking = lookings();
    const { clock, loop, looks } = setUp({ look: looking.look });
    void loop.start();
    loop.wake();
    loop.wake();
    looking.end(EVERY_MS);
    await clock.settle();
    expect(looks).toEqual([
      { atMs: 0, woken: false },
      { atMs: 0, woken: true },
    ]);
    looking.end(EVERY_MS);
    await clock.advance(100);
    loop.wake();
    await clock.settle();
    expect(looks[2]).toEqual({ atMs: 100, woken: true });
    looking.end(EVERY_MS);
    await loop.close();
  });

  it('tells the first look of a wake before it, which is thereby answered', async () => {
    const { clock, loop, looks } = setUp();
    loop.wake();
    void loop.start();
    await clock.advance(EVERY_MS);
    expect(looks).toEqual([
      { atMs: 0, woken: true },
      { atMs: EVERY_MS, woken: false },
    ]);
    await loop.close();
  });

  it('keeps the least gap however often it is woken', async () => {
    const { clock, loop, atMs } = setUp({ minGapMs: 100 });
    void loop.start();
    for (let times = 0; times < 30; times += 1) {
      loop.wake();
      await clock.advance(10);
    }
    expect(atMs()).toEqual([0, 100, 200, 300]);
    await loop.close();
  });

  it('can begin with a rest, which a wake cuts short', async () => {
    const { clock, loop, looks } = setUp({ firstAfterMs: 50 });
    void loop.start();
    await clock.advance(49);
    expect(looks).toEqual([]);
    await clock.advance(1);
    expect(looks).toEqual([{ atMs: 50, woken: false }]);
    await loop.close();
    const woken = setUp({ firstAfterMs: 50 });
    void woken.loop.start();
    woken.loop.wake();
    await woken.clock.settle();
    expect(woken.looks).toEqual([{ atMs: 0, woken: true }]);
    await woken.loop.close();
  });

  it('logs what a look throws, by name and code alone, and looks again', async () => {
    const thrown: unknown[] = [new TypeError('words'), Object.assign(new Error('/home/words'), { code: 'ENOSPC' }), 'text'];
    const { clock, loop, logged, atMs } = setUp({
      look: () => {
        if (thrown.length > 0) throw thrown.shift();
        return EVERY_MS;
      },
    });
    void loop.start();
    await clock.advance(3 * EVERY_MS);
    expect(atMs()).toEqual([0, EVERY_MS, 2 * EVERY_MS, 3 * EVERY_MS]);
    expect(logged).toEqual([{ error: 'TypeError' }, { error: 'Error', code: 'ENOSPC' }, { error: 'unknown' }]);
    await loop.close();
  });

  it('rests after a failure for as long as is said then', async () => {
    let restMs = 10;
    const log = (): void => {
      restMs *= 2;
    };
    const { clock, loop, atMs } = setUp({
      look: () => {
        throw new Error('always');
      },
      failed: { log, restMs: () => restMs },
    });
    void loop.start();
    await clock.advance(60);
    expect(atMs()).toEqual([0, 20, 60]);
    await loop.close();
  });

  it('waits at its close for the look under way, tells it to stop, and says nothing of what it throws then', async () => {
    const looking = lookings();
    const { clock, loop, logged, atMs } = setUp({ look: looking.look, minGapMs: 5 });
    void loop.start();
    const seen: string[] = [];
    const close = async (): Promise<void> => {
      await loop.close();
      seen.push('closed');
    };
    const closed = close();
    await clock.settle();
    seen.push(looking.turn()?.stop.aborted === true ? 'told to stop' : 'told nothing');
    looking.fail(new Error('the journal is closed'));
    await closed;
    await clock.advance(10 * EVERY_MS);
    expect([seen, logged, atMs(), clock.sleepers]).toEqual([['told to stop', 'closed'], [], [0], 0]);
  });

  it('is closed from outside too, also before its first look, and lets go of that stop when it ends', async () => {
    const stop = new CountedStop();
    const { clock, loop, atMs } = setUp({ stop });
    const ended = loop.start();
    await clock.advance(EVERY_MS);
    stop.abort();
    await ended;
    expect(atMs()).toEqual([0, EVERY_MS]);
    const lasting = new CountedStop();
    const left = setUp({ stop: lasting });
    void left.loop.start();
    expect(lasting.listeners).toBe(1);
    await left.loop.close();
    expect(lasting.listeners).toBe(0);
    const never = setUp({ stop });
    await never.loop.start();
    await never.loop.close();
    expect(never.looks).toEqual([]);
    const early = setUp({ firstAfterMs: 50 });
    void early.loop.start();
    await early.loop.close();
    expect([early.looks, early.clock.sleepers]).toEqual([[], 0]);
  });

  it('is ended by a look, and can be started anew', async () => {
    const { clock, loop, atMs } = setUp({ look: () => null, firstAfterMs: 50 });
    const ended = loop.start();
    await clock.advance(50);
    await ended;
    await clock.advance(EVERY_MS);
    expect([atMs(), clock.sleepers]).toEqual([[50], 0]);
    void loop.start();
    await clock.advance(50);
    expect(atMs()).toEqual([50, EVERY_MS + 100]);
  });

  it('looks again where a start came before the look that ends it was over', async () => {
    const looking = lookings();
    const { clock, loop, atMs } = setUp({ look: looking.look });
    void loop.start();
    void loop.start();
    looking.end(null);
    await clock.settle();
    expect(atMs()).toEqual([0, 0]);
    looking.end(null);
    await clock.settle();
    expect(atMs()).toEqual([0, 0]);
  });
});
