import { describe, expect, it } from 'vitest';
import { retryWhileLocked } from '#shared/node/files/retry-while-locked.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

/** A call that the disk refuses this many times. */
function refused(times: number, code: string) {
  let calls = 0;
  const act = async (): Promise<string> => {
    calls += 1;
    if (calls <= times) throw Object.assign(new Error(code), { code });
    return 'done';
  };
  return { act, calls: () => calls };
}

describe('a file that another program has open', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('is tried again on Windows when it answers %s, in growing steps', async (code) => {
    const clock = virtualClock();
    const { act, calls } = refused(4, code);
    const doing = retryWhileLocked(act, { platform: 'win32', clock });
    await clock.settle();
    expect(calls()).toBe(1);
    await clock.run();
    expect(await doing).toBe('done');
    expect(clock.monotonicMs()).toBe(10 + 20 + 40 + 80);
  });

  it('is given up after two seconds, with what was answered last', async () => {
    const clock = virtualClock();
    const { act, calls } = refused(1_000, 'EBUSY');
    const [ended] = await Promise.all([Promise.allSettled([retryWhileLocked(act, { platform: 'win32', clock })]), clock.run()]);
    expect(ended).toMatchObject([{ status: 'rejected', reason: { code: 'EBUSY' } }]);
    expect(clock.monotonicMs()).toBe(2 * SECOND_MS);
    expect(calls()).toBe(9);
  });

  it.each([
    ['linux', 'EBUSY'],
    ['darwin', 'EPERM'],
    ['win32', 'ENOSPC'],
    ['win32', 'ENOENT'],
  ] as const)('is the only thing that is waited for: on %s %s is told at once', async (platform, code) => {
    const { act, calls } = refused(1, code);
    await expect(retryWhileLocked(act, { platform, clock: virtualClock() })).rejects.toMatchObject({ code });
    expect(calls()).toBe(1);
  });
});
