import { describe, expect, it } from 'vitest';
import { BoundedQueue } from '#shared/async/semaphore.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

const clock = virtualClock();

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
    await clock.settle();
    queue.push('first');
    expect(await first).toEqual({ done: false, value: 'first' });
    await clock.settle();
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
