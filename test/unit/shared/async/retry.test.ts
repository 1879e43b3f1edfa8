import { describe, expect, it } from 'vitest';
import { retry } from '#shared/async/retry.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

const REST_MS = 100;

function setUp(answers: readonly (string | null)[]) {
  const clock = virtualClock();
  const triedMs: number[] = [];
  const act = async (): Promise<string | null> => {
    triedMs.push(clock.monotonicMs());
    return answers[triedMs.length - 1] ?? null;
  };
  return { clock, triedMs, act };
}

describe('a retry', () => {
  it('tries until there is an answer', async () => {
    const { clock, triedMs, act } = setUp([null, null, 'answer']);
    const got = retry({ clock, restMs: REST_MS }, act);
    await clock.advance(2 * REST_MS);
    expect([await got, triedMs]).toEqual(['answer', [0, 100, 200]]);
    expect(clock.sleepers).toBe(0);
  });

  it('gives up when the time is over', async () => {
    const { clock, triedMs, act } = setUp([]);
    const got = retry({ clock, restMs: REST_MS, withinMs: 250 }, act);
    await clock.advance(3 * REST_MS);
    expect([await got, triedMs]).toEqual([null, [0, 100, 200]]);
  });

  it('gives up on stop, and tries nothing after it', async () => {
    const { clock, triedMs, act } = setUp([]);
    const stop = new StopSource();
    const got = retry({ clock, restMs: REST_MS, stop }, act);
    await clock.advance(REST_MS);
    stop.abort();
    expect([await got, triedMs]).toEqual([null, [0, 100]]);
  });

  it('makes one try in any case, unless it was to rest before it', async () => {
    const { clock, triedMs, act } = setUp([null, null, 'answer']);
    const stop = new StopSource();
    stop.abort();
    expect(await retry({ clock, restMs: REST_MS, stop }, act)).toBeNull();
    expect(await retry({ clock, restMs: REST_MS, firstAfterMs: REST_MS, stop }, act)).toBeNull();
    expect(triedMs).toEqual([0]);
    const got = retry({ clock, restMs: REST_MS, firstAfterMs: 50 }, act);
    await clock.advance(50 + REST_MS);
    expect([await got, triedMs]).toEqual(['answer', [0, 50, 150]]);
  });
});
