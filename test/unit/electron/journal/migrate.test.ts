import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { IntegrationId } from '#shared/contract/ids.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { aProfile } from './a-profile.ts';
import { NO_MODES, unless } from '#test/support/why-skipped.ts';

const OLDEST = readFileSync('test/unit/electron/journal/fixtures/version-1.sql', 'utf8');
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

  it('comes to the very schema that a new one has', async () => {
    const at = first();
    const fresh = aProfile();
    (await at.open()).close();
    (await fresh.open()).close();
    expect(schemaOf(at.file)).toEqual(schemaOf(fresh.file));
  });
});

function first() {
  const at = aProfile();
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
