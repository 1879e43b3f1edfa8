import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { anotherUser } from '#test/support/another-user.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_IPV6, unless } from '#test/support/why-skipped.ts';

test.each(['127.0.0.1', '::1'])(
  'a host whose port another user has on %s says so, does not run beside them, and ends',
  { timeout: 120_000, ...unless(NO_IPV6) },
  async (host) => {
    const theirs = await anotherUser({ host });
    onTestFinished(() => theirs.end());
    const { port } = theirs;
    const profile = tempFolder();
    const args = ['build/headless.mjs', '--profile', profile, '--create-key-file', join(profile, 'key'), '--port', String(port), '--quiet'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      `--port ${port} cannot be listened on: another program, maybe another user's, has it on ${host} (EADDRINUSE). Whoever listens on one of 127.0.0.1 and ::1 can answer a browser in place of the window, so Intray runs with both or not at all. End that program (as root, "ss -ltnp sport = :${port}" names it), or choose another port. Intray has ended, and nothing is lost.\n`,
    );
    expect(await theirs.heard()).toBe('');
  },
);
