import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand, startHost } from '../../build/demo/start-host.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { openStage } from './kill-points/stage.ts';
import { until } from '#test/support/until.ts';

const TEST_MS = 240_000;

describe('a key that is gone while the sealed vault is there', () => {
  test('is said, keeps queue and history, and a company goes on by its secret typed in anew', { timeout: TEST_MS }, async () => {
    const stage = await openStage();
    onTestFinished(() => stage.close());
    stage.begin('before it was lost');
    const first = await startHost(stage.profile);
    await until('one is accepted', async () => (await first.client.overview()).counts.accepted === 1);
    await first.program.stop();
    const sealed = readFileSync(join(stage.profile, 'vault.json'));
    rmSync(join(stage.profile, 'key'));
    writeFileSync(join(stage.folder, 'later.pdf'), aPdf('after it was lost'));

    const host = await startHost(stage.profile);
    onTestFinished(() => host.program.stop());
    const lost = await until('it is said', async () => {
      const overview = await host.client.overview();
      return overview.companies[0]?.connection.kind === 'invalid' && overview.counts.waiting === 1 ? overview : null;
    });
    expect(lost).toMatchObject({ vault: 'lost', standing: 'needs-you', counts: { accepted: 1, waiting: 1 } });
    expect(lost.companies[0]?.connection).toMatchObject({ kind: 'invalid', reason: 'no-secret' });
    const said = await runCommand(stage.profile, ['status']);
    expect(said.stdout.split('\n').filter((line) => /^(company|relay|vault)/.test(line))).toEqual([
      expect.stringMatching(/^company .*: waits for the vault, below$/),
      'relay: waits for the vault, below',
      expect.stringContaining('vault: lost'),
    ]);
    const broken = (await runCommand(stage.profile, ['doctor'])).stdout.split('\n').filter((line) => /^(bad|warning)/.test(line));
    expect(broken).toEqual([expect.stringContaining('vault: its key is gone')]);
    expect(readFileSync(join(stage.profile, 'vault.json'))).toEqual(sealed);

    const [company] = lost.companies;
    const { integrationSecret } = stage.credentials;
    const reconnect = ['companies', 'reconnect', '--company', company?.name ?? '', '--integration-id', company?.integrationId ?? ''];
    expect(await runCommand(stage.profile, reconnect, 'a wrong secret')).toMatchObject({ code: 1 });
    expect(await runCommand(stage.profile, reconnect, integrationSecret)).toMatchObject({ code: 0, stderr: '' });
    await until('both are accepted', async () => (await host.client.overview()).counts.accepted === 2);
    expect(await host.client.overview()).toMatchObject({ vault: 'open', standing: 'fine' });
    expect(await stage.documents()).toHaveLength(2);
    const kept = readdirSync(stage.profile).filter((name) => name.startsWith('vault-kept-'));
    expect(kept.map((name) => readFileSync(join(stage.profile, name)))).toEqual([sealed]);
  });

  test('takes the installation’s secrets with it, which are kept anew by the command line', { timeout: TEST_MS }, async () => {
    const stage = await openStage();
    onTestFinished(() => stage.close());
    const run = (args: readonly string[], input = '') => runCommand(stage.profile, ['secrets', ...args], input);
    const listed = async (): Promise<unknown> => JSON.parse((await run(['list', '--json'])).stdout);
    expect(await run(['keep', 'proxy-password'], '')).toMatchObject({ code: 2, stderr: expect.stringContaining('standard input') });
    expect(await run(['keep', 'another'], 'x')).toMatchObject({ code: 2 });
    expect(await run(['keep', 'proxy-password'], 'first\n')).toMatchObject({ code: 0, stderr: '' });
    expect(await listed()).toEqual({ 'proxy-password': true, 'client-secret': false });
    rmSync(join(stage.profile, 'key'));
    const host = await startHost(stage.profile);
    onTestFinished(() => host.program.stop());
    await until('it is looked at', async () => (await host.client.overview()).vault === 'lost');
    expect(await listed()).toEqual({ 'proxy-password': false, 'client-secret': false });
    expect(await host.client.secrets.keep({ name: 'proxy-password', secret: 'second' })).toMatchObject({
      ok: true,
      value: { 'proxy-password': true, 'client-secret': false },
    });
    expect(await host.client.secrets.view()).toEqual(await listed());
    expect(await run(['drop', 'proxy-password'])).toMatchObject({ code: 0 });
    expect(await listed()).toEqual({ 'proxy-password': false, 'client-secret': false });
  });
});

/** A company with an accepted document and a waiting one, whose host was started with this in place of its secrets. */
async function spoil(spoiled: (sealed: Buffer) => Uint8Array) {
  const stage = await openStage();
  onTestFinished(() => stage.close());
  stage.begin('before it was damaged');
  const first = await startHost(stage.profile);
  await until('one is accepted', async () => (await first.client.overview()).counts.accepted === 1);
  await first.program.stop();
  const path = join(stage.profile, 'vault.json');
  const bytes = spoiled(readFileSync(path));
  writeFileSync(path, bytes);
  writeFileSync(join(stage.folder, 'later.pdf'), aPdf('after it was damaged'));
  const host = await startHost(stage.profile);
  onTestFinished(() => host.program.stop());
  const overview = await until('it is said', async () => {
    const now = await host.client.overview();
    return now.companies[0]?.connection.kind !== 'active' && now.counts.waiting === 1 ? now : null;
  });
  const said = async (command: string, line: RegExp): Promise<readonly string[]> =>
    (await runCommand(stage.profile, [command])).stdout.split('\n').filter((one) => line.test(one));
  const [company] = overview.companies;
  const reconnect = ['companies', 'reconnect', '--company', company?.name ?? '', '--integration-id', company?.integrationId ?? ''];
  const reconnected = () => runCommand(stage.profile, reconnect, stage.credentials.integrationSecret);
  return { stage, host, overview, said, reconnected, path, bytes };
}

describe('the file of the secrets', () => {
  test('is said to be damaged where it was cut; a company goes on by its secret typed in anew, and the old file stays', {
    timeout: TEST_MS,
  }, async () => {
    const { stage, host, overview, said, reconnected, bytes } = await spoil((sealed) => sealed.subarray(0, 90));
    expect(overview).toMatchObject({ vault: 'damaged', standing: 'needs-you', counts: { accepted: 1, waiting: 1 } });
    expect(await said('status', /^vault/)).toEqual([expect.stringMatching(/^vault: damaged .*reconnect each company/)]);
    expect(await said('doctor', /^(bad|warning)/)).toEqual([expect.stringMatching(/vault: it is damaged/)]);
    expect(await reconnected()).toMatchObject({ code: 0, stderr: '' });
    await until('both are accepted', async () => (await host.client.overview()).counts.accepted === 2);
    expect(await host.client.overview()).toMatchObject({ vault: 'open', standing: 'fine' });
    expect(readFileSync(join(stage.profile, 'vault-damaged-1.json'))).toEqual(bytes);
    await host.program.stop();
    const next = await startHost(stage.profile);
    onTestFinished(() => next.program.stop());
    await until('it opens', async () => (await next.client.overview()).vault === 'open');
    expect(await stage.documents()).toHaveLength(2);
  });

  test('is left to the newer version that wrote it, and nobody is asked for a secret', { timeout: TEST_MS }, async () => {
    const { overview, said, reconnected, path, bytes } = await spoil(() => Buffer.from('{"version":2}'));
    expect(overview).toMatchObject({ vault: 'newer', companies: [{ connection: { kind: 'checking', doubt: 'secrets' } }] });
    expect(await said('status', /^vault/)).toEqual([expect.stringMatching(/^vault: of a newer version of Intray/)]);
    expect(await said('doctor', /^(bad|warning)/)).toEqual([expect.stringMatching(/vault: a newer version of Intray wrote it/)]);
    expect(await reconnected()).toMatchObject({ code: 1, stderr: expect.stringContaining('newer version of Intray') });
    expect(readFileSync(path)).toEqual(bytes);
  });
});
