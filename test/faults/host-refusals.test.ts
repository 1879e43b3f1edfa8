import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CALL_HEADER, COMMAND_KEY_HEADER } from '#electron/headless/host/request-guard.ts';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import { askHost, pageHeaders, signInBy } from '#test/support/network/ask-host.ts';
import { readyLine } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { freshAddress } from '../../build/demo/engine-client.ts';

describe('the log of a host that is misused', () => {
  test('says what was refused and how often, and none of what was tried', { timeout: 120_000 }, async () => {
    const profile = tempFolder();
    const args = ['build/headless.mjs', '--profile', profile, '--create-key-file', join(profile, 'key'), '--port', '0'];
    const program = await readyLine({ args });
    const port = Number(program.ready['port']);
    const address = await freshAddress(profile);
    expect((await signInBy(address)).status).toBe(200);
    for (let n = 0; n < 3; n += 1) expect((await signInBy(address)).status).toBe(401);
    const call = { method: 'POST', path: '/rpc/info', body: '{}' };
    const own = pageHeaders(address);
    const { host } = new URL(address);
    const refused = async (headers: Readonly<Record<string, string>>, status: number): Promise<void> =>
      expect(await askHost(port, { ...call, headers: { host, ...headers } })).toMatchObject({ status });
    await refused({ ...own, [SESSION_HEADER]: 'invented-session' }, 401);
    await refused({ ...own, origin: 'https://evil.example' }, 403);
    await refused({ ...own, host: 'evil.example' }, 421);
    for (let n = 0; n < 2; n += 1)
      await refused({ host: `127.0.0.1:${port}`, [CALL_HEADER]: '1', [COMMAND_KEY_HEADER]: 'invented-key' }, 401);
    await program.stop('SIGTERM');
    const said = program.stderr();
    const lines = said
      .split('\n')
      .filter((line) => line.includes('a call was refused'))
      .map((line) => JSON.parse(line) as { readonly why: string; readonly times: number });
    expect(lines.map(({ why, times }) => `${why} ${times}`).toSorted()).toEqual([
      'no-session 1',
      'one-time-address-used-or-unknown 1',
      'one-time-address-used-or-unknown 2',
      'wrong-command-key 1',
      'wrong-command-key 1',
      'wrong-host 1',
      'wrong-page 1',
    ]);
    const token = new URL(address).hash.split('=')[1] ?? '?';
    for (const text of [token, 'invented', 'evil', host, profile, '/rpc']) expect(said).not.toContain(text);
  });
});
