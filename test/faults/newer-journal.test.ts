import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EXIT } from '#electron/headless/exit-codes.ts';
import { openProfile } from '#electron/journal/profile/open-profile.ts';
import { MIGRATIONS } from '#electron/journal/schema.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { recordingLog, seededRandom } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { runCommand, startHost } from '../../build/demo/start-host.ts';
import { startParts } from '../../build/demo/start-parts.ts';
import { connectedHost } from './connected-host.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type AnotherUser, anotherUser } from '#test/support/another-user.ts';
import { NO_ABSTRACT_NAMES, NOT_ROOT, unless } from '#test/support/why-skipped.ts';

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

/** Real programs. */
const TEST_MS = 120_000;

describe('the status of a profile on which no host runs', () => {
  test('is found out by the question itself: vault, relay and folders, and that nobody works', { timeout: TEST_MS }, async () => {
    const parts = await startParts();
    onTestFinished(() => parts.stop());
    const { profile, folder, first } = await connectedHost(parts);
    const lines = async (...words: readonly string[]): Promise<readonly string[]> => (await runCommand(profile, words)).stdout.split('\n');
    expect((await lines('status')).some((line) => line.startsWith('host:'))).toBe(false);
    await first.program.stop();

    expect(await lines('status')).toEqual(
      expect.arrayContaining([
        'host: none runs on this profile, so nothing is watched, sent or read now',
        'relay: connected',
        'vault: open',
      ]),
    );
    expect(await runCommand(profile, ['documents'])).toEqual({ code: 0, stdout: '', stderr: 'No documents yet.\n' });
    expect(await runCommand(profile, ['documents', '--state', 'refused'])).toMatchObject({
      stdout: '',
      stderr: 'There is no such document.\n',
    });
    expect(await runCommand(profile, ['documents', '--json'])).toMatchObject({ stdout: '[]\n' });

    renameSync(folder, `${folder}-away`);
    expect(await lines('status')).toContain(`folder ${JSON.stringify(folder)}: is not there`);
    expect((await lines('folders', 'list'))[1]).toMatch(/ missing +no /);
    renameSync(`${folder}-away`, folder);
    await parts.stop();
    expect((await lines('status')).find((line) => line.startsWith('relay:'))).toMatch(/unreachable since .*it cannot be reached/);
    rmSync(join(profile, 'key'));
    expect((await lines('status')).filter((line) => /^(company|relay|vault)/.test(line))).toEqual([
      'company "Exemple SARL": active',
      'relay: waits for the vault, below',
      expect.stringContaining('vault: lost'),
    ]);
  });
});

/** Real programs; the engine's patience with one that does not answer is a quarter of a minute. */
const ANOTHER_USERS_PLACES_TEST_MS = 180_000;
const NOBODY = 65_534;
const noteSchema = z.object({ port: z.number(), commandKey: z.string() });

/** Their program at a host's port. It answers as the host of an earlier version would: that it is there, and with an address of theirs. */
async function theirHost(port = 0): Promise<AnotherUser> {
  const address = JSON.stringify({ url: 'http://000000000000000000000000.localhost:1/#token=theirs' });
  const there = { type: 'text/plain', body: '', status: 204 };
  const theirs = await anotherUser({ port, answers: { '/ping': there, '/token': { type: 'application/json', body: address } } });
  onTestFinished(() => theirs.end());
  return theirs;
}

describe('commands of a person, where another user was first', () => {
  test('believe nobody who listens on the port of a host that was killed, and do not tell them its key', {
    timeout: ANOTHER_USERS_PLACES_TEST_MS,
  }, async () => {
    const profile = tempFolder();
    const { program } = await startHost(profile);
    await program.kill();
    const { port, commandKey } = noteSchema.parse(JSON.parse(readFileSync(join(profile, 'host.json'), 'utf8')));
    const theirs = await theirHost(port);
    const none = { code: 1, stdout: '', stderr: 'No host runs on this profile.\n' };
    for (const words of [['url'], ['running'], ['browsers'], ['browsers', 'end', '--all']])
      expect(await runCommand(profile, words)).toEqual(none);
    const heard = await theirs.heard();
    expect(heard).toContain('/ping');
    expect(heard).not.toContain(commandKey);
  });

  test('follow no note in a profile that another user has made', {
    timeout: ANOTHER_USERS_PLACES_TEST_MS,
    ...unless(NOT_ROOT),
  }, async () => {
    const theirs = await theirHost();
    const [profile, mixed] = [join(tempFolder(), 'profile'), join(tempFolder(), 'profile')];
    for (const folder of [profile, mixed]) {
      mkdirSync(folder);
      const note = join(folder, 'host.json');
      writeFileSync(note, JSON.stringify({ port: theirs.port, commandKey: 'theirs', pid: 1 }), { mode: 0o644 });
      chownSync(note, NOBODY, NOBODY);
    }
    // In the other one the note alone is theirs, as in a folder that everybody could write to.
    chownSync(profile, NOBODY, NOBODY);
    for (const folder of [profile, mixed])
      for (const words of [['url'], ['running'], ['browsers'], ['status']])
        expect(await runCommand(folder, words)).toEqual({
          code: 4,
          stdout: '',
          stderr: expect.stringContaining('belongs to another user of this computer'),
        });
    expect(await theirs.heard()).toBe('');
  });

  test('and its start do not wait for one who has the name of the profile', {
    timeout: ANOTHER_USERS_PLACES_TEST_MS,
    ...unless(NO_ABSTRACT_NAMES, NOT_ROOT),
  }, async () => {
    const profile = tempFolder();
    const name = `intray-profile-${createHash('sha256').update(profile).digest('hex').slice(0, 32)}`;
    const theirs = await anotherUser({ name });
    onTestFinished(() => theirs.end());
    expect(await runCommand(profile, ['status'])).toMatchObject({ code: 0 });
    const { program } = await startHost(profile);
    onTestFinished(() => program.stop());
    expect(program.log()).toContain('HELD-BY-ANOTHER-USER');
    // The lock of the journal still lets one of this user's own programs write, and no other.
    expect(await runCommand(profile, [])).toMatchObject({ code: 0, stdout: expect.stringContaining('"handedOver":true') });
  });
});
