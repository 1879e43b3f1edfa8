import { describe, expect, it } from 'vitest';
import { nodeClock } from '#shared/node/clock.ts';

describe('nodeClock', () => {
  it('tells milliseconds since 1970 and milliseconds that never go back', () => {
    const clock = nodeClock();
    expect(clock.wallMs()).toBeGreaterThan(Date.UTC(2026, 0));
    const before = clock.monotonicMs();
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(before);
  });

  it('wakes a sleeper at once when it is stopped', async () => {
    const stop = new AbortController();
    const asleep = nodeClock().sleep(3_600_000, stop.signal);
    stop.abort();
    await expect(asleep).resolves.toBeUndefined();
  });

  it('does not fall asleep when it is stopped already', async () => {
    await expect(nodeClock().sleep(3_600_000, AbortSignal.abort())).resolves.toBeUndefined();
  });

  it('sleeps longer than one timer of Node can', async () => {
    const stop = new AbortController();
    const asleep = nodeClock().sleep(2 ** 32, stop.signal);
    const first = await Promise.race([
      asleep.then(() => 'overflowed'),
      nodeClock()
        .sleep(5)
        .then(() => 'asleep'),
    ]);
    expect(first).toBe('asleep');
    stop.abort();
    await asleep;
  });
});
