import type { AppUpdater } from 'electron-updater';
import type { UpdateFault } from '#shared/app-api/updates.ts';
import { updateSchema } from '#shared/domain/update.ts';
import { fail, ok } from '#shared/lib/result.ts';
import type { Log } from '#shared/ports/log.ts';
import { isOurs } from './is-ours.ts';
import type { UpdateFeed } from './update-feed.ts';

export type UpdaterFeedOptions = {
  readonly updater: Pick<AppUpdater, 'checkForUpdates' | 'downloadUpdate' | 'quitAndInstall'> & UpdaterSettings;
  /** Public half of the key of our releases: SPKI in base64. */
  readonly key: string;
  readonly log: Log;
  /** False where installing asks for an administrator's password, which must not come out of nothing at the app's end. */
  readonly atQuit: boolean;
};
type UpdaterSettings = Pick<
  AppUpdater,
  'autoDownload' | 'autoInstallOnAppQuit' | 'allowDowngrade' | 'allowPrerelease' | 'disableWebInstaller' | 'logger'
>;

/** electron-updater as our feed. It compares hashes and versions; that the announcement itself is from us is checked here, before a byte is fetched. */
export function updaterFeed({ updater, key, log, atQuit }: UpdaterFeedOptions): UpdateFeed {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = atQuit;
  updater.allowPrerelease = false;
  // Set after allowPrerelease, which may turn it on.
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // Its lines name paths.
  updater.logger = null;
  return {
    async check() {
      try {
        const answer = await updater.checkForUpdates();
        if (answer === null) return fail('off');
        if (!answer.isUpdateAvailable) return ok(null);
        const update = updateSchema.safeParse(answer.updateInfo);
        if (!update.success || !isOurs(update.data, key)) return fail('unsigned');
        return ok({ version: update.data.version, notes: update.data.notes });
      } catch (error) {
        return fail(faultOf(error, log));
      }
    },
    async download() {
      try {
        await updater.downloadUpdate();
        return ok(null);
      } catch (error) {
        return fail(faultOf(error, log));
      }
    },
    install: () => updater.quitAndInstall(true, true),
  };
}

const FAULTS: Readonly<Record<string, UpdateFault>> = {
  ERR_CHECKSUM_MISMATCH: 'damaged',
  // Of Windows: the installer is signed by somebody else, or by nobody.
  ERR_UPDATER_INVALID_SIGNATURE: 'unsigned',
};

/** Whatever else it says: the feed did not give what was asked for, and is asked again later. */
function faultOf(error: unknown, log: Log): UpdateFault {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'none';
  log.debug('the feed of updates', { code });
  return FAULTS[code] ?? 'unreachable';
}
