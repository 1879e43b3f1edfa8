import { describe, expect, it } from 'vitest';
import { warmBytes } from '#electron/delivery/warm-bytes.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

const item = (n: number) => `item-${n}` as ItemId;

function setUp() {
  const clock = virtualClock();
  const stop = new AbortController();
  const warm = warmBytes(clock, stop.signal);
  const keep = (count: number): void => {
    for (let n = 0; n < count; n += 1) warm.keep(item(n), new Uint8Array(1_000_000));
  };
  /** Whether whoever brings more now is let in at once, or by and by. */
  const letIn = async (): Promise<boolean> => {
    let isIn = false;
    void Promise.resolve(warm.room()).then(() => (isIn = true));
    await clock.settle();
    return isIn;
  };
  return { clock, stop, warm, keep, letIn };
}

describe('bytes on their way from inspection to upload', () => {
  it('lets whoever brings more wait while enough lies there, until some of it was taken', async () => {
    const { clock, warm, keep } = setUp();
    keep(7);
    expect(warm.room()).toBeNull();
    keep(9);
    let isIn = false;
    void warm.room()?.then(() => (isIn = true));
    expect(warm.take(item(0))?.byteLength).toBe(1_000_000);
    await clock.settle();
    expect(isIn).toBe(false);
    warm.take(item(1));
    await clock.settle();
    expect(isIn).toBe(true);
    expect(clock.monotonicMs()).toBe(0);
  });

  it('lets all come where nothing is taken for a second, and waits again when something was', async () => {
    const { clock, warm, keep, letIn } = setUp();
    keep(12);
    expect(await letIn()).toBe(false);
    await clock.advance(SECOND_MS);
    expect([await letIn(), await letIn()]).toEqual([true, true]);
    warm.take(item(0));
    expect(await letIn()).toBe(false);
  });

  it('holds nobody up half a minute after the first had to wait, until all was taken', async () => {
    const { clock, warm, keep, letIn } = setUp();
    for (let seconds = 0; seconds < 30; seconds += 1) {
      keep(12);
      expect(await letIn()).toBe(false);
      warm.take(item(0));
      await clock.advance(SECOND_MS);
    }
    keep(12);
    expect(await letIn()).toBe(true);
    for (let n = 0; n < 12; n += 1) warm.take(item(n));
    keep(12);
    expect(await letIn()).toBe(false);
  });

  it('lets everybody go on at the end of the program', async () => {
    const { clock, stop, warm, keep, letIn } = setUp();
    keep(12);
    let isIn = false;
    void warm.room()?.then(() => (isIn = true));
    stop.abort();
    await clock.settle();
    expect([isIn, await letIn(), clock.monotonicMs()]).toEqual([true, true, 0]);
  });
});
