import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { EXIT } from '#electron/headless/exit-codes.ts';
import { openProfile } from '#electron/journal/profile/open-profile.ts';
import { MIGRATIONS } from '#electron/journal/migrations/all.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

test('an older host says that a newer one wrote the profile, and what to do, and leaves every byte of it', {
  timeout: 180_000,
}, async () => {
  const profile = tempFolder();
  const world = { clock: nodeClock(), random: seededRandom(1), files: nodeFiles(), log: recordingLog() };
  const opened = await openProfile({ profile, world });
  if (!opened.ok) throw new Error(opened.failure.kind);
  opened.value.close();
  const journal = join(profile, 'journal.sqlite');
  const newer = new DatabaseSync(journal);
  newer.exec(`CREATE TABLE of_later (a); INSERT INTO of_later VALUES (7); PRAGMA user_version = ${MIGRATIONS.length + 1}`);
  newer.close();
  const before = readFileSync(journal);
  for (const words of [[], ['status']]) {
    const args = ['build/headless.mjs', ...words, '--profile', profile, '--create-key-file', join(profile, 'key')];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: EXIT.closed, stdout: '' });
    expect(stderr).toMatch(/A newer version of Intray wrote this profile.*Install the newer version again\./);
    expect(readFileSync(journal).equals(before)).toBe(true);
  }
});
