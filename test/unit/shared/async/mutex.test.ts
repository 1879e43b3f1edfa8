import { describe, expect, it } from 'vitest';
import { Mutex } from '#shared/async/semaphore.ts';
import { unhandledDuring } from '#test/support/unhandled-during.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

describe('a mutex', () => {
  it('runs one after the other, in the order of asking', async () => {
    const clock = virtualClock();
    const mutex = new Mutex();
    const seen: string[] = [];
    const slow = async (name: string, milliseconds: number): Promise<string> => {
      seen.push(`${name} begins`);
      await clock.sleep(milliseconds);
      seen.push(`${name} ends`);
      return name;
    };
    const all = Promise.all([mutex.run(() => slow('a', 50)), mutex.run(() => slow('b', 10)), mutex.run(() => 'at once')]);
    await clock.advance(60);
    expect(await all).toEqual(['a', 'b', 'at once']);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('tells a failure to its own caller, and goes on', async () => {
    const mutex = new Mutex();
    const failed = mutex.run(() => {
      throw new Error('mine');
    });
    const rejected = mutex.run(() => Promise.reject(new Error('also mine')));
    const good = mutex.run(() => 'good');
    await expect(failed).rejects.toThrow('mine');
    await expect(rejected).rejects.toThrow('also mine');
    expect(await good).toBe('good');
  });

  it('hides no failure that nobody listens to', async () => {
    const mutex = new Mutex();
    const unhandled = await unhandledDuring(async () => {
      void mutex.run(() => Promise.reject(new Error('a bug')));
      await virtualClock().settle();
    });
    expect(unhandled).toEqual([new Error('a bug')]);
  });
});
