import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openJournal } from '#electron/journal/open-journal.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { aCompany, aFile, aFolder, anOpenJournal, begun, item, opened } from './an-open-journal.ts';

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
