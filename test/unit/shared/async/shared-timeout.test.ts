import { describe, expect, it } from 'vitest';
import { sharedTimeout } from '#shared/async/with-timeout.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

const WITHIN_MS = 1_000;

function setUp() {
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
    const { clock, within, after } = setUp();
    const early = within(after(10, 'early'));
    await clock.advance(500);
    const [late, also] = [within(never()), within(after(WITHIN_MS - 1, 'just in time'))];
    await clock.advance(WITHIN_MS);
    expect(await Promise.all([early, late, also])).toEqual(['early', null, 'just in time']);
  });

  it('needs one timer for all, which ends when nobody waits any more', async () => {
    const { clock, within } = setUp();
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
    const { clock, within } = setUp();
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
    const { clock, stop, within, after } = setUp();
    const [first, second] = [within(Promise.resolve('first')), within(after(100, 'second'))];
    stop.abort();
    expect(await first).toBe('first');
    expect(clock.sleepers).toBe(2);
    await clock.advance(100);
    expect([await second, clock.sleepers]).toEqual(['second', 0]);
    const idle = setUp();
    expect(await idle.within(Promise.resolve('answer'))).toBe('answer');
    expect(idle.clock.sleepers).toBe(1);
    idle.stop.abort();
    await idle.clock.settle();
    expect(idle.clock.sleepers).toBe(0);
  });

  it('hands on a failure', async () => {
    const { within } = setUp();
    await expect(within(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});
