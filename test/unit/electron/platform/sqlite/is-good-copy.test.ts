import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyDatabase, isGoodCopy } from '#electron/platform/sqlite/copy-database.ts';
import { openDatabase } from '#shared/node/sqlite/open-database.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

async function aCopy() {
  const [folder, copies] = [tempFolder(), tempFolder()];
  const database = openDatabase(join(folder, 'journal.sqlite'));
  database.exec('CREATE TABLE kept (name TEXT); CREATE INDEX kept_name ON kept (name)');
  for (let n = 0; n < 500; n += 1) database.prepare('INSERT INTO kept VALUES (?)').run(`a name that fills pages ${n}`);
  const copy = join(copies, 'copie n° 1 #%.sqlite');
  await copyDatabase(database, copy);
  database.close();
  return { copies, copy };
}

describe('a copy of a database', () => {
  it('is good as it was made, and looking at it leaves nothing beside it', async () => {
    const { copies, copy } = await aCopy();
    const before = readFileSync(copy);
    expect(isGoodCopy(copy)).toBe(true);
    expect(readdirSync(copies)).toEqual(['copie n° 1 #%.sqlite']);
    expect(readFileSync(copy).equals(before)).toBe(true);
  });

  it('is not good once a page of it is another', async () => {
    const { copy } = await aCopy();
    const bytes = readFileSync(copy);
    bytes.fill(0, bytes.length - 4_096);
    writeFileSync(copy, bytes);
    expect(isGoodCopy(copy)).toBe(false);
  });
});
