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
  /** That of macOS, to which the updater hands what it fetched. */
  readonly squirrel?: Squirrel | null;
  readonly obstacle: () => UpdateObstacle | null;
  readonly keys: UpdateKeys;
  readonly withdrawn: KeptWords;
  readonly takenBack: KeptWords;
  /** The form in which this version keeps its journal. */
  readonly journal: number;
  readonly clock: Pick<Clock, 'wallMs' | 'sleep'>;
  readonly log: Log;
  /** False where installing asks for an administrator's password, which must not come out of nothing at the app's end. */
  readonly atQuit: boolean;
};
type UpdaterSettings = Pick<
  AppUpdater,
  'autoDownload' | 'autoInstallOnAppQuit' | 'allowDowngrade' | 'allowPrerelease' | 'disableWebInstaller' | 'logger'
>;

/**
 * electron-updater as our feed. It compares hashes and versions; that the announcement itself is from us and of now is checked here, before a byte is
 * fetched, and once more before the package is used that the fetched file is the announced one.
 */
export function updaterFeed(options: UpdaterFeedOptions): UpdateFeed {
  const { updater, squirrel = null, obstacle, clock, log, atQuit } = options;
  prepare(updater, atQuit);
  const own = chooseBy(options);
  // It has no other way in, and is made with the updater.
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
        // Also where it is no newer one: who shows an old feed holds the newer ones back.
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
        // What the updater has prepared for the app's end waits for our yes.
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
  // Set after allowPrerelease, which may turn it on.
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // Its lines name paths.
  updater.logger = null;
}

/**
 * Which of the announced versions electron-updater offers. An older one only where the very announcement that it is asked about is ours, of now, and takes this version back.
 */
function chooseBy({ updater, journal, keys, withdrawn, takenBack, clock }: UpdaterFeedOptions): Own {
  const own: Own = { version: updater.currentVersion.version, journal };
  const isSupported = updater.isUpdateSupported;
  updater.isUpdateSupported = (info) => {
    updater.allowDowngrade = false;
    const update = updateSchema.safeParse(info).data;
    if (update === undefined || judgeUpdate(update, { keys, withdrawn: withdrawn.all(), now: clock.wallMs() }).verdict !== 'good')
      return false;
    // Looked at after this has answered, for the same announcement.
    updater.allowDowngrade = wayBack(update, own).mayBeOlder;
    return !takenBack.all().includes(update.version) && isSupported(info);
  };
  return own;
}

/** What the feed says, where it is from us and of now. A key that it withdraws is believed no more from here on, and a version that it takes back is not taken. */
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
  // Of Windows: the installer is signed by somebody else, or by nobody.
  ERR_UPDATER_INVALID_SIGNATURE: 'unsigned',
  REFUSED: 'refused',
};

/** Whatever else it says: the feed did not give what was asked for, and is asked again later. */
function faultOf(error: unknown, log: Log): UpdateFault {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'none';
  log.debug('the feed of updates', { code });
  return FAULTS[code] ?? 'unreachable';
}
