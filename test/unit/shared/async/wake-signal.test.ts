import { describe, expect, it } from 'vitest';
import type { StopSource } from '#shared/async/stop-source.ts';
import { WakeSignal } from '#shared/async/sweep-loop.ts';
import { CountedStop } from '#test/support/counted-stop.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

const REST_MS = 1_000;

function setUp() {
  const clock = virtualClock();
  const signal = new WakeSignal(clock);
  const ended: { woken: boolean; atMs: number }[] = [];
  const wait = async (stop?: StopSource): Promise<void> => {
    const woken = await signal.wait(REST_MS, stop);
    ended.push({ woken, atMs: clock.monotonicMs() });
  };
  return { clock, signal, ended, wait };
}

describe('a wake signal', () => {
  it('rests for as long as it was told to, when nobody wakes it', async () => {
    const { clock, ended, wait } = setUp();
    void wait();
    await clock.advance(REST_MS - 1);
    expect(ended).toEqual([]);
    await clock.advance(1);
    expect(ended).toEqual([{ woken: false, atMs: REST_MS }]);
  });

  it('cuts the rest short, and the next rest is a whole one', async () => {
    const { clock, signal, ended, wait } = setUp();
    void wait();
    await clock.advance(10);
    signal.wake();
    signal.wake();
    await clock.settle();
    expect(ended).toEqual([{ woken: true, atMs: 10 }]);
    void wait();
    await clock.advance(REST_MS);
    expect(ended[1]).toEqual({ woken: false, atMs: 10 + REST_MS });
  });

  it('keeps a wake that comes while nobody rests, once', async () => {
    const { clock, signal, ended, wait } = setUp();
    signal.wake();
    signal.wake();
    await wait();
    expect(ended).toEqual([{ woken: true, atMs: 0 }]);
    expect(clock.sleepers).toBe(0);
    expect(signal.take()).toBe(false);
    signal.wake();
    expect([signal.take(), signal.take()]).toEqual([true, false]);
  });

  it('does not rest once it was stopped, and leaves nothing behind at a stop that outlives it', async () => {
    const { clock, ended, wait } = setUp();
    const stop = new CountedStop();
    void wait(stop);
    expect(stop.listeners).toBe(1);
    await clock.advance(REST_MS);
    expect(stop.listeners).toBe(0);
    void wait(stop);
    await clock.advance(5);
    stop.abort();
    await clock.settle();
    await wait(stop);
    expect(ended.slice(1)).toEqual([
      { woken: false, atMs: REST_MS + 5 },
      { woken: false, atMs: REST_MS + 5 },
    ]);
  });
});
