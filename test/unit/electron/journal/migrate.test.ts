import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { openJournal } from '#electron/journal/open-journal.ts';
import { tempFolder } from '#test/support/folders.ts';
import { backupPath } from '#electron/journal/profile/backups.ts';
import { MIGRATIONS } from '#electron/journal/schema.ts';
import { snapshotDatabase } from '#electron/platform/sqlite/copy-database.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { holdFile, NO_LOCKS } from '#test/support/disks/hanging-disk.ts';
import { seededRandom, type VirtualClock, virtualClock } from '#test/support/virtual-world.ts';
import { NO_MODES, unless } from '#test/support/why-skipped.ts';
import { aProfile } from './a-profile.ts';
import { aCompany, aFile, aFolder, anOpenJournal, begun, item, opened } from './an-open-journal.ts';

/** A slow machine opens a small database within this time. */
const OPENED_WITHIN_MS = 10_000;
/** The product has had one version so far, so the next one is made up. */
const NEXT = [...MIGRATIONS, "ALTER TABLE items ADD COLUMN made_up TEXT NOT NULL DEFAULT 'x'; UPDATE items SET made_up = upper(name)"];

describe('a journal of an earlier version', () => {
  it('is brought forward with everything in it, and goes on', async () => {
    const { at, itemId } = await ofThisVersion();
    const journal = await at.open(NEXT);
    expect(journal.items.get(itemId)).toMatchObject({ name: 'a.pdf', state: { kind: 'waiting' } });
    expect(journal.companies.companies()).toHaveLength(1);
    expect(journal.folders.folders()).toHaveLength(1);
    const integrationId = journal.companies.companies()[0]?.integrationId;
    if (integrationId === undefined) throw new Error('no company');
    expect(journal.delivery.begin(itemId, { integrationId, at: at.clock.wallMs(), fields: {} })).toMatchObject({
      state: { kind: 'uploading' },
    });
    journal.close();
    expect(read(at.file, 'SELECT made_up FROM items')).toEqual([{ made_up: 'A.PDF' }]);
    (await at.open(NEXT)).close();
    expect(at.backups()).toHaveLength(1);
  });

  it('goes back by its copy: the earlier version leaves the newer journal alone, and opens the copy', async () => {
    const { at, itemId } = await ofThisVersion();
    (await at.open(NEXT)).close();
    const newer = readFileSync(at.file);
    expect(await at.tryOpen()).toMatchObject({ ok: false, failure: { kind: 'newer', detail: '2' } });
    expect(readFileSync(at.file).equals(newer)).toBe(true);
    renameSync(at.file, `${at.file}-newer`);
    renameSync(join(at.profile, 'backups', at.backups()[0] ?? ''), at.file);
    const journal = await at.open();
    expect(journal.items.get(itemId)).toMatchObject({ name: 'a.pdf', state: { kind: 'waiting' } });
  });

  it('is left as it is when the step fails', async () => {
    const { at, itemId } = await ofThisVersion();
    await expect(at.open([...MIGRATIONS, 'DELETE FROM files; INSERT INTO missing VALUES (1)'])).rejects.toThrow(/did not open/);
    expect(read(at.file, 'PRAGMA user_version')).toEqual([{ user_version: 1 }]);
    expect(read(at.file, 'SELECT count(*) AS n FROM files')).toEqual([{ n: 1 }]);
    expect((await at.open()).items.get(itemId)?.name).toBe('a.pdf');
  });

  it('is copied before it is changed, as it was', async () => {
    const { at } = await ofThisVersion();
    (await at.open(NEXT)).close();
    const [name = ''] = at.backups();
    const path = join(at.profile, 'backups', name);
    expect(read(path, 'PRAGMA user_version')).toEqual([{ user_version: 1 }]);
    expect(read(path, 'SELECT count(*) AS n FROM items')).toEqual([{ n: 1 }]);
  });

  it('is copied for this user alone', unless(NO_MODES), async () => {
    const { at } = await ofThisVersion();
    (await at.open(NEXT)).close();
    expect(at.backups().map((name) => statSync(join(at.profile, 'backups', name)).mode & 0o777)).toEqual([0o600]);
  });

  it.each(['EBUSY', 'EPERM'])('is copied when another program, that has the copy open (%s), lets go of it', async (code) => {
    const clock = virtualClock();
    let tries = 0;
    const { at } = await ofThisVersion(clock, {
      platform: 'win32',
      snapshot: (database, file) => {
        tries += 1;
        if (tries < 4) throw Object.assign(new Error(code), { code });
        snapshotDatabase(database, file);
      },
    });
    (await passed(clock, at.open(NEXT))).close();
    expect(tries).toBe(4);
    expect(at.backups()).toHaveLength(1);
    expect(at.names().filter((name) => name.includes('damaged'))).toEqual([]);
  });

  it('is copied when another program lets go of the half of an earlier copy, for real', unless(NO_LOCKS), async () => {
    const clock = virtualClock();
    const { at } = await ofThisVersion(clock);
    const copy = backupPath(at.profile, clock.wallMs());
    mkdirSync(join(at.profile, 'backups'), { recursive: true });
    writeFileSync(`${copy}.part`, '');
    const other = await holdFile(`${copy}.part`);
    const opening = at.open(NEXT);
    // It has found the journal locked, and waits.
    await vi.waitFor(() => expect(clock.sleepers).toBe(1), { timeout: OPENED_WITHIN_MS });
    await other.letGo();
    (await passed(clock, opening)).close();
    expect(at.backups().filter((name) => name.endsWith('.sqlite'))).toHaveLength(1);
  });
});

/** A profile whose journal holds one document that waits, and is closed. */
async function ofThisVersion(...of: Parameters<typeof aProfile>): Promise<{ at: ReturnType<typeof aProfile>; itemId: ItemId }> {
  const at = aProfile(...of);
  const journal = await at.open();
  const open = { journal, clock: at.clock, file: at.file };
  const { itemId } = journal.intake.enqueue(aFile(aFolder(open, aCompany(open)), { name: 'a.pdf' }));
  journal.close();
  return { at, itemId };
}

function read(file: string, sql: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }));
  database.close();
  return rows;
}

/** Lets virtual time pass until it is done; the machine's disk takes real time. */
async function passed<T>(clock: VirtualClock, doing: Promise<T>): Promise<T> {
  let isDone = false;
  void doing.finally(() => (isDone = true));
  const look = async (): Promise<void> => {
    await clock.advance(SECOND_MS);
    expect(isDone).toBe(true);
  };
  await vi.waitFor(look, { timeout: OPENED_WITHIN_MS });
  return doing;
}

const world = { clock: virtualClock(), random: seededRandom(1) };

function made(file: string, sql: string, beside: () => void = () => undefined): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
  beside();
}

describe('opening the journal', () => {
  it('is refused while another has it open, and granted when that one has closed', () => {
    const { journal, file } = anOpenJournal();
    expect(openJournal(file, world)).toMatchObject({ ok: false, failure: { kind: 'in-use' } });
    journal.close();
    const again = openJournal(file, world);
    expect(again.ok).toBe(true);
    if (again.ok) again.value.close();
  });

  it('leaves a file of a newer version as it is', () => {
    const file = join(tempFolder(), 'journal.sqlite');
    const newer = new DatabaseSync(file);
    newer.exec('CREATE TABLE later (a); PRAGMA user_version = 99');
    newer.close();
    expect(openJournal(file, world)).toMatchObject({ ok: false, failure: { kind: 'newer' } });
    const after = new DatabaseSync(file);
    expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
    expect(after.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()).toEqual([{ name: 'later' }]);
    after.close();
  });

  it('says that a damaged file is damaged', () => {
    const file = join(tempFolder(), 'journal.sqlite');
    writeFileSync(file, 'this is no database, however long it is read '.repeat(50));
    expect(openJournal(file, world)).toMatchObject({ ok: false, failure: { kind: 'damaged' } });
  });

  it.each([
    ['newer', (file: string) => made(file, 'PRAGMA user_version = 99')],
    ['damaged', (file: string) => writeFileSync(file, 'this is no database, however long it is read '.repeat(50))],
    ['absent', (file: string) => writeFileSync(file, '')],
    // A folder is in the way of the log.
    ['broken', (file: string) => made(file, 'PRAGMA user_version = 1', () => mkdirSync(`${file}-wal`))],
  ] as const)('leaves a file that is %s to whoever moves it away', (kind, make) => {
    const file = join(tempFolder(), 'journal.sqlite');
    make(file);
    expect(openJournal(file, { ...world, mustExist: true })).toMatchObject({ ok: false, failure: { kind } });
    renameSync(file, `${file}-aside`);
  });

  it('flushes every commit to the disk', () => {
    const { journal, file } = anOpenJournal();
    journal.close();
    const plain = new DatabaseSync(file);
    expect(plain.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    plain.close();
  });

  it('makes every upload that was under way wait again, with its reference and its tries', () => {
    const open = anOpenJournal();
    const company = aCompany(open);
    const { itemId } = open.journal.intake.enqueue(aFile(aFolder(open, company)));
    const ref = begun(open, itemId);
    open.journal.close();
    const journal = opened(open.file, open.clock);
    expect(item({ journal }, itemId).state.kind).toBe('uploading');
    expect(journal.restart()).toBe(1);
    expect(item({ journal }, itemId)).toMatchObject({ reference: ref, attempts: 1, state: { kind: 'waiting', last: null } });
    expect(journal.delivery.nextDueAt()).toBeGreaterThan(open.clock.wallMs());
    journal.close();
  });
});
