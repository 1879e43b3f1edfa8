import type { VirtualClock } from '#test/support/virtual-world.ts';

/** Longer than any wait before the storm. */
const DURING_MS = 600_000;

/** Awaits work that needs time to pass. */
export async function during<T>(clock: VirtualClock, work: Promise<T>): Promise<T> {
  let done = false;
  const watched = work.finally(() => {
    done = true;
  });
  watched.catch(() => undefined);
  await clock.run(() => done, DURING_MS);
  return watched;
}
