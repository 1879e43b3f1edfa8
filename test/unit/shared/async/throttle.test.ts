import { describe, expect, it } from 'vitest';
import { StopSource } from '#shared/async/stop-source.ts';
import { throttle, type ThrottleOf } from '#shared/async/single-flight.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

const EVERY_MS = 100;

function setUp(edge: ThrottleOf['edge'], takesMs = 0) {
  const clock = virtualClock();
  const stop = new StopSource();
  const begun: number[] = [];
  const throttled = throttle({ clock, everyMs: EVERY_MS, edge, stop }, async () => {
    begun.push(clock.monotonicMs());
    if (takesMs > 0) await clock.sleep(takesMs);
  });
  return { clock, stop, begun, call: () => throttled.call(), idle: () => throttled.idle() };
}

describe('a throttle', () => {
  it('with a leading edge runs at once, then at most once in a while, and last after the last call', async () => {
    const { clock, begun, call } = setUp('leading');
    for (let times = 0; times < 25; times += 1) {
      call();
      await clock.advance(10);
    }
    expect(begun).toEqual([0, 100, 200]);
    await clock.advance(EVERY_MS);
    expect(begun).toEqual([0, 100, 200, 300]);
    await clock.advance(10 * EVERY_MS);
    call();
    expect(begun.slice(4)).toEqual([clock.monotonicMs()]);
  });

  it('with a leading edge runs a lone call once, and nothing at once until the while is over', async () => {
    const { clock, begun, call } = setUp('leading');
    call();
    await clock.advance(EVERY_MS - 1);
    call();
    expect(begun).toEqual([0]);
    await clock.advance(1);
    expect(begun).toEqual([0, EVERY_MS]);
  });

  it('with a trailing edge makes one run of a burst, a while after its first call', async () => {
    const { clock, begun, call } = setUp('trailing');
    call();
    await clock.advance(50);
    call();
    await clock.advance(49);
    expect(begun).toEqual([]);
    await clock.advance(1);
    expect(begun).toEqual([EVERY_MS]);
    await clock.advance(EVERY_MS);
    expect([begun, clock.sleepers]).toEqual([[EVERY_MS], 0]);
    call();
    await clock.advance(EVERY_MS);
    expect(begun).toEqual([EVERY_MS, 3 * EVERY_MS]);
  });

  it('never runs twice at a time, and answers a call during a run by one more', async () => {
    const { clock, begun, call } = setUp('trailing', 500);
    call();
    await clock.advance(200);
    call();
    await clock.advance(1_000);
    expect(begun).toEqual([100, 700]);
  });

  it('runs nothing any more once it was stopped', async () => {
    for (const edge of ['leading', 'trailing'] as const) {
      const { clock, stop, begun, call, idle } = setUp(edge);
      call();
      call();
      const before = begun.length;
      stop.abort();
      await idle();
      call();
      await clock.advance(10 * EVERY_MS);
      expect([begun.length, clock.sleepers]).toEqual([before, 0]);
    }
  });

  it('says when nothing is under way', async () => {
    const { clock, begun, call, idle } = setUp('trailing', 50);
    await idle();
    call();
    let idleAtMs = 0;
    const wait = async (): Promise<void> => {
      await idle();
      idleAtMs = clock.monotonicMs();
    };
    const waited = wait();
    await clock.advance(10 * EVERY_MS);
    await waited;
    expect([begun, idleAtMs]).toEqual([[EVERY_MS], EVERY_MS + 50]);
  });
});
