import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { toldIn } from './power-cut/flaws-after.ts';
import { runUntil } from './power-cut/run-until.ts';

const TEST_MS = 120_000;
/** The lines after which a life ends: in the first group, and in the middle of many. */
const KILLS = [1, 3, 17, 40, 95, 170, 333, 612];

describe('a program that is killed while many writes share a commit', () => {
  test.each(KILLS)(
    'has kept all that was acknowledged by line %i, and sent nothing without its intent',
    { timeout: TEST_MS },
    async (lines) => {
      const profile = tempFolder();
      const said = toldIn((await runUntil(profile, {}, lines)).said);
      const journal = new DatabaseSync(join(profile, 'journal.sqlite'));
      const ids = (sql: string): ReadonlySet<unknown> =>
        new Set(
          journal
            .prepare(sql)
            .all()
            .map((row) => Object.values(row)[0]),
        );
      const [items, intents, received] = [
        ids('SELECT id FROM items'),
        ids('SELECT reference FROM intents'),
        ids("SELECT id FROM items WHERE kind = 'awaiting'"),
      ];
      journal.close();
      expect(said.queued.length + said.sent.length + said.ended.length).toBeGreaterThanOrEqual(lines);
      expect(said.queued.filter((id) => !items.has(id))).toEqual([]);
      expect(said.sent.filter((reference) => !intents.has(reference))).toEqual([]);
      expect(said.ended.filter((id) => !received.has(id))).toEqual([]);
    },
  );
});
