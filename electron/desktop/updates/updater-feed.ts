import type { AppUpdater } from 'electron-updater';
import type { UpdateFault, UpdateObstacle } from '#shared/app-api/updates.ts';
import { type Update, type UpdateKeys, updateSchema } from '#shared/domain/update.ts';
import { updateText } from '#shared/domain/update-text.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { isSignedBy } from '#shared/node/is-signed-by.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import { putInPlace } from './put-in-place.ts';
import type { UpdateFeed } from './update-feed.ts';
import type { KeptWords } from './kept-words.ts';
import { type Own, wayBack } from './updates.ts';
import { HOUR_MS, type WallMs } from '#shared/lib/duration.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { extname } from 'node:path';

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

/** The part of electron-updater's HTTP executor that is used here. */
type Request = { emit(event: 'error', error: Error): unknown; abort(): void };
type Asked = { readonly headers?: Readonly<Record<string, unknown>> | null };
type Answer = { readonly statusCode?: number };
type Network = { createRequest(asked: Asked, answered: (answer: Answer) => void): Request };

const PARTIAL = 206;

/**
 * A server without range requests answers with the whole file, which electron-updater would write in place of each part: hundreds of times the file. An answer that is not
 * a part ends the differential download, and the file is then fetched whole, once.
 */
function partsOnly(network: Network): void {
  const create = network.createRequest.bind(network);
  network.createRequest = (asked, answered) => {
    const isOfPart = Object.keys(asked.headers ?? {}).some((name) => name.toLowerCase() === 'range');
    const request = create(asked, (answer) => {
      if (!isOfPart || answer.statusCode === PARTIAL) return answered(answer);
      request.emit('error', new Error('the server gives no parts of files'));
      request.abort();
    });
    return request;
  };
}

type Judging = {
  readonly keys: UpdateKeys;
  /** Keys that the spare key has withdrawn earlier. */
  readonly withdrawn: readonly string[];
  readonly now: WallMs;
};

/** `withdraws`: our keys that must not be trusted from now on. */
type Judged = { readonly verdict: 'good' | 'stale' | 'unsigned'; readonly withdraws: readonly string[] };

const DAY_END = 'T23:59:59.999Z';

/**
 * Whether an announcement is ours and not expired. Only the spare key withdraws: it is kept where no build and no server can reach it, and
 * someone who stole the other key must not be able to withdraw the spare one.
 */
function judgeUpdate(update: Update, { keys, withdrawn, now }: Judging): Judged {
  const signer = keys.find((key) => key !== undefined && !withdrawn.includes(key) && isOurs(update, key));
  if (signer === undefined) return { verdict: 'unsigned', withdraws: [] };
  // An expired announcement that a key has leaked is still true.
  const withdraws = signer === keys[1] && update.withdrawn.includes(keys[0]) ? [keys[0]] : [];
  return { verdict: now > Date.parse(`${update.expires}${DAY_END}`) ? 'stale' : 'good', withdraws };
}

/** Whether an update was signed with the private half of `key`, which only our release process has. */
export function isOurs(update: Update, key: string): boolean {
  return isSignedBy({ text: updateText(update), signature: update.signature }, key);
}

/** The part of Electron's `autoUpdater` on macOS that is used here. */
type Squirrel = {
  on(event: 'update-downloaded' | 'error', tell: () => void): unknown;
  off(event: 'update-downloaded' | 'error', tell: () => void): unknown;
};

/** Enough to fetch and unpack a package over a slow line; Squirrel reports no progress meanwhile. */
const SILENT_MS_MAX = 2 * HOUR_MS;

/**
 * On macOS, electron-updater only hands the package to the system's own updater, Squirrel. A refusal comes later, and electron-updater does not
 * wait for it. So a download counts only when Squirrel has accepted it. Rejects with the code `REFUSED` if it does not.
 */
async function bySquirrel<T>(native: Squirrel, clock: Pick<Clock, 'sleep'>, fetch: () => Promise<T>): Promise<T> {
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

type FetchedPackage = {
  /** Whether the file contains exactly the announced bytes, at this moment. */
  readonly isWhole: () => boolean;
  /** Deletes the file, so that it is fetched again: the updater checks only whether it exists. */
  readonly discard: () => void;
};

const CHUNK_BYTES = 1_048_576;

/**
 * A package in the updater's folder. Every program of this user can write there, so it is compared with what was signed each time that it
 * matters. Synchronous, because the last such time is while the app ends.
 */
export function fetchedPackage(path: string, files: Update['files']): FetchedPackage {
  // One announcement lists packages of several kinds.
  const signed = files.filter(({ url }) => extname(url) === extname(path)).map(({ sha512 }) => sha512);
  return {
    isWhole: () => signed.includes(hashOf(path) ?? ''),
    discard: () => discard(path),
  };
}

/** If a virus scanner keeps the file from being removed, it is compared again, and rejected again, before it is used. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It stays until then.
  }
}

/** Base64 SHA-512; null if the file cannot be read. */
function hashOf(path: string): string | null {
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    const hash = createHash('sha512');
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let got = readSync(file, chunk); got > 0; got = readSync(file, chunk)) hash.update(chunk.subarray(0, got));
    return hash.digest('base64');
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}
