import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';

const TEST_MS = 120_000;
/** The lines after which a life ends: in the first group, and in the middle of many. */
const KILLS = [1, 3, 17, 40, 95, 170, 333, 612];

type Said = Readonly<Record<'queued' | 'sent' | 'ended', readonly string[]>>;

describe('a program that is killed while many writes share a commit', () => {
  test.each(KILLS)(
    'has kept all that was acknowledged by line %i, and sent nothing without its intent',
    { timeout: TEST_MS },
    async (lines) => {
      const profile = tempFolder();
      const said = await killedAfter(profile, lines);
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

/** Everything that it printed until it was dead, including what it printed after the signal was sent. */
async function killedAfter(profile: string, lines: number): Promise<Said> {
  const child = spawn(process.execPath, ['test/faults/programs/busy-delivery.ts', profile], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said = { queued: [] as string[], sent: [] as string[], ended: [] as string[] };
  let heard = 0;
  const reader = createInterface({ input: child.stdout }).on('line', (line) => {
    const [what = '', id = ''] = line.split(' ');
    if (what !== 'queued' && what !== 'sent' && what !== 'ended') return;
    said[what].push(id);
    heard += 1;
    if (heard === lines) child.kill('SIGKILL');
  });
  const late = setTimeout(() => child.kill('SIGKILL'), TEST_MS / 2);
  await Promise.all([new Promise((resolve) => child.once('close', resolve)), new Promise((resolve) => reader.once('close', resolve))]);
  clearTimeout(late);
  return said;
}
