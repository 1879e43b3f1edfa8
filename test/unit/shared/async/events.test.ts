import { describe, expect, it } from 'vitest';
import { Emitter, OnceEmitter } from '#shared/async/emitter.ts';
import { CountedStop } from '#test/support/until.ts';
import type { StopSource } from '#shared/async/stop-source.ts';
import { WakeSignal } from '#shared/async/sweep-loop.ts';
import { virtualClock } from '#test/support/virtual-world.ts';

describe('an emitter', () => {
  it('tells everybody who subscribed, in that order, what there is to tell', () => {
    const emitter = new Emitter<[number, string]>();
    const told: unknown[] = [];
    emitter.subscribe((...what) => told.push(['first', ...what]));
    emitter.subscribe((...what) => told.push(['second', ...what]));
    emitter.emit(1, 'one');
    expect(told).toEqual([
      ['first', 1, 'one'],
      ['second', 1, 'one'],
    ]);
  });

  it('tells a function that subscribed twice two times, and once less for each unsubscribing', () => {
    const emitter = new Emitter();
    let times = 0;
    const count = (): void => {
      times += 1;
    };
    const [first, second] = [emitter.subscribe(count), emitter.subscribe(count)];
    emitter.emit();
    first();
    first();
    emitter.emit();
    second();
    emitter.emit();
    expect(times).toBe(3);
  });

  it('holds out who comes and goes while it tells', () => {
    const emitter = new Emitter();
    const told: string[] = [];
    emitter.subscribe(() => {
      told.push('first');
      leave();
      emitter.subscribe(() => told.push('new'));
    });
    const leave = emitter.subscribe(() => told.push('gone'));
    emitter.subscribe(() => told.push('last'));
    emitter.emit();
    expect(told).toEqual(['first', 'last']);
    emitter.emit();
    expect(told).toEqual(['first', 'last', 'first', 'last', 'new']);
  });

  it('can be awaited, and forgets who was told or has stopped', async () => {
    const emitter = new Emitter();
    const stop = new CountedStop();
    const told: string[] = [];
    const next = async (name: string, until?: CountedStop): Promise<void> => {
      await emitter.next(until);
      told.push(name);
    };
    const [plain, stoppable] = [next('plain'), next('stoppable', stop)];
    await Promise.resolve();
    expect(told).toEqual([]);
    emitter.emit();
    await Promise.all([plain, stoppable]);
    emitter.emit();
    expect(stop.listeners).toBe(0);
    const stopped = next('stopped', stop);
    stop.abort();
    await stopped;
    await next('already', stop);
    emitter.emit();
    expect(told).toEqual(['plain', 'stoppable', 'stopped', 'already']);
  });
});

describe('an event that happens only once', () => {
  it('calls whoever subscribed before, only once', () => {
    const event = new OnceEmitter();
    const calls: string[] = [];
    event.subscribe(() => calls.push('a'));
    event.subscribe(() => calls.push('b'));
    expect(calls).toEqual([]);
    event.emit();
    event.emit();
    expect(calls).toEqual(['a', 'b']);
  });

  it('calls whoever subscribes later at once', () => {
    const event = new OnceEmitter();
    event.emit();
    const calls: string[] = [];
    event.subscribe(() => calls.push('late'));
    expect(calls).toEqual(['late']);
    event.emit();
    expect(calls).toEqual(['late']);
  });
});

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
