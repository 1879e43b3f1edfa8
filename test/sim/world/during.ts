import type { VirtualClock } from '#test/support/virtual-clock.ts';

/** Longer than anything that is waited for before the storm. */
const DURING_MS = 600_000;

/** Awaits something that needs time to pass. */
export async function during<T>(clock: VirtualClock, work: Promise<T>): Promise<T> {
  let done = false;
  const watched = work.finally(() => {
    done = true;
  });
  watched.catch(() => undefined);
  await clock.run(() => done, DURING_MS);
  return watched;
}
