import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { realParts } from '#test/support/real-parts.ts';
import { firstSweep } from '../../build/demo/first-sweep.ts';
import { type Host, runCommand, startHost } from '../../build/demo/start-host.ts';
import { connectedHost } from './connected-host.ts';
import { until } from '#test/support/until.ts';

/** Several real programs, one after the other, on a loaded machine. */
const TEST_MS = 180_000;
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
