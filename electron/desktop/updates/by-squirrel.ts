import { StopSource } from '#shared/async/stop-source.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';

/** Of Electron's `autoUpdater` on macOS. */
export type Squirrel = {
  on(event: 'update-downloaded' | 'error', tell: () => void): unknown;
  off(event: 'update-downloaded' | 'error', tell: () => void): unknown;
};

/** A package is fetched on a slow line and unpacked by then; Squirrel gives no sign of life in between. */
const SILENT_MS_MAX = 2 * HOUR_MS;

/**
 * macOS has an updater of its own, Squirrel, to which electron-updater only hands the package; that it was refused shows later, and electron-updater waits for nothing then.
 * So what was fetched counts when Squirrel has taken it. Rejects with the code `REFUSED` where it does not.
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
    // Where Squirrel asks for nothing, the updater's own promise stays open for ever: the verdict alone ends it then.
    const [fetched] = await Promise.all([fetch(), verdict()]);
    return fetched;
  } finally {
    over.abort();
    native.off('update-downloaded', taken);
    native.off('error', refused);
  }
}
