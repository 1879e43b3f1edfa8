import { createHash } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type AnotherUser, anotherUser } from '#test/support/another-user.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_ABSTRACT_NAMES, NOT_ROOT, unless } from '#test/support/why-skipped.ts';
import { runCommand, startHost } from '../../build/demo/start-host.ts';

/** Real programs; the engine's patience with one that does not answer is a quarter of a minute. */
const TEST_MS = 180_000;
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
  test('believe nobody who listens on the port of a host that was killed, and do not tell them its key', { timeout: TEST_MS }, async () => {
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

  test('follow no note in a profile that another user has made', { timeout: TEST_MS, ...unless(NOT_ROOT) }, async () => {
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
    timeout: TEST_MS,
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
