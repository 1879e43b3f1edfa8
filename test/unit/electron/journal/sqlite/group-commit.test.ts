import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { transactions } from '#electron/journal/sqlite/transactions.ts';
import { openDatabase } from '#shared/node/sqlite/open-database.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { aCompany, aFile, aFolder, anOpenJournal } from '../an-open-journal.ts';

function setUp() {
  const open = anOpenJournal();
  const folder = aFolder(open, aCompany(open));
  let rings = 0;
  open.journal.onChange(() => {
    rings += 1;
  });
  const queue = (content: string) => open.journal.join(() => open.journal.intake.enqueue(aFile(folder, { name: content, content })));
  return { ...open, folder, queue, rings: () => rings };
}

/** What a power cut would leave now: the files as they are, opened by another connection. */
function kept(file: string): readonly unknown[] {
  const copy = join(tempFolder(), 'journal.sqlite');
  for (const ending of ['', '-wal']) copyFileSync(file + ending, copy + ending);
  const database = new DatabaseSync(copy);
  const rows = database.prepare('SELECT name FROM items ORDER BY n').all();
  database.close();
  return rows.map((row) => row['name']);
}

describe('writes that are joined', () => {
  it('share one commit, in the order of asking, and ring once', async () => {
    const { queue, rings, file } = setUp();
    const all = [queue('one'), queue('two'), queue('three')];
    expect(kept(file)).toEqual([]);
    await Promise.all(all);
    expect(kept(file)).toEqual(['one', 'two', 'three']);
    expect(rings()).toBe(1);
  });

  it('are on the disk when the first of them is told so', async () => {
    const { queue, file } = setUp();
    const first = queue('one').then(() => kept(file));
    await Promise.all([queue('two'), queue('three')]);
    expect(await first).toEqual(['one', 'two', 'three']);
  });

  it('are not taken along by one of them that throws, and what it wrote before is undone', async () => {
    const { queue, journal, folder, rings } = setUp();
    const broken = journal.join(() => {
      journal.intake.enqueue(aFile(folder, { name: 'half', content: 'half' }));
      throw new Error('broken');
    });
    const ended = await Promise.allSettled([queue('one'), broken, queue('two')]);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(journal.list.page({ limit: 9 }).items.map(({ name }) => name)).toEqual(['two', 'one']);
    // Counts are kept in memory: they must not include the transaction that was rolled back.
    expect(journal.items.counts().waiting).toBe(2);
    expect(rings()).toBe(1);
  });

  it('all fail when their commit fails, and the next ones are taken again', async () => {
    const database = openDatabase(':memory:');
    // A deferred constraint fails at the commit, when every transaction of the group believes that it is done.
    database.exec('CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a REFERENCES a (id) DEFERRABLE INITIALLY DEFERRED)');
    const all = transactions(database, () => 'there');
    const rung: string[] = [];
    all.onCommit(() => rung.push('committed'));
    all.onRollback(() => rung.push('undone'));
    const insert = (sql: string) => all.join(() => database.exec(sql));
    const ended = await Promise.allSettled([insert('INSERT INTO a VALUES (1)'), insert('INSERT INTO b VALUES (7)')]);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(rung).toEqual(['undone']);
    await insert('INSERT INTO a VALUES (2)');
    expect(database.prepare('SELECT id FROM a').all()).toEqual([{ id: 2 }]);
    expect(rung).toEqual(['undone', 'committed']);
    database.close();
  });

  it('that still wait are written when the journal is closed', async () => {
    const { queue, journal, file } = setUp();
    const one = queue('one');
    journal.close();
    await expect(one).resolves.toMatchObject({ made: true });
    const after = new DatabaseSync(file);
    expect(after.prepare('SELECT name FROM items').all()).toEqual([{ name: 'one' }]);
    after.close();
  });

  it('fail for whoever asked, and for nobody else, when the journal was closed before', async () => {
    const { queue, journal } = setUp();
    journal.close();
    await expect(queue('one')).rejects.toThrow('the journal is closed');
  });
});
