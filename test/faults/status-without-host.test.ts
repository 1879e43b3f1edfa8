import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../build/demo/start-host.ts';
import { startParts } from '../../build/demo/start-parts.ts';
import { connectedHost } from './connected-host.ts';

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
