import { describe, expect, it } from 'vitest';
import { copiesAhead } from '#electron/delivery/copies-ahead.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

function setUp() {
  const clock = virtualClock();
  const stop = new AbortController();
  const back: string[] = [];
  let names = 0;
  const spool = {
    take: () => `/spool/${(names += 1)}`,
    keep: async () => undefined,
    drop: async () => undefined,
    giveBack: async (path: string, as: string) => void back.push(`${path} ${as}`),
  };
  const ahead = copiesAhead({ clock, random: seededRandom(1), spool, stop: stop.signal, isLow: () => false });
  const keep = (count: number, bytes = 1_000_000): readonly ItemId[] =>
    Array.from({ length: count }, () => {
      const to = ahead.take();
      if (to === null) throw new Error('there is no room');
      ahead.keep({ ...to, bytes });
      return to.itemId;
    });
  /** Whether a caller that brings another copy now is admitted at once. */
  const letIn = async (): Promise<boolean> => {
    let isIn = false;
    void Promise.resolve(ahead.waitForCapacity()).then(() => (isIn = true));
    await clock.settle();
    return isIn;
  };
  return { clock, stop, ahead, back, keep, letIn };
}

describe('copies that lie ahead of the uploads', () => {
  it('let whoever brings more wait while there are enough, until some were sent', async () => {
    const { clock, ahead, keep } = setUp();
    keep(11);
    expect(ahead.waitForCapacity()).toBeNull();
    const [first, second] = keep(2);
    if (first === undefined || second === undefined) throw new Error('two were kept');
    let isIn = false;
    void ahead.waitForCapacity()?.then(() => (isIn = true));
    ahead.left(first);
    await clock.settle();
    expect(isIn).toBe(false);
    ahead.left(second);
    await clock.settle();
    expect(isIn).toBe(true);
    expect(clock.monotonicMs()).toBe(0);
  });

  it('are bounded in number and in room, and what is given back makes room', () => {
    const { ahead, back, keep } = setUp();
    keep(23);
    const to = ahead.take();
    expect([to === null, ahead.take()]).toEqual([false, null]);
    if (to !== null) ahead.giveBack(to, 'doubtful');
    expect(back).toEqual(['/spool/24 doubtful']);
    expect(ahead.take()).not.toBeNull();
    const large = setUp();
    const [one] = large.keep(7, 5_000_000);
    expect(large.ahead.take()).toBeNull();
    if (one !== undefined) large.ahead.left(one);
    expect(large.ahead.take()).not.toBeNull();
  });

  it('let all come where nothing is sent for a second, and wait again when something was', async () => {
    const { clock, ahead, keep, letIn } = setUp();
    const [first] = keep(14);
    expect(await letIn()).toBe(false);
    await clock.advance(SECOND_MS);
    expect([await letIn(), await letIn()]).toEqual([true, true]);
    if (first !== undefined) ahead.left(first);
    expect(await letIn()).toBe(false);
  });

  it('hold nobody up half a minute after the first had to wait, until all were sent', async () => {
    const { clock, ahead, keep, letIn } = setUp();
    const all = [...keep(14)];
    for (let seconds = 0; seconds < 30; seconds += 1) {
      expect(await letIn()).toBe(false);
      ahead.left(all.shift() as ItemId);
      all.push(...keep(1));
      await clock.advance(SECOND_MS);
    }
    expect(await letIn()).toBe(true);
    for (const itemId of all) ahead.left(itemId);
    keep(14);
    expect(await letIn()).toBe(false);
  });

  it('let everybody go on at the end of the program', async () => {
    const { clock, stop, ahead, keep, letIn } = setUp();
    keep(14);
    let isIn = false;
    void ahead.waitForCapacity()?.then(() => (isIn = true));
    stop.abort();
    await clock.settle();
    expect([isIn, await letIn(), clock.monotonicMs()]).toEqual([true, true, 0]);
  });
});
