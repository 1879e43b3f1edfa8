import { describe, expect, it } from 'vitest';
import { BoundedQueue, Mutex, type Release, Semaphore } from '#shared/async/semaphore.ts';
import { virtualClock } from '#test/support/virtual-world.ts';
import type { StopSource } from '#shared/async/stop-source.ts';
import { CountedStop, unhandledDuring } from '#test/support/until.ts';

const queueClock = virtualClock();

function setUp() {
  const flow: string[] = [];
  const queue = new BoundedQueue<string>({
    sizeOf: (text) => text.length,
    most: 10,
    pause: () => flow.push('pause'),
    resume: () => flow.push('resume'),
  });
  let left = 0;
  const entries = queue.read(() => {
    left += 1;
  });
  return { flow, queue, entries, left: () => left };
}

describe('a bounded queue', () => {
  it('hands on what was pushed in its order, and ends after the last of it', async () => {
    const { flow, queue, entries, left } = setUp();
    queue.push('one');
    queue.push('');
    queue.push('two');
    queue.end();
    const read: string[] = [];
    for await (const entry of entries) read.push(entry);
    expect([read, left(), flow]).toEqual([['one', '', 'two'], 1, []]);
  });

  it('wakes a reader that waits', async () => {
    const { queue, entries } = setUp();
    const [first, second] = [entries.next(), entries.next()];
    await queueClock.settle();
    queue.push('first');
    expect(await first).toEqual({ done: false, value: 'first' });
    await queueClock.settle();
    queue.end();
    expect(await second).toEqual({ done: true, value: undefined });
  });

  it('pauses the writer above its bound, once, and lets it go on below half of it', async () => {
    const { flow, queue, entries } = setUp();
    queue.push('12345');
    queue.push('67890');
    expect(flow).toEqual([]);
    queue.push('1');
    queue.push('2');
    expect(flow).toEqual(['pause']);
    await entries.next();
    expect(flow).toEqual(['pause']);
    await entries.next();
    expect(flow).toEqual(['pause', 'resume']);
    queue.push('12345678901');
    expect(flow).toEqual(['pause', 'resume', 'pause']);
  });

  it('says that a reader has left before the end', async () => {
    const { queue, entries, left } = setUp();
    queue.push('one');
    await entries.next();
    await entries.return();
    expect(left()).toBe(1);
  });
});

/** Acquires under a name; `inside` are the names that have a permit. */
function setUpForSemaphore(capacity: number | (() => number)) {
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
    const { inside, releases, enter } = setUpForSemaphore(2);
    for (const name of ['a', 'b', 'c', 'd']) void enter(name);
    await queueClock.settle();
    expect(inside).toEqual(['a', 'b']);
    releases.get('b')?.();
    await queueClock.settle();
    expect(inside).toEqual(['a', 'b', 'c']);
    releases.get('a')?.();
    releases.get('c')?.();
    await queueClock.settle();
    expect(inside).toEqual(['a', 'b', 'c', 'd']);
  });

  it('takes a permit back once', async () => {
    const { inside, releases, enter } = setUpForSemaphore(1);
    for (const name of ['a', 'b', 'c']) void enter(name);
    await queueClock.settle();
    releases.get('a')?.();
    releases.get('a')?.();
    await queueClock.settle();
    expect(inside).toEqual(['a', 'b']);
  });

  it('asks for its capacity each time', async () => {
    let capacity = 0;
    const { semaphore, inside, enter, releases } = setUpForSemaphore(() => capacity);
    for (const name of ['a', 'b', 'c']) void enter(name);
    await queueClock.settle();
    expect(inside).toEqual([]);
    capacity = 2;
    semaphore.admit();
    await queueClock.settle();
    expect(inside).toEqual(['a', 'b']);
    capacity = 1;
    releases.get('a')?.();
    await queueClock.settle();
    expect(inside).toEqual(['a', 'b']);
    releases.get('b')?.();
    await queueClock.settle();
    expect(inside).toEqual(['a', 'b', 'c']);
  });

  it('sends away who has stopped, and nobody else', async () => {
    const { inside, releases, enter } = setUpForSemaphore(1);
    const stop = new CountedStop();
    void enter('a', stop);
    void enter('b', stop);
    void enter('c');
    await queueClock.settle();
    expect(stop.listeners).toBe(1);
    stop.abort();
    await queueClock.settle();
    expect([inside, releases.get('b')]).toEqual([['a'], null]);
    await enter('late', stop);
    expect(releases.get('late')).toBeNull();
    releases.get('a')?.();
    await queueClock.settle();
    expect(inside).toEqual(['a', 'c']);
  });
});

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
