import { describe, expect, it } from 'vitest';
import { type Release, Semaphore } from '#shared/async/semaphore.ts';
import type { StopSource } from '#shared/async/stop-source.ts';
import { CountedStop } from '#test/support/counted-stop.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

const clock = virtualClock();

/** Acquires under a name; `inside` are the names that have a permit. */
function setUp(capacity: number | (() => number)) {
  const semaphore = new Semaphore(capacity);
  const inside: string[] = [];
  const releases = new Map<string, Release | null>();
  const enter = async (name: string, stop?: StopSource): Promise<void> => {
    const release = stop === undefined ? await semaphore.acquire() : await semaphore.acquire(stop);
    releases.set(name, release);
    if (release !== null) inside.push(name);
  };
  return { semaphore, inside, releases, enter };
}

describe('a semaphore', () => {
  it('admits as many as it has room for, and the others in the order in which they came', async () => {
    const { inside, releases, enter } = setUp(2);
    for (const name of ['a', 'b', 'c', 'd']) void enter(name);
    await clock.settle();
    expect(inside).toEqual(['a', 'b']);
    releases.get('b')?.();
    await clock.settle();
    expect(inside).toEqual(['a', 'b', 'c']);
    releases.get('a')?.();
    releases.get('c')?.();
    await clock.settle();
    expect(inside).toEqual(['a', 'b', 'c', 'd']);
  });

  it('takes a permit back once', async () => {
    const { inside, releases, enter } = setUp(1);
    for (const name of ['a', 'b', 'c']) void enter(name);
    await clock.settle();
    releases.get('a')?.();
    releases.get('a')?.();
    await clock.settle();
    expect(inside).toEqual(['a', 'b']);
  });

  it('asks for its capacity each time', async () => {
    let capacity = 0;
    const { semaphore, inside, enter, releases } = setUp(() => capacity);
    for (const name of ['a', 'b', 'c']) void enter(name);
    await clock.settle();
    expect(inside).toEqual([]);
    capacity = 2;
    semaphore.admit();
    await clock.settle();
    expect(inside).toEqual(['a', 'b']);
    capacity = 1;
    releases.get('a')?.();
    await clock.settle();
    expect(inside).toEqual(['a', 'b']);
    releases.get('b')?.();
    await clock.settle();
    expect(inside).toEqual(['a', 'b', 'c']);
  });

  it('sends away who has stopped, and nobody else', async () => {
    const { inside, releases, enter } = setUp(1);
    const stop = new CountedStop();
    void enter('a', stop);
    void enter('b', stop);
    void enter('c');
    await clock.settle();
    expect(stop.listeners).toBe(1);
    stop.abort();
    await clock.settle();
    expect([inside, releases.get('b')]).toEqual([['a'], null]);
    await enter('late', stop);
    expect(releases.get('late')).toBeNull();
    releases.get('a')?.();
    await clock.settle();
    expect(inside).toEqual(['a', 'c']);
  });
});
