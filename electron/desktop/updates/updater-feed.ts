import type { AppUpdater } from 'electron-updater';
import type { UpdateFault, UpdateObstacle } from '#shared/app-api/updates.ts';
import { type Update, type UpdateKeys, updateSchema } from '#shared/domain/update.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import { bySquirrel, type Squirrel } from './by-squirrel.ts';
import { type FetchedPackage, fetchedPackage } from './fetched-package.ts';
import { judgeUpdate } from './judge-update.ts';
import { type Network, partsOnly } from './parts-only.ts';
import { putInPlace } from './put-in-place.ts';
import type { UpdateFeed } from './update-feed.ts';
import type { KeptWords } from './kept-words.ts';
import { type Own, wayBack } from './taken-back.ts';

export type UpdaterFeedOptions = {
  readonly updater: AppUpdater;
  /** The updater of macOS, to which electron-updater hands the package. */
  readonly squirrel?: Squirrel | null;
  readonly obstacle: () => UpdateObstacle | null;
  readonly keys: UpdateKeys;
  readonly withdrawn: KeptWords;
  readonly takenBack: KeptWords;
  /** Schema version of this version's journal. */
  readonly journal: number;
  readonly clock: Pick<Clock, 'wallMs' | 'sleep'>;
  readonly log: Log;
  /** False if installing asks for an administrator's password: that dialog must not appear unasked while the app ends. */
  readonly atQuit: boolean;
};
type UpdaterSettings = Pick<
  AppUpdater,
  'autoDownload' | 'autoInstallOnAppQuit' | 'allowDowngrade' | 'allowPrerelease' | 'disableWebInstaller' | 'logger'
>;

/**
 * Our feed by electron-updater, which compares hashes and versions. That the announcement is ours and not expired is checked here before a byte
 * is fetched; that the fetched file is the announced one is checked again before it is used.
 */
export function updaterFeed(options: UpdaterFeedOptions): UpdateFeed {
  const { updater, squirrel = null, obstacle, clock, log, atQuit } = options;
  prepare(updater, atQuit);
  const own = chooseBy(options);
  // `httpExecutor` is created with the updater, and there is no public access to it.
  partsOnly(Reflect.get(updater, 'httpExecutor') as Network);
  let update: Update | null = null;
  let fetched: FetchedPackage | null = null;
  const isWhole = (): boolean => {
    const whole = fetched?.isWhole() === true;
    if (!whole) fetched?.discard();
    return whole;
  };
  return {
    obstacle,
    isWhole,
    async check() {
      try {
        const answer = await updater.checkForUpdates();
        if (answer === null) return fail('off');
        // Checked even if there is no newer version: an attacker who replays an old feed withholds newer versions.
        const judged = believed(answer.updateInfo, options);
        if (!judged.ok) return judged;
        const { mayBeOlder, reads } = wayBack(judged.value, own);
        if (!reads && (mayBeOlder || updater.currentVersion.compare(judged.value.version) < 0)) return fail('unfit');
        update = judged.value;
        return ok(answer.isUpdateAvailable ? { version: update.version, notes: update.notes } : null);
      } catch (error) {
        return fail(faultOf(error, log));
      }
    },
    async download() {
      if (update === null) return fail('unreachable');
      try {
        updater.autoInstallOnAppQuit = atQuit;
        const fetch = (): Promise<string[]> => updater.downloadUpdate();
        const [path] = await (squirrel === null ? fetch() : bySquirrel(squirrel, clock, fetch));
        fetched = fetchedPackage(path ?? '', update.files);
        return isWhole() ? ok(null) : fail('damaged');
      } catch (error) {
        return fail(faultOf(error, log));
      } finally {
        // Keeps the updater from installing at the app's end before we agree.
        updater.autoInstallOnAppQuit = false;
      }
    },
    endsWithout: () => (updater.autoInstallOnAppQuit = atQuit && isWhole()),
    install: async () => (isWhole() ? putInPlace(updater, clock) : 'changed'),
  };
}

function prepare(updater: UpdaterSettings, atQuit: boolean): void {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = atQuit;
  updater.allowPrerelease = false;
  // Set after allowPrerelease, whose setter may turn it on.
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // Its log lines contain paths.
  updater.logger = null;
}

/** Decides which versions electron-updater offers: an older one only if its announcement is ours, not expired, and takes the running one back. */
function chooseBy({ updater, journal, keys, withdrawn, takenBack, clock }: UpdaterFeedOptions): Own {
  const own: Own = { version: updater.currentVersion.version, journal };
  const isSupported = updater.isUpdateSupported;
  updater.isUpdateSupported = (info) => {
    updater.allowDowngrade = false;
    const update = updateSchema.safeParse(info).data;
    if (update === undefined || judgeUpdate(update, { keys, withdrawn: withdrawn.all(), now: clock.wallMs() }).verdict !== 'good')
      return false;
    // electron-updater reads it after this function has returned, for the same announcement.
    updater.allowDowngrade = wayBack(update, own).mayBeOlder;
    return !takenBack.all().includes(update.version) && isSupported(info);
  };
  return own;
}

/** The announcement, if it is ours and not expired. From now on, a key that it withdraws is not trusted, nor a version it takes back installed. */
function believed(info: unknown, { keys, withdrawn, takenBack, clock, log }: UpdaterFeedOptions): Result<Update, 'unsigned' | 'stale'> {
  const update = updateSchema.safeParse(info);
  if (!update.success) return fail('unsigned');
  const { verdict, withdraws } = judgeUpdate(update.data, { keys, withdrawn: withdrawn.all(), now: clock.wallMs() });
  if (withdraws.length > 0) log.warn('a key of releases was withdrawn', { keys: withdraws.length });
  withdrawn.add(withdraws);
  if (verdict !== 'good') return fail(verdict);
  takenBack.add(update.data.takesBack);
  return ok(update.data);
}

const FAULTS: Readonly<Record<string, UpdateFault>> = {
  ERR_CHECKSUM_MISMATCH: 'damaged',
  // On Windows: the installer is unsigned, or signed by somebody else.
  ERR_UPDATER_INVALID_SIGNATURE: 'unsigned',
  REFUSED: 'refused',
};

/** Any other error means that the feed did not provide what was requested; it is asked again later. */
function faultOf(error: unknown, log: Log): UpdateFault {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'none';
  log.debug('the feed of updates', { code });
  return FAULTS[code] ?? 'unreachable';
}
