import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { runCommand, startHost } from '../../build/demo/start-host.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { openStage } from './kill-points/stage.ts';
import { until } from '#test/support/until.ts';
import { createHash } from 'node:crypto';
import { COPY_HEADER_BYTES } from '#shared/domain/folder/copy-header.ts';
import { readCopyHeader } from '#shared/domain/folder/read-copy-header.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { aConnectedEngine, anEngine } from '#test/unit/electron/an-engine.ts';

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

const parts = realParts();
const SCANS = 15;
/** Less than a piece, about a piece, and several pieces. */
const SIZES = [2_000, 262_000, 700_000];

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Fifteen scans of a company that is paused: each waits, with a private copy that the running program has written. */
async function waitingCopies() {
  const all = await aConnectedEngine(parts());
  const { engine, scans, root, company } = all;
  await engine.client.companies.pause({ companyId: company.id });
  const hashes = Array.from({ length: SCANS }, (_, at) => {
    const scan = aPdf(`scan ${at}`, SIZES[at % SIZES.length]);
    writeFileSync(join(scans, `scan-${at}.pdf`), scan);
    return hashOf(scan);
  });
  await engine.until(({ counts }) => counts.waiting === SCANS);
  const spool = join(root, 'profile', 'spool');
  const copies = readdirSync(spool).map((name) => join(spool, name));
  expect(copies).toHaveLength(SCANS);
  const resume = (client = engine.client) => client.companies.resume({ companyId: company.id });
  const sent = async (): Promise<readonly string[]> => (await all.documents()).map(({ sha256 }) => sha256).toSorted();
  return { ...all, spool, copies, resume, sent, hashes: hashes.toSorted() };
}

/** Where the document lies in its copy. */
function placeOf(path: string): { readonly from: number; readonly bytes: number } {
  const owner = readCopyHeader(readFileSync(path).subarray(0, COPY_HEADER_BYTES));
  if (owner?.bytes === null || owner === null) throw new Error('a copy without a header');
  return { from: owner.from, bytes: owner.bytes };
}

function flip(path: string, at: number): void {
  const [file, byte] = [openSync(path, 'r+'), Buffer.alloc(1)];
  readSync(file, byte, 0, 1, at);
  byte[0] = (byte[0] ?? 0) ^ 1;
  writeSync(file, byte, 0, 1, at);
  closeSync(file);
}

type Damage = (path: string) => void;
const within =
  (at: (bytes: number) => number): Damage =>
  (path) => {
    const { from, bytes } = placeOf(path);
    flip(path, from + at(bytes));
  };

const DAMAGES: readonly (readonly [string, Damage])[] = [
  ['its first byte', within(() => 0)],
  ['a byte in its middle', within((bytes) => Math.floor(bytes / 2))],
  ['its last byte', within((bytes) => bytes - 1)],
  ['its header', (path) => flip(path, 20)],
  ['its length: it was cut', (path) => truncateSync(path, COPY_HEADER_BYTES + placeOf(path).bytes - 1)],
  ['its length: there is more behind it', (path) => writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from('more')]))],
];

describe('a private copy of a waiting document that is changed on the disk while the program runs', () => {
  it.each(DAMAGES)('is not sent: %s', async (_, damage) => {
    const { engine, copies, resume, sent, hashes } = await waitingCopies();
    copies.forEach(damage);
    await resume();
    await engine.until(({ counts }) => counts.awaiting === SCANS);
    expect(await sent()).toEqual(hashes);
  });

  it('is not sent by the next run either', async () => {
    const { engine, root, copies, resume, sent, hashes } = await waitingCopies();
    await engine.close();
    copies.forEach(within((bytes) => Math.floor(bytes / 2)));
    const next = await anEngine(root);
    await resume(next.client);
    await next.until(({ counts }) => counts.awaiting === SCANS);
    expect(await sent()).toEqual(hashes);
  });
});

describe('the folder of the private copies', () => {
  it('is made again where somebody removed it while the program runs, and the disk is not blamed for it', async () => {
    const { engine, spool, resume, sent, hashes } = await waitingCopies();
    rmSync(spool, { recursive: true });
    await resume();
    await engine.until(({ counts }) => counts.awaiting === SCANS);
    expect(await sent()).toEqual(hashes);
    expect((await engine.client.overview()).disk).toEqual({ kind: 'good' });
  });
});
