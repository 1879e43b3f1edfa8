import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { backupPath } from '#electron/journal/profile/backups.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { snapshotDatabase } from '#electron/platform/sqlite/copy-database.ts';
import { holdFile, NO_LOCKS } from '#test/support/disks/hanging-disk.ts';
import { type VirtualClock, virtualClock } from '#test/support/virtual-world.ts';
import { aProfile } from '../a-profile.ts';
import { NO_MODES, unless } from '#test/support/why-skipped.ts';
import { projectText } from '#test/support/project-text.ts';

/** A slow machine opens a small database within this time. */
const OPENED_WITHIN_MS = 10_000;
const OLDEST = projectText('test/unit/electron/journal/fixtures/version-1.sql');
const UNDER_WAY = 'a0000000-0000-4000-8000-000000000001' as ItemId;
const REFUSED = 'a0000000-0000-4000-8000-000000000002' as ItemId;

describe('a journal that the first version of Intray left behind', () => {
  it('is brought forward with everything in it, and goes on', async () => {
    const at = first();
    const journal = await at.open();
    expect(journal.restart()).toBe(1);
    expect(journal.items.get(UNDER_WAY)).toMatchObject({ attempts: 1, state: { kind: 'waiting' } });
    expect(journal.items.get(REFUSED)).toMatchObject({ state: { kind: 'refused', reason: 'illisible' } });
    const [company] = journal.companies.companies();
    expect(company?.connection.kind).toBe('active');
    expect(journal.folders.folders()).toMatchObject([{ path: '/scans', identity: { volume: '66', inode: '4711' } }]);
    expect(journal.results.links()).toMatchObject([{ cursor: { epoch: 'e1', seq: 3 } }]);
    expect(journal.settings.read()).toEqual({ language: 'fr' });
    const again = { integrationId: company?.integrationId as IntegrationId, at: at.clock.wallMs() };
    expect(journal.delivery.begin(UNDER_WAY, again)).toMatchObject({ attempts: 1, state: { kind: 'uploading' } });
  });

  it('is copied before it is changed, as it was', async () => {
    const at = first();
    (await at.open()).close();
    const [name = ''] = at.backups();
    const path = join(at.profile, 'backups', name);
    const copy = new DatabaseSync(path, { readOnly: true });
    expect(copy.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
    expect(copy.prepare('SELECT count(*) AS n FROM items').get()).toEqual({ n: 2 });
    copy.close();
  });

  it('is copied for this user alone', unless(NO_MODES), async () => {
    const at = first();
    (await at.open()).close();
    expect(at.backups().map((name) => statSync(join(at.profile, 'backups', name)).mode & 0o777)).toEqual([0o600]);
  });

  it.each(['EBUSY', 'EPERM'])('is copied when another program, that has the copy open (%s), lets go of it', async (code) => {
    const clock = virtualClock();
    let tries = 0;
    const at = first(clock, {
      platform: 'win32',
      snapshot: (database, file) => {
        tries += 1;
        if (tries < 4) throw Object.assign(new Error(code), { code });
        snapshotDatabase(database, file);
      },
    });
    (await passed(clock, at.open())).close();
    expect(tries).toBe(4);
    expect(at.backups()).toHaveLength(1);
    expect(at.names().filter((name) => name.includes('damaged'))).toEqual([]);
  });

  it('is copied when another program lets go of the half of an earlier copy, for real', unless(NO_LOCKS), async () => {
    const clock = virtualClock();
    const at = first(clock);
    const copy = backupPath(at.profile, clock.wallMs());
    mkdirSync(join(at.profile, 'backups'));
    writeFileSync(`${copy}.part`, '');
    const other = await holdFile(`${copy}.part`);
    const opening = at.open();
    // It has found the journal locked, and waits.
    await vi.waitFor(() => expect(clock.sleepers).toBe(1), { timeout: OPENED_WITHIN_MS });
    await other.letGo();
    (await passed(clock, opening)).close();
    expect(at.backups().filter((name) => name.endsWith('.sqlite'))).toHaveLength(1);
  });

  it('comes to the very schema that a new one has', async () => {
    const at = first();
    const fresh = aProfile();
    (await at.open()).close();
    (await fresh.open()).close();
    expect(schemaOf(at.file)).toEqual(schemaOf(fresh.file));
  });
});

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

function first(...of: Parameters<typeof aProfile>) {
  const at = aProfile(...of);
  const database = new DatabaseSync(at.file);
  database.exec(`PRAGMA journal_mode=WAL; ${OLDEST}`);
  database.close();
  return at;
}

function schemaOf(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
  database.close();
  return rows;
}
