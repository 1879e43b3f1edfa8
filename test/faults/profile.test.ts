import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openJournal } from '#electron/journal/open-journal.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { signInBy } from '#test/support/network/ask-host.ts';
import { scriptedServer } from '#test/support/network/scripted-server.ts';
import { tempFolder } from '#test/support/folders.ts';
import { until } from '#test/support/until.ts';
import { type CommandEnd, type Host, runCommand, startHost } from '../../build/demo/start-host.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { firstSweep } from '../../build/demo/first-sweep.ts';
import { connectedHost } from './connected-host.ts';

/** Real programs; one that hangs is waited for a quarter of a minute before that is reported. */
const TEST_MS = 180_000;
const readySchema = z.strictObject({ ready: z.literal('headless'), port: z.number(), handedOver: z.boolean().optional() });

describe('a second start on a profile', () => {
  test('shows the way to the running host, ends well and starts nothing', { timeout: TEST_MS }, async () => {
    const profile = tempFolder();
    const host = await aHost(profile);
    const second = await runCommand(profile, []);
    expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining('runs on this profile already') });
    // Output that is not a terminal gets no address: it may be a log that others read.
    const { port, handedOver } = readySchema.parse(JSON.parse(second.stdout));
    expect(handedOver).toBe(true);
    expect(String(port)).toBe(new URL(host.url).port);
    expect(await statusBy((await runCommand(profile, ['url'])).stdout.trim())).toBe(200);
    expect(pidIn(profile)).toBe(host.program.pid);
    expect(await host.client.info()).toMatchObject({ host: 'headless' });
  });

  test('and commands, whatever they are, use up no address that was printed', { timeout: TEST_MS }, async () => {
    const profile = tempFolder();
    const host = await aHost(profile);
    const asked = [['status'], ['documents'], ['companies', 'list'], ['folders', 'list'], ['settings', 'get'], ['running'], ['doctor']];
    for (const words of asked) expect((await runCommand(profile, words)).stderr).not.toContain('runs on this profile');
    const fresh = [await runCommand(profile, ['url']), await runCommand(profile, ['url'])].map(({ stdout }) => stdout.trim());
    expect(await Promise.all([host.url, ...fresh].map(statusBy))).toEqual([200, 200, 200]);
    expect(await statusBy(host.url)).toBe(401);
  });

  test('is said to be needed, or not, by a question that opens nothing', { timeout: TEST_MS }, async () => {
    const profile = tempFolder();
    const none = { code: 1, stdout: '', stderr: 'No host runs on this profile.\n' };
    expect(await runCommand(profile, ['running'])).toEqual(none);
    const { program } = await aHost(profile);
    expect(await runCommand(profile, ['running'])).toEqual({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^A host runs on this profile, as process ${program.pid}, and answers on port \\d+\\.\n$`)),
      stderr: '',
    });
    await program.kill();
    expect(await runCommand(profile, ['running'])).toEqual(none);
  });

  test('at the same moment makes one writer, whoever comes first', { timeout: TEST_MS }, async () => {
    const profile = tempFolder();
    const starts = await Promise.all([aHost(profile), aHost(profile), aHost(profile)]);
    const running = starts.filter(({ program }) => readySchema.parse(program.ready).handedOver !== true);
    expect(running).toHaveLength(1);
    for (const { program } of starts.filter((one) => !running.includes(one))) await program.ended;
    expect(pidIn(profile)).toBe(running[0]?.program.pid);
    expect(running[0]?.program.running()).toBe(true);
  });

  test('takes over from one that was killed, whose note still lies there', { timeout: TEST_MS }, async () => {
    const profile = tempFolder();
    const first = await aHost(profile);
    await first.program.kill();
    expect(pidIn(profile)).toBe(first.program.pid);
    const next = await aHost(profile);
    expect(readySchema.parse(next.program.ready).handedOver).toBeUndefined();
    expect(pidIn(profile)).toBe(next.program.pid);
    expect(await next.client.overview()).toMatchObject({ standing: 'empty' });
  });

  test('says which program hangs, does it no harm, and is handed over when that one goes on', { timeout: TEST_MS }, async () => {
    const profile = tempFolder();
    const { program, client } = await aHost(profile);
    process.kill(program.pid, 'SIGSTOP');
    onTestFinished(() => {
      if (program.running()) process.kill(program.pid, 'SIGCONT');
    });
    const hangs = {
      code: 3,
      stdout: '',
      stderr: expect.stringContaining(`(process ${program.pid}) has this profile open, and does not answer`),
    };
    const [start, command]: readonly CommandEnd[] = await Promise.all([runCommand(profile, []), runCommand(profile, ['status'])]);
    expect([start, command]).toEqual([hangs, hangs]);
    process.kill(program.pid, 'SIGCONT');
    expect(await runCommand(profile, [])).toMatchObject({ code: 0, stdout: expect.stringContaining('handedOver') });
    expect(await client.info()).toMatchObject({ host: 'headless' });
  });

  test('beside a desktop app, which takes no commands, says so and ends', { timeout: TEST_MS }, async () => {
    const profile = tempFolder();
    const opened = openJournal(join(profile, 'journal.sqlite'), { clock: nodeClock(), random: nodeRandom() });
    if (!opened.ok) throw new Error(opened.failure.kind);
    onTestFinished(() => opened.value.close());
    expect(await runCommand(profile, [])).toEqual({ code: 3, stdout: '', stderr: expect.stringContaining('takes no commands') });
  });
});

describe('a host that ends while a command waits for its answer', () => {
  test.each([
    { how: 'is killed', signal: 'SIGKILL' },
    { how: 'is told to stop', signal: 'SIGTERM' },
  ] as const)('and $how is named in one sentence, with an exit code', { timeout: TEST_MS }, async ({ signal }) => {
    const profile = tempFolder();
    const { program, client } = await aHost(profile);
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

/** A start that is handed over or keeps running; it is stopped at the end of the test. */
async function aHost(profile: string): Promise<Host> {
  const host = await startHost(profile);
  onTestFinished(() => host.program.stop());
  return host;
}

function pidIn(profile: string): number {
  return z.object({ pid: z.number() }).parse(JSON.parse(readFileSync(join(profile, 'host.json'), 'utf8'))).pid;
}

async function statusBy(url: string): Promise<number> {
  return (await signInBy(url)).status;
}

const JOURNAL = ['journal.sqlite', 'journal.sqlite-wal', 'journal.sqlite-shm'];
const parts = realParts();

describe('a profile whose files vanish under a running host', () => {
  test('has no second engine, sends nothing meanwhile, and nothing twice afterwards', { timeout: TEST_MS }, async () => {
    const { profile, drop, first, start, documents } = await aSentDocument();
    for (const name of JOURNAL) rmSync(join(profile, name), { force: true });
    await expectNoSecond(profile, first);
    drop('two.pdf');
    await expectSaid(profile, first);
    expect(await documents()).toEqual(['one.pdf']);

    await first.program.stop();
    const second = await start();
    const { recovery } = await second.client.overview();
    expect(recovery).toMatchObject({ keptAs: null });
    await answerAll(second);
    await until('all documents are received', async () => (await second.client.overview()).counts.awaiting === 2);
    expect(await documents()).toEqual(['one.pdf', 'two.pdf']);
  });

  test('goes on by itself when the whole folder was moved away and is put back', { timeout: TEST_MS }, async () => {
    const { profile, drop, first, documents } = await aSentDocument();
    renameSync(profile, `${profile}-moved`);
    expect(await runCommand(`${profile}-moved`, ['status'])).toMatchObject({ code: 0, stdout: expect.stringContaining('put them back') });
    mkdirSync(profile);
    const empty = await runCommand(profile, []);
    expect(empty).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('deleted, moved or replaced') });
    drop('two.pdf');
    await until('it is said', async () => (await first.client.overview()).disk.kind === 'bad');
    expect(await documents()).toEqual(['one.pdf']);
    rmSync(profile, { recursive: true });
    renameSync(`${profile}-moved`, profile);
    await until('both are received', async () => (await first.client.overview()).counts.awaiting === 2);
    expect((await first.client.overview()).disk).toEqual({ kind: 'good' });
    expect(await documents()).toEqual(['one.pdf', 'two.pdf']);
  });

  test('and in whose place a copy was put has one engine, by whatever path the second one comes', { timeout: TEST_MS }, async () => {
    const { root, profile, first } = await aSentDocument();
    cpSync(profile, `${profile}-copy`, { recursive: true });
    renameSync(profile, `${profile}-moved`);
    renameSync(`${profile}-copy`, profile);
    symlinkSync(profile, join(root, 'link'));
    for (const spelled of [profile, `${profile}/`, join(root, 'link'), join(profile, '..', 'profile')])
      await expectNoSecond(spelled, first);
    expect((await first.client.overview()).disk).toMatchObject({ fault: 'gone' });
  });

  test('loses nothing that was written when only the log of its journal was deleted', { timeout: TEST_MS }, async () => {
    const { profile, first, start } = await aSentDocument();
    rmSync(join(profile, 'journal.sqlite-wal'));
    await expectSaid(profile, first);
    await first.program.kill();
    const second = await start();
    const { counts, recovery } = await second.client.overview();
    expect([counts.awaiting, recovery]).toEqual([1, null]);
  });
});

/** The first host goes on; a second start is directed to it, and starts nothing else. */
async function expectNoSecond(profile: string, first: Host): Promise<void> {
  const second = await startHost(profile);
  onTestFinished(() => second.program.kill());
  expect(second.program.ready).toMatchObject({ handedOver: true });
  await second.program.ended;
  expect(second.program.log()).toContain('nothing else was started');
  expect(first.program.running()).toBe(true);
}

/** In the overview, on the command line and in the log. */
async function expectSaid(profile: string, { client, program }: Host): Promise<void> {
  await until('it is said', async () => (await client.overview()).disk.kind === 'bad');
  expect(await client.overview()).toMatchObject({ standing: 'needs-you', disk: { kind: 'bad', fault: 'gone' } });
  expect(await runCommand(profile, ['status'])).toMatchObject({ code: 0, stdout: expect.stringContaining('deleted, moved or replaced') });
  expect(await runCommand(profile, ['doctor'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('put the files of the profile back'),
  });
  expect(program.log()).toContain('"fault":"gone"');
}

/** Answers every question that the rebuilt journal asks about the files in the folder. */
async function answerAll({ client }: Host): Promise<void> {
  await firstSweep(client);
  const held = async () => (await client.items.list({ limit: 10, states: ['held'] })).items.map(({ id }) => id);
  await until('the files are found', async () => (await client.items.list({ limit: 10 })).items.length === 2);
  await client.items.allow({ itemIds: [...(await held())] });
}

function isKept(profile: string, folder: string): boolean {
  const path = join(profile, 'profile.json');
  return existsSync(path) && readFileSync(path, 'utf8').includes(folder);
}

/** A host with one company, whose one document was received; `documents` are the names at the service, in order. */
async function aSentDocument() {
  const { folder, ...host } = await connectedHost(parts());
  const drop = (name: string): void => writeFileSync(join(folder, name), aPdf(name));
  drop('one.pdf');
  await until('it is received', async () => (await host.first.client.overview()).counts.awaiting === 1);
  // Written beside the journal within a second: the source of a rebuilt journal.
  await until('the set-up is kept', async () => isKept(host.profile, folder));
  const documents = async () => (await host.documents()).map(({ filename }) => filename);
  return { ...host, drop, documents };
}
