import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Recovery } from '#shared/domain/connection.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { untilFree } from '#shared/node/files/retry-while-locked.ts';
import { duplicateFile, moveDatabase, snapshotDatabase } from '../../platform/sqlite/copy-database.ts';
import { openDatabase } from '#shared/node/sqlite/open-database.ts';
import type { World } from '#shared/ports/world.ts';
import { backupFolder, backupPath, listBackups, stamp } from './backups.ts';
import { diskFaultOf, diskFaultOfFile, sqliteCodeOf, type StartDiskFault } from '../sqlite/disk-fault.ts';
import { type Mirror, readMirror } from './mirror.ts';
import { type Journal, type JournalFault, openJournal } from '../open-journal.ts';
import { giveUpReserve } from './keep-reserve.ts';
import type { Files } from '#shared/ports/files.ts';

/** Disk faults end by themselves or through a user, so a starting program may wait for that. `detail` is for the log. */
export type ProfileFault = { readonly kind: 'in-use' | 'newer' | 'unreadable' | StartDiskFault; readonly detail: string };
type Opened = Result<Journal, JournalFault>;
type Deps = {
  readonly profile: string;
  readonly world: Pick<World, 'clock' | 'random' | 'files' | 'log'>;
  /** As in `JournalWorld`. */
  readonly onLost?: (() => void) | undefined;
  /** As in `JournalWorld`. */
  readonly migrations?: readonly string[] | undefined;
  /** Replaces this system, in tests. */
  readonly system?: { readonly platform: NodeJS.Platform; readonly snapshot: typeof snapshotDatabase };
};

const NAME = 'journal.sqlite';
/** The names that `writeDurably` gives to unfinished files. */
const HALF = /^(\w+\.json|reserve)\.\d+-\d+\.part$/;
const MADE_ANEW = 'journal-made-anew.sqlite';
/** SQLITE_BUSY: another process holds it. */
const BUSY = 5;

/**
 * Opens the journal of a profile. A damaged or missing one is rebuilt from the newest good backup, else from what the user set up, else
 * empty; the damaged file stays under another name, untouched (ADR-7). A journal that is in use, of a newer version, or on a disk that does
 * not answer is left alone. So is a damaged or missing one whose newest good backup is of a newer version.
 */
export async function openProfile(deps: Deps): Promise<Result<Journal, ProfileFault>> {
  const backups = await deps.world.files.makeFolder(backupFolder(deps.profile));
  if (!backups.ok) deps.world.log.warn('there is no folder for backups', { code: backups.failure.code });
  let opened = await openOrRecover(deps);
  // This is what the reserve is for: a program that was killed on a full disk finishes what it had begun.
  if (!opened.ok && opened.failure.kind === 'full' && (await giveUpReserve(deps.world.files, deps.profile)))
    opened = await openOrRecover(deps);
  // Only the owner of the journal may do this: another process may be about to rename its unfinished file into place.
  if (opened.ok) await removeHalves(deps);
  return opened;
}

async function openOrRecover(deps: Deps): Promise<Result<Journal, ProfileFault>> {
  const there = await openThere(deps);
  const opened = there.ok || !isFlaw(there.failure.kind) ? withoutFlaw(there) : await recover(deps);
  // SQLite has one code for many of these faults, so the disk itself is asked.
  if (opened.ok || opened.failure.kind !== 'broken') return opened;
  return fail({ kind: (await probeDisk(deps.world.files, deps.profile)) ?? 'broken', detail: opened.failure.detail });
}

/** Removes what a killed predecessor had begun to write beside our files. */
async function removeHalves({ profile, world }: Deps): Promise<void> {
  const listed = await world.files.list(profile);
  if (!listed.ok) return;
  for (const { name } of listed.value) if (HALF.test(name)) await world.files.remove(join(profile, name));
}

/** In a profile that was used before, a missing journal is a lost one. */
async function openThere(deps: Deps): Promise<Opened> {
  const { profile, world } = deps;
  const used = (await readMirror(world.files, profile)) !== null || (await listBackups(world.files, profile)).length > 0;
  return open(deps, { name: NAME, mustExist: used });
}

type Named = { readonly name: string; readonly mustExist: boolean };

/**
 * The copy before a migration is made and named during the synchronous opening, which must not wait. If the name is held up, the whole
 * opening is repeated.
 */
function open(deps: Deps, named: Named): Promise<Opened> {
  const { platform } = deps.system ?? process;
  return untilFree(
    () => openNow(deps, named),
    (opened) => (opened.ok ? null : opened.failure.detail),
    { platform, clock: deps.world.clock },
  );
}

function openNow({ profile, world, onLost, migrations, system }: Deps, { name, mustExist }: Named): Opened {
  return openJournal(join(profile, name), {
    clock: world.clock,
    random: world.random,
    mustExist,
    onLost,
    migrations,
    beforeMigration: (database, version) => {
      (system?.snapshot ?? snapshotDatabase)(database, backupPath(profile, world.clock.wallMs()));
      world.log.info('the journal was copied before it changes', { version });
    },
  });
}

/** Another start at the same moment must not put aside what this one creates: it meets the lock, and later finds a good journal. */
async function recover(deps: Deps): Promise<Result<Journal, ProfileFault>> {
  let lock: DatabaseSync | null = null;
  try {
    lock = openDatabase(join(deps.profile, 'recovery.lock'), { busyMs: 0 });
    lock.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE;');
    const again = await openThere(deps);
    if (again.ok || !isFlaw(again.failure.kind)) return withoutFlaw(again);
    await makeAnew(deps, again.failure.kind === 'damaged');
    return withoutFlaw(await open(deps, { name: NAME, mustExist: true }));
  } catch (error) {
    return fail(faultOf(error));
  } finally {
    lock?.close();
  }
}

function isFlaw(kind: JournalFault['kind']): boolean {
  return kind === 'damaged' || kind === 'absent';
}

/** A journal that is damaged right after it was rebuilt points to the disk. */
function withoutFlaw(opened: Opened): Result<Journal, ProfileFault> {
  if (opened.ok) return opened;
  return fail(faultWithoutFlaw(opened.failure));
}

function faultWithoutFlaw({ kind, detail }: JournalFault): ProfileFault {
  return { kind: kind === 'damaged' || kind === 'absent' ? 'unreadable' : kind, detail };
}

/**
 * Builds the journal beside the old one, complete with the note of what was done, then renames it into place: after a kill in between, the
 * next start begins again, and nothing is half done.
 */
async function makeAnew(deps: Deps, isThere: boolean): Promise<void> {
  const { profile, world } = deps;
  const at = world.clock.wallMs();
  const aside = `journal-damaged-${stamp(at)}.sqlite`;
  const mirror = await readMirror(world.files, profile);
  const made = (await fromBackup(deps)) ?? (await fromNothing(deps, mirror));
  const recovery: Recovery = { at, source: made.source, upTo: made.upTo, keptAs: isThere ? aside : null };
  if (mirror !== null) made.journal.setUp.restoreSetUp(mirror, { at, fromBackup: made.source === 'backup' });
  made.journal.recovery.add(recovery);
  made.journal.close();
  // This also moves a log without its database, which would be applied to the new one.
  await moveDatabase(join(profile, NAME), join(profile, aside));
  await moveDatabase(join(profile, MADE_ANEW), join(profile, NAME));
  world.log.warn('the journal was made anew', { source: made.source, hadMirror: mirror !== null });
}

type Made = { readonly journal: Journal; readonly source: Recovery['source']; readonly upTo: WallMs | null };

async function fromBackup(deps: Deps): Promise<Made | null> {
  for (const backup of await listBackups(deps.world.files, deps.profile)) {
    await removeMade(deps);
    await duplicateFile(backup.path, join(deps.profile, MADE_ANEW));
    const opened = await open(deps, { name: MADE_ANEW, mustExist: true });
    if (opened.ok) return { journal: opened.value, source: 'backup', upTo: backup.at };
    if (opened.failure.kind === 'newer') {
      // The lost journal was of that version too: an older backup, or the set-up alone, would forget what it has sent. Only that version
      // can rebuild it.
      await removeMade(deps);
      throw new NoNewJournal(opened.failure);
    }
    deps.world.log.warn('a backup is not good', { kind: opened.failure.kind });
  }
  return null;
}

async function fromNothing(deps: Deps, mirror: Mirror | null): Promise<Made> {
  await removeMade(deps);
  const opened = await open(deps, { name: MADE_ANEW, mustExist: false });
  if (!opened.ok) throw new NoNewJournal(opened.failure);
  return { journal: opened.value, source: mirror === null ? 'nothing' : 'set-up', upTo: null };
}

async function removeMade({ profile, world }: Deps): Promise<void> {
  for (const ending of ['', '-wal', '-shm']) await world.files.remove(join(profile, MADE_ANEW + ending));
}

class NoNewJournal extends Error {
  readonly fault: JournalFault;

  constructor(fault: JournalFault) {
    super('no new journal can be made');
    this.fault = fault;
  }
}

function faultOf(error: unknown): ProfileFault {
  if (error instanceof NoNewJournal) return faultWithoutFlaw(error.fault);
  const disk = diskFaultOf(error);
  if (disk !== null) return { kind: disk, detail: codeOf(error) };
  const code = sqliteCodeOf(error);
  const name = codeOf(error);
  if (code === null && name === 'UNKNOWN') throw error;
  return { kind: code === BUSY ? 'in-use' : 'unreadable', detail: code === null ? name : String(code) };
}

/** Larger than the index of SQLite's log, the first file that SQLite writes. */
const ASKED_BYTES = 65_536;

/** Asks the disk itself why the journal cannot be written, with a small file that is removed again; null if the disk takes the file. */
export async function probeDisk(files: Pick<Files, 'writeDurably' | 'remove'>, profile: string): Promise<StartDiskFault | null> {
  const path = join(profile, 'asked.json');
  const written = await files.writeDurably(path, new Uint8Array(ASKED_BYTES));
  if (written.ok) await files.remove(path);
  return written.ok ? null : diskFaultOfFile(written.failure);
}
