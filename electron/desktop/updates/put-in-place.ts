import type { AppUpdater, BaseUpdater } from 'electron-updater';
import { withTimeout } from '#shared/async/with-timeout.ts';
import type { InstallFault } from '#shared/app-api/updates.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { codeOf } from '#shared/node/code-of.ts';
import type { Clock } from '#shared/ports/world.ts';

/** Squirrel ends the app within seconds, or reports an error. */
const SILENT_MS_MAX = MINUTE_MS;

/** Makes `updater` replace this program and start the new one. Resolves within a bounded time: null if that has begun and we have to end. */
export async function putInPlace(updater: AppUpdater, clock: Pick<Clock, 'sleep'>): Promise<InstallFault | null> {
  const failure = Promise.withResolvers<InstallFault>();
  let failed: InstallFault | null = null;
  const note = (error: unknown): void => {
    failed = faultOf(error);
    failure.resolve(failed);
  };
  updater.on('error', note);
  try {
    // `quitAndInstall` of these updaters would quit at its own time even if installing failed; `install` lets us decide.
    if (installs(updater)) return updater.install(true, true) ? failed : (failed ?? 'refused');
    updater.quitAndInstall();
    return await withTimeout(failure.promise, { clock, withinMs: SILENT_MS_MAX, late: (): InstallFault => 'silent' });
  } catch (error) {
    return faultOf(error);
  } finally {
    updater.off('error', note);
  }
}

/** True for all but the macOS updater. An `instanceof` check would load the classes at every start. */
function installs(updater: AppUpdater): updater is BaseUpdater {
  return 'install' in updater;
}

const FAULTS: Readonly<Record<string, InstallFault>> = {
  NOT_ALLOWED: 'not-allowed',
  ENOSPC: 'no-room',
  EDQUOT: 'no-room',
};

function faultOf(error: unknown): InstallFault {
  return FAULTS[codeOf(error)] ?? 'refused';
}
