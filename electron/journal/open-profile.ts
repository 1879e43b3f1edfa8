import { join } from 'node:path';
import type { Recovery } from '#shared/domain/recovery.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import { duplicateFile } from '#shared/node/duplicate-file.ts';
import { moveDatabase } from '#shared/node/move-database.ts';
import { openDatabase } from '#shared/node/open-database.ts';
import type { Gather } from '#shared/node/resting-gather.ts';
import { snapshotDatabase } from '#shared/node/snapshot-database.ts';
import type { World } from '#shared/ports/world.ts';
import { backupFolder, backupPath, listBackups, stamp } from './backups.ts';
import { type Mirror, readMirror } from './mirror.ts';
import { type Journal, type JournalFault, openJournal } from './open-journal.ts';

export type ProfileFault = { readonly kind: 'in-use' | 'newer' | 'unreadable'; readonly detail: string };
type Opened = Result<Journal, JournalFault>;
type By = {
  readonly profile: string;
  readonly world: Pick<World, 'clock' | 'random' | 'files' | 'log'>;
  readonly gather?: Gather | undefined;
};

const NAME = 'journal.sqlite';
/** As `writeDurably` names them. */
const HALF = /^\w+\.json\.\d+-\d+\.part$/;
const MADE_ANEW = 'journal-made-anew.sqlite';

/**
 * Opens the journal of a profile. One that is damaged or gone is made anew from the newest good backup, else from what the person
 * set up, else empty; the damaged one stays under another name, untouched (decision 7 of the project). A journal that is in use, of a newer
 * version, or on a disk that does not answer is left alone.
 */
export async function openProfile(by: By): Promise<Result<Journal, ProfileFault>> {
  const backups = await by.world.files.makeFolder(backupFolder(by.profile));
  if (!backups.ok) by.world.log.warn('there is no folder for backups', { code: backups.failure.code });
  const there = await openThere(by);
  const opened = there.ok || !isFlaw(there.failure.kind) ? withoutFlaw(there) : await recover(by);
  // Only who has the journal may: another one's half may be about to become whole.
  if (opened.ok) await removeHalves(by);
  return opened;
}

/** What a killed predecessor had begun to write beside a file of ours. */
async function removeHalves({ profile, world }: By): Promise<void> {
  const listed = await world.files.list(profile);
  if (!listed.ok) return;
  for (const { name } of listed.value) if (HALF.test(name)) await world.files.remove(join(profile, name));
}

/** In a profile that was used before, a journal that is not there was lost. */
async function openThere(by: By): Promise<Opened> {
  const { profile, world } = by;
  const used = (await readMirror(world.files, profile)) !== null || (await listBackups(world.files, profile)).length > 0;
  return open(by, { name: NAME, mustExist: used });
}

function open({ profile, world, gather }: By, { name, mustExist }: { readonly name: string; readonly mustExist: boolean }): Opened {
  return openJournal(join(profile, name), {
    clock: world.clock,
    random: world.random,
    mustExist,
    ...(gather === undefined ? {} : { gather }),
    beforeMigration: (database, version) => {
      snapshotDatabase(database, backupPath(profile, world.clock.wallMs()));
      world.log.info('the journal was copied before it changes', { version });
    },
  });
}

/** Another start at the same moment must not put aside what this one makes: it finds the lock, and later a good journal. */
async function recover(by: By): Promise<Result<Journal, ProfileFault>> {
  const lock = openDatabase(join(by.profile, 'recovery.lock'), { busyMs: 0 });
  try {
    lock.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE;');
    const again = await openThere(by);
    if (again.ok || !isFlaw(again.failure.kind)) return withoutFlaw(again);
    await makeAnew(by, again.failure.kind === 'damaged');
    return withoutFlaw(open(by, { name: NAME, mustExist: true }));
  } catch (error) {
    return fail(faultOf(error));
  } finally {
    lock.close();
  }
}

function isFlaw(kind: JournalFault['kind']): boolean {
  return kind === 'damaged' || kind === 'absent';
}

/** What is damaged again right after it was made anew is the disk's matter. */
function withoutFlaw(opened: Opened): Result<Journal, ProfileFault> {
  if (opened.ok) return opened;
  const { kind, detail } = opened.failure;
  return fail({ kind: kind === 'damaged' || kind === 'absent' ? 'unreadable' : kind, detail });
}

/** Beside, complete with the note of what was done, then renamed into place: a kill in between begins again, and nothing is half. */
async function makeAnew(by: By, isThere: boolean): Promise<void> {
  const { profile, world } = by;
  const at = world.clock.wallMs();
  const aside = `journal-damaged-${stamp(at)}.sqlite`;
  const mirror = await readMirror(world.files, profile);
  const made = (await fromBackup(by)) ?? (await fromNothing(by, mirror));
  const recovery: Recovery = { at, source: made.source, upTo: made.upTo, keptAs: isThere ? aside : null };
  if (mirror !== null) made.journal.setUp.restoreSetUp(mirror, { at, fromBackup: made.source === 'backup' });
  made.journal.recovery.add(recovery);
  made.journal.close();
  // Also a log without its database: it would be played onto the new one.
  await moveDatabase(join(profile, NAME), join(profile, aside));
  await moveDatabase(join(profile, MADE_ANEW), join(profile, NAME));
  world.log.warn('the journal was made anew', { source: made.source, hadMirror: mirror !== null });
}

type Made = { readonly journal: Journal; readonly source: Recovery['source']; readonly upTo: WallMs | null };

async function fromBackup(by: By): Promise<Made | null> {
  for (const backup of await listBackups(by.world.files, by.profile)) {
    await removeMade(by);
    await duplicateFile(backup.path, join(by.profile, MADE_ANEW));
    const opened = open(by, { name: MADE_ANEW, mustExist: true });
    if (opened.ok) return { journal: opened.value, source: 'backup', upTo: backup.at };
    by.world.log.warn('a backup is not good', { kind: opened.failure.kind });
  }
  return null;
}

async function fromNothing(by: By, mirror: Mirror | null): Promise<Made> {
  await removeMade(by);
  const opened = open(by, { name: MADE_ANEW, mustExist: false });
  if (!opened.ok) throw Object.assign(new Error('no new journal can be made'), { errcode: Number(opened.failure.detail) });
  return { journal: opened.value, source: mirror === null ? 'nothing' : 'set-up', upTo: null };
}

async function removeMade({ profile, world }: By): Promise<void> {
  for (const ending of ['', '-wal', '-shm']) await world.files.remove(join(profile, MADE_ANEW + ending));
}

function faultOf(error: unknown): ProfileFault {
  const code = typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) : null;
  const name = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null;
  if (code === null && name === null) throw error;
  // SQLITE_BUSY: another one is at it.
  return code === 5 ? { kind: 'in-use', detail: '5' } : { kind: 'unreadable', detail: String(code ?? name) };
}
