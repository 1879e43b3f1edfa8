import { describe, expect, it, onTestFinished } from 'vitest';
import { rounds } from '#sandbox/create-sandbox.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

describe('rounds', () => {
  it('go when something is due, and not before', async () => {
    const { clock, at } = counted((now, count) => (count < 3 ? now + 1_000 : null));
    await clock.advance(10_000);
    expect(at).toEqual([0, 1_000, 2_000]);
  });

  it('go at once when the bell rings, also in the middle of a round', async () => {
    const { clock, at, loop } = counted((_, count, ring) => {
      if (count === 2) ring();
      return null;
    });
    await clock.advance(500);
    loop.ring();
    await clock.settle();
    expect(at).toEqual([0, 500, 500]);
  });

  it('make up for what was due long ago without going twice for it', async () => {
    const { clock, at } = counted((now, count) => (count === 1 ? now - 60_000 : null));
    await clock.advance(0);
    expect(at).toEqual([0, 0]);
  });

  it('look again within the hour even if nothing rang', async () => {
    const { clock, at } = counted(() => null);
    await clock.advance(2 * 3_600_000);
    expect(at).toEqual([0, 3_600_000, 7_200_000]);
  });

  it('end when they are closed, and leave no sleeper behind', async () => {
    const { clock, at, loop } = counted(() => null);
    await clock.settle();
    await loop.close();
    loop.ring();
    await clock.advance(10 * 3_600_000);
    expect([at, clock.sleepers]).toEqual([[0], 0]);
  });
});

function counted(round: (now: number, count: number, ring: () => void) => number | null) {
  const clock = virtualClock();
  const at: number[] = [];
  const loop = rounds({ clock, log: recordingLog() }, () => {
    at.push(clock.monotonicMs());
    return round(clock.wallMs(), at.length, () => loop.ring());
  });
  onTestFinished(() => loop.close());
  loop.start();
  return { clock, at, loop };
}
