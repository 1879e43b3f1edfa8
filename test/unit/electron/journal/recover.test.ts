import { closeSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Journal } from '#electron/journal/open-journal.ts';
import { DAY_MS } from '#shared/lib/duration.ts';
import { aProfile, type AProfile } from './a-profile.ts';
import { aCompany, aFile, aFolder, INTEGRATION, OTHER_INTEGRATION } from './an-open-journal.ts';

const NOISE = 'this is no database, however long it is read '.repeat(50);

function existing(journal: Journal): readonly string[] {
  return journal.folders.folders().map((folder) => folder.existing);
}

/** A company with a folder and one document in it. */
async function used(at: AProfile) {
  const journal = await at.open();
  const company = aCompany({ journal, clock: at.clock, file: at.file });
  const folder = aFolder({ journal, clock: at.clock, file: at.file }, company);
  const { itemId } = journal.intake.enqueue(aFile(folder));
  journal.settings.write({ language: 'fr' });
  return { journal, company, folder, itemId };
}

function damage(file: string): void {
  const handle = openSync(file, 'r+');
  // Every page except the first, so that it still looks like a database.
  const bytes = statSync(file).size;
  for (let at = 4_096; at < bytes; at += 4_096) writeSync(handle, NOISE, at);
  closeSync(handle);
}

const ruin: readonly (readonly [string, (file: string) => void])[] = [
  ['overwritten', (file) => writeFileSync(file, NOISE)],
  ['damaged in its pages', damage],
  ['cut in half', (file) => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096)],
  ['empty', (file) => truncateSync(file, 0)],
  ['gone', (file) => rmSync(file)],
];

describe('a journal that is found ruined at the start', () => {
  it.each(ruin)('when it is %s is made anew from the newest backup, and what was set up later from beside it', async (_how, ruined) => {
    const at = aProfile();
    const before = await used(at);
    await at.keep(before.journal, { copy: true });
    const other = aCompany({ ...before, clock: at.clock, file: at.file }, OTHER_INTEGRATION);
    before.journal.settings.write({ language: 'en' });
    await at.keep(before.journal, { copy: false });
    before.journal.close();
    ruined(at.file);
    const ruins = statSync(at.file, { throwIfNoEntry: false }) === undefined ? null : readFileSync(at.file);

    const journal = await at.open();
    expect(journal.items.get(before.itemId)).toMatchObject({ id: before.itemId, state: { kind: 'waiting' } });
    expect(journal.companies.companies().map(({ id }) => id)).toEqual([before.company.id, other.id]);
    expect(journal.settings.read()).toEqual({ language: 'en' });
    const recovery = journal.recovery.unseen();
    expect(recovery).toMatchObject({ source: 'backup', upTo: at.clock.wallMs() });
    // The damaged file was not touched.
    const aside = at.names().filter((name) => /^journal-damaged-.*\.sqlite$/.test(name));
    const keptAs = recovery?.keptAs ?? null;
    expect(keptAs === null || aside.includes(keptAs)).toBe(true);
    // An empty file was not a journal: SQLite created one in it before that was noticed.
    const untouched = ruins === null || ruins.length === 0 || readFileSync(join(at.profile, aside[0] ?? '')).equals(ruins);
    expect(untouched).toBe(true);
    expect(at.names().filter((name) => name.startsWith('journal-made-anew'))).toEqual([]);
  });

  it('without a backup keeps companies, folders and settings, and says so until somebody has seen it', async () => {
    const at = aProfile();
    const before = await used(at);
    await at.keep(before.journal, { copy: false });
    before.journal.close();
    damage(at.file);
    const journal = await at.open();
    expect(journal.companies.companies()).toMatchObject([{ id: before.company.id, integrationId: INTEGRATION }]);
    expect(journal.folders.folders()).toMatchObject([{ id: before.folder.id, path: before.folder.path, identity: null }]);
    expect(journal.items.get(before.itemId)).toBeNull();
    expect(journal.recovery.unseen()).toMatchObject({ source: 'set-up', upTo: null });
    journal.close();
    const later = await at.open();
    expect(later.recovery.unseen()).toMatchObject({ source: 'set-up' });
    later.recovery.seen(at.clock.wallMs());
    expect(later.recovery.unseen()).toBeNull();
  });

  it('with neither begins anew, and says that nothing was left', async () => {
    const at = aProfile();
    writeFileSync(at.file, NOISE);
    const journal = await at.open();
    expect(journal.companies.companies()).toEqual([]);
    expect(journal.recovery.unseen()).toMatchObject({ source: 'nothing' });
  });

  it('steps behind backups that are damaged too', async () => {
    const at = aProfile();
    const before = await used(at);
    await at.keep(before.journal, { copy: true });
    const [good = ''] = at.backups();
    await at.clock.advance(2 * DAY_MS);
    await at.keep(before.journal, { copy: true });
    before.journal.close();
    const [, bad = ''] = at.backups();
    damage(join(at.profile, 'backups', bad));
    damage(at.file);
    const journal = await at.open();
    expect(journal.items.get(before.itemId)).not.toBeNull();
    expect(journal.recovery.unseen()?.upTo).toBe(at.clock.wallMs() - 2 * DAY_MS);
    expect(at.backups()).toEqual([good, bad]);
  });

  it('that a kill left half made anew is made anew again', async () => {
    const at = aProfile();
    const before = await used(at);
    await at.keep(before.journal, { copy: true });
    before.journal.close();
    rmSync(at.file);
    writeFileSync(join(at.profile, 'journal-made-anew.sqlite'), NOISE);
    writeFileSync(join(at.profile, 'journal.sqlite-wal'), NOISE);
    const journal = await at.open();
    expect(journal.items.get(before.itemId)).not.toBeNull();
  });
});

describe('after the journal was made anew', () => {
  it('what lies in a folder is sent like new only where that was said before', async () => {
    const at = aProfile();
    const { journal, company } = await used(at);
    journal.folders.add({ companyId: company.id, importType: 'sales-invoices', path: '/sales', settleMs: 5_000, existing: 'send' });
    await at.keep(journal, { copy: false });
    journal.close();
    rmSync(at.file);
    expect(existing(await at.open())).toEqual(['ask', 'send']);
  });

  it('a company that had another integration has its files held, because they may have been sent under that one', async () => {
    const at = aProfile();
    const { journal, company } = await used(at);
    journal.folders.add({ companyId: company.id, importType: 'sales-invoices', path: '/sales', settleMs: 5_000, existing: 'send' });
    await at.keep(journal, { copy: true });
    journal.companies.reconnect(company.id, OTHER_INTEGRATION, at.clock.wallMs());
    await at.keep(journal, { copy: false });
    journal.close();
    rmSync(at.file);
    const anew = await at.open();
    expect(anew.recovery.unseen()).toMatchObject({ source: 'backup' });
    expect(existing(anew)).toEqual(['ask', 'ask']);
    expect(anew.folders.folders().map(({ identity }) => identity)).toEqual([null, null]);
    expect(anew.companies.get(company.id)).toMatchObject({ integrationId: OTHER_INTEGRATION, formerIntegrationIds: [INTEGRATION] });
  });
});

describe('a start that leaves everything alone', () => {
  it('is one on a journal of a newer version, with backups beside it', async () => {
    const at = aProfile();
    const { journal } = await used(at);
    await at.keep(journal, { copy: true });
    journal.close();
    const { DatabaseSync } = await import('node:sqlite');
    const newer = new DatabaseSync(at.file);
    newer.exec('PRAGMA user_version = 99');
    newer.close();
    const before = at.names();
    expect(await at.tryOpen()).toMatchObject({ ok: false, failure: { kind: 'newer' } });
    expect(at.names()).toEqual(before);
  });

  it.each(['damaged', 'gone'])('is one on a journal that is %s, whose newest good backup is of a newer version', async (what) => {
    const at = aProfile();
    const { journal } = await used(at);
    await at.keep(journal, { copy: true });
    await at.clock.advance(2 * DAY_MS);
    await at.keep(journal, { copy: true });
    journal.close();
    const [, newest = ''] = at.backups();
    const { DatabaseSync } = await import('node:sqlite');
    const newer = new DatabaseSync(join(at.profile, 'backups', newest));
    newer.exec('PRAGMA user_version = 99');
    newer.close();
    if (what === 'gone') rmSync(at.file);
    else writeFileSync(at.file, NOISE);
    const others = (): readonly string[] => at.names().filter((name) => !/^(journal\.sqlite|recovery\.lock)/.test(name));
    const before = others();
    expect(await at.tryOpen()).toMatchObject({ ok: false, failure: { kind: 'newer' } });
    expect(others()).toEqual(before);
    expect(what === 'gone' || readFileSync(at.file, 'utf8') === NOISE).toBe(true);
  });

  it('is one on a journal that another has open', async () => {
    const at = aProfile();
    await used(at);
    const before = at.names();
    expect(await at.tryOpen()).toMatchObject({ ok: false, failure: { kind: 'in-use' } });
    expect(at.names()).toEqual(before);
  });
});
