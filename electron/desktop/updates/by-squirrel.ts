import { StopSource } from '#shared/async/stop-source.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';

/** The part of Electron's `autoUpdater` on macOS that is used here. */
export type Squirrel = {
  on(event: 'update-downloaded' | 'error', tell: () => void): unknown;
  off(event: 'update-downloaded' | 'error', tell: () => void): unknown;
};

/** Enough to fetch and unpack a package over a slow line; Squirrel reports no progress meanwhile. */
const SILENT_MS_MAX = 2 * HOUR_MS;

/**
 * On macOS, electron-updater only hands the package to the system's own updater, Squirrel. A refusal comes later, and electron-updater does not
 * wait for it. So a download counts only when Squirrel has accepted it. Rejects with the code `REFUSED` if it does not.
 */
export async function bySquirrel<T>(native: Squirrel, clock: Pick<Clock, 'sleep'>, fetch: () => Promise<T>): Promise<T> {
  const answer = Promise.withResolvers<boolean>();
  const [taken, refused] = [() => answer.resolve(true), () => answer.resolve(false)];
  const over = new StopSource();
  native.on('update-downloaded', taken);
  native.on('error', refused);
  const verdict = async (): Promise<void> => {
    const isTaken = await withTimeout(answer.promise, { clock, withinMs: SILENT_MS_MAX, stop: over, late: () => false });
    if (!isTaken) throw Object.assign(new Error('Squirrel did not take it'), { code: 'REFUSED' });
  };
  try {
    // If Squirrel never fetches the package, the updater's own promise stays pending for ever; then only the verdict ends the wait.
    const [fetched] = await Promise.all([fetch(), verdict()]);
    return fetched;
  } finally {
    over.abort();
    native.off('update-downloaded', taken);
    native.off('error', refused);
  }
}
