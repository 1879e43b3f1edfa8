import { describe, expect, onTestFinished, test } from 'vitest';
import { scriptedServer } from '#test/support/network/scripted-server.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { until } from '#test/support/until.ts';
import { runCommand, startHost } from '../../build/demo/start-host.ts';

/** Real programs. */
const TEST_MS = 120_000;

describe('a host that ends while a command waits for its answer', () => {
  test.each([
    { how: 'is killed', signal: 'SIGKILL' },
    { how: 'is told to stop', signal: 'SIGTERM' },
  ] as const)('and $how is named in one sentence, with an exit code', { timeout: TEST_MS }, async ({ signal }) => {
    const profile = tempFolder();
    const { program, client } = await startHost(profile);
    onTestFinished(() => program.stop());
    // A host without companies asks the service for nothing but its keys: whatever comes here is asked for by the command.
    const [silent, other] = [await scriptedServer(() => () => undefined), await scriptedServer(() => ({ status: 404 }))];
    const addresses = { baseUrl: `${silent.url}/v1`, authUrl: `${silent.url}/token`, jwksUrl: `${other.url}/jwks`, issuer: other.url };
    await client.installation.change({ relayUrl: other.url, service: { ...addresses, scope: 'import', test: true } });
    const command = runCommand(profile, ['doctor']);
    await until('the host asks on behalf of the command', async () => silent.asked.length > 0);
    process.kill(program.pid, signal);
    expect(await command).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The Intray that runs on this profile ended before it had answered\. [^\n]+\n$/),
    });
  });
});
