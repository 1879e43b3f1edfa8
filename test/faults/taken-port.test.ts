import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';

test('a host whose port another program has says so in one sentence, and ends', { timeout: 120_000 }, async () => {
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as { readonly port: number };
  const profile = tempFolder();
  const args = ['build/headless.mjs', '--profile', profile, '--create-key-file', join(profile, 'key'), '--port', String(port), '--quiet'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(
    `--port ${port} cannot be listened on (EADDRINUSE). Another program has it: end that one, or choose another port. Intray has ended, and nothing is lost.\n`,
  );
});
