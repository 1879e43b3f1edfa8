import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommand } from '#electron/headless/commands/all-commands.ts';
import type { Call, RunningHost } from '#electron/headless/commands/support/command.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { folderIdSchema } from '#shared/domain/ids.ts';
import { NO_COUNTS } from '#shared/domain/standing.ts';
import { MINUTE_MS, wallMs } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { realParts } from '#test/support/why-skipped.ts';
import { tempFolder } from '#test/support/folders.ts';
import { aConnectedEngine, anEngine, type EngineFixture } from '../an-engine.ts';

const FOLDER_ID = folderIdSchema.parse('3f0c8f0e-0000-4000-8000-000000000011');

const ACHATS = resolve('/srv/Achats');
/** As a quoted text, in which Windows' separators are doubled. */
const shown = (...path: readonly string[]): string => JSON.stringify(join(ACHATS, ...path));

const OVERVIEW: Overview = {
  standing: 'fine',
  counts: { ...NO_COUNTS },
  companies: [],
  folders: [],
  misplaced: [],
  relay: { kind: 'connected', since: wallMs(0), lastReadAt: wallMs(0) },
  answers: { mode: 'stream', lastEventAt: null, missing: 0, forged: 0, unknownKey: 0, unmatched: 0, closed: [] },
  vault: 'open',
  disk: { kind: 'good' },
  recovery: null,
  now: wallMs(0),
};

/** What a terminal shows for an engine with this overview. */
async function status(change: Partial<Overview>, relayUrl: string | null = null): Promise<string> {
  const command = readCommand(['status', '--profile', 'p']);
  if (!command.ok) throw new Error(command.failure);
  const lines: string[] = [];
  // This command makes only two calls.
  const settings = { get: async () => ({ relayUrl }) };
  const client = { overview: async () => ({ ...OVERVIEW, ...change }), settings } as unknown as Call['client'];
  const terminal = {
    print: (line: string) => lines.push(line),
    complain: () => {},
    readInput: async () => '',
    readFile: async () => null,
    program: 'intray',
  };
  await command.value.run({ ...terminal, client, clock: nodeClock() });
  return lines.join('\n');
}

describe('the status on a terminal', () => {
  it('begins with the sentence of the window, and goes on with the lines that programs read', async () => {
    const [sentence, next] = (await status({ disk: { kind: 'bad', since: wallMs(0), fault: 'full' } })).split('\n');
    expect(sentence).toBe('The disk is full: nothing is leaving');
    expect(next).toMatch(/^standing: /);
    expect((await status({ noHost: true })).split('\n')[0]).toBe('Intray is not running: nothing is leaving');
  });

  it('lets no name of a company turn the line or paint the terminal', async () => {
    const evil = { id: FOLDER_ID, name: 'A\u001b[31m\u202eB', connection: { kind: 'invalid', since: wallMs(0), reason: 'revoked' } };
    const [sentence] = (await status({ companies: [evil] as unknown as Overview['companies'] })).split('\n');
    expect(sentence).toBe('A\ufffd[31m\ufffdB’s connection has ended');
  });

  it.each(['stream', 'long-poll', 'poll'] as const)('tells that results come by %s, and what is the matter with them', async (mode) => {
    const text = await status({ answers: { ...OVERVIEW.answers, mode, missing: 2, forged: 3, unknownKey: 0, unmatched: 4 } });
    expect(text).toContain(
      `results: by ${mode}; 2 numbers missing, 3 not signed by the import service, 0 by keys unknown here, 4 for unknown documents, 0 connections closed`,
    );
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'right certificate'],
    ['device-unknown', 'does not know this computer'],
    ['unsure', 'no result can be checked'],
    ['status-503', 'busy or has a fault'],
    ['ECONNREFUSED', 'cannot be reached'],
  ])('tells of %s that it %s', async (code, words) => {
    expect(await status({ relay: { kind: 'unreachable', since: wallMs(0), lastReadAt: null, code } })).toContain(words);
  });

  it('tells of an installation that was just made in words, and not by the names of states', async () => {
    const text = await status({ vault: 'absent', relay: { kind: 'not-set' } });
    expect(text).toContain('vault: none yet, and none is needed yet');
    expect(text).toContain('relay: no address is known; give it with "configure FILE"');
    const configured = await status({ relay: { kind: 'not-set' } }, 'https://relay.example.com');
    expect(configured).toContain('relay: nothing is read from it before a company is connected');
  });

  it('names the folders whose disks do not answer, and those that are away', async () => {
    const folders = (['silent', 'missing', 'present'] as const).map((state) => ({ id: FOLDER_ID, path: `/mnt/${state}`, state }));
    const text = await status({ folders: folders as unknown as Overview['folders'] });
    expect(text).toContain('folder "/mnt/silent": its disk or share does not answer');
    expect(text).toContain('folder "/mnt/missing": is not there');
    expect(text).not.toContain('/mnt/present');
  });

  it('lists what is not complete or being written, and how to send what has had its minute', async () => {
    const folder = { id: FOLDER_ID, path: ACHATS, state: 'present' } as Overview['folders'][number];
    const file = { name: 'a.pdf', bytes: 9_000, isSendable: true };
    const files = [
      { ...file, path: '2026/a.pdf', since: wallMs(0) },
      { ...file, path: 'b.pdf', since: wallMs(MINUTE_MS) },
    ];
    const text = await status({ folders: [folder], unfinished: [{ folderId: FOLDER_ID, files, more: 3 }], now: wallMs(MINUTE_MS) });
    expect(text.split('\n').filter((line) => line.startsWith('not complete'))).toEqual([
      `not complete, or being written: ${shown('2026', 'a.pdf')}, 9000 bytes, since 1970-01-01T00:00:00.000Z; if nothing is to come, "send-as-it-is"`,
      `not complete, or being written: ${shown('b.pdf')}, 9000 bytes, since 1970-01-01T00:01:00.000Z`,
      `not complete, or being written: 3 more in ${shown()}`,
    ]);
    expect(await status({})).not.toContain('not complete');
  });

  it('lists what is fetched from the cloud, why it did not come, and how to fetch what lay there before', async () => {
    const folder = { id: FOLDER_ID, path: ACHATS, state: 'present' } as unknown as Overview['folders'][number];
    const file = { bytes: 9_000, isSendable: false, since: wallMs(0) };
    const files = [
      { ...file, path: 'a.pdf', name: 'a.pdf', fetch: { kind: 'fetching' as const } },
      { ...file, path: 'b.pdf', name: 'b.pdf', fetch: { kind: 'failed' as const, code: 'ETIMEDOUT' } },
      { ...file, path: 'c.pdf', name: 'c.pdf', fetch: { kind: 'waiting' as const } },
    ];
    const text = await status({
      folders: [folder],
      unfinished: [{ folderId: FOLDER_ID, files, more: 0, inCloud: { files: 12, stubs: 3 } }],
    });
    expect(text.split('\n').filter((line) => line.includes('cloud'))).toEqual([
      `being fetched from the cloud: ${shown('a.pdf')}`,
      `not fetched from the cloud (the cloud does not answer, ETIMEDOUT), and tried again: ${shown('b.pdf')}`,
      `waiting to be fetched from the cloud: ${shown('c.pdf')}`,
      `in the cloud only: 12 in ${shown()}; "folders fetch" fetches and sends them`,
      `in the cloud only: 3 in ${shown()} that only the cloud's own program can fetch`,
    ]);
  });

  it('tells of a wrong clock', async () => {
    expect(await status({ clockAheadMs: -90 * MINUTE_MS })).toContain('clock: -90 minutes ahead');
    expect(await status({})).not.toContain('clock:');
  });
});

const parts = realParts();

/** What a terminal shows, and the exit code. */
async function doctor(
  client: EngineFixture['client'],
  host?: RunningHost,
  ...options: readonly string[]
): Promise<{ readonly code: number; readonly text: string }> {
  const command = readCommand(['doctor', '--profile', '/nowhere', ...options]);
  if (!command.ok) throw new Error(command.failure);
  const lines: string[] = [];
  const terminal = {
    print: (line: string) => lines.push(line),
    complain: () => {},
    readInput: async () => '',
    readFile: async () => null,
    program: 'intray',
  };
  const code = await command.value.run({ ...terminal, client, clock: nodeClock(), ...(host === undefined ? {} : { host }) });
  return { code, text: lines.join('\n') };
}

describe('the doctor of the command line', () => {
  it('finds nothing broken where nothing is, by round trips that are made', async () => {
    const { engine } = await aConnectedEngine(parts());
    const { code, text } = await doctor(engine.client);
    expect(text).not.toMatch(/^(bad|warning)/m);
    for (const what of ['journal: whole', 'disk: can be written', 'vault: open', 'service: answers', 'relay: answers', 'clock: agrees'])
      expect(text).toContain(what);
    expect(text).toMatch(/good +company "Exemple SARL": connected/);
    expect(code).toBe(0);
  });

  it('says of an installation that was just made what to do first', async () => {
    const engine = await anEngine(tempFolder());
    const { code, text } = await doctor(engine.client);
    expect(text).toMatch(/bad +service: no address is known/);
    expect(text).toContain('"configure FILE"');
    expect(text).toMatch(/warning +companies: there are none/);
    expect(code).toBe(1);
  });

  it('says what is broken, and what to do about each', async () => {
    const { scans, engine, integration } = await aConnectedEngine(parts());
    writeFileSync(join(scans, 'letter.docx'), 'PK\u0003\u0004');
    await engine.until(({ counts }) => counts.unfit === 1);
    await parts().control.revoke(integration.integrationId);
    rmSync(scans, { recursive: true });
    const { code, text } = await doctor(engine.client);
    expect(text).toMatch(/bad +company "Exemple SARL": not connected .*\n +→ connect it anew with "companies reconnect"/);
    expect(text).toMatch(/bad +folder .*: is not there\n +→ mount its disk/);
    expect(text).toMatch(/warning +documents: 1 that cannot be sent as they are/);
    expect(code).toBe(1);
  });

  it('says that the set-up is not kept beside the journal, as does the report, and what to do; and no more once it is', async () => {
    const { root, engine } = await aConnectedEngine(parts());
    const path = join(root, 'profile', 'profile.json');
    rmSync(path, { force: true });
    mkdirSync(join(path, 'in its place'), { recursive: true });
    const { code, text } = await doctor(engine.client);
    expect(text).toMatch(/warning +set-up: profile\.json cannot be written \(E[A-Z]+\);.*\n +→ let this user write profile\.json/);
    expect(code).toBe(0);
    expect((await engine.client.diagnostics.report()).text).toMatch(/^journal: .*set-up beside it: not kept \(E[A-Z]+\)$/m);
    rmSync(path, { recursive: true });
    expect((await doctor(engine.client)).text).not.toContain('set-up');
    expect((await engine.client.diagnostics.report()).text).toMatch(/set-up beside it: kept$/m);
  });

  it('never says that a company is connected when it could not ask', async () => {
    const { engine, company, integration } = await aConnectedEngine(parts());
    // Otherwise a question that is still open would be answered by the service, later than the doctor's own.
    await engine.client.companies.check({ companyId: company.id });
    await engine.client.installation.change({
      relayUrl: 'http://127.0.0.1:9',
      secrets: [{ integrationId: integration.integrationId, secret: integration.integrationSecret }],
    });
    const { code, text } = await doctor(engine.client);
    expect(text).toMatch(/bad +relay: nothing gets there \(ECONNREFUSED\)\n +→ look at network/);
    expect(text).toMatch(/warning +company "Exemple SARL": connected on .*; it could not be asked about now/);
    expect(code).toBe(1);
  });

  it.each([
    [{ ipv6: 'held' }, /^good +window: its port is held on 127\.0\.0\.1 and ::1/m],
    [{ ipv6: 'reserved' }, /^good +window: is on 127\.0\.0\.1 alone, because IPv6 is switched off/m],
    [{ ipv6: 'none' }, /^warning +window: is on 127\.0\.0\.1 alone, because this computer has no IPv6\n +→ nothing to do; restart/m],
    [{ ipv6: null }, /^warning +window: it is not known .*\n +→ restart the host/m],
    [undefined, /^(?![^]*window:)/],
  ] as const)('says of a running host on which addresses it can be reached: %j', async (host, said) => {
    const engine = await anEngine(tempFolder());
    expect((await doctor(engine.client, host)).text).toMatch(said);
  });

  it('says the same to programs', async () => {
    const { engine, company } = await aConnectedEngine(parts());
    await engine.client.companies.pause({ companyId: company.id });
    const { code, text } = await doctor(engine.client, undefined, '--json');
    expect(JSON.parse(text)).toContainEqual(expect.objectContaining({ what: 'company "Exemple SARL"', verdict: 'warning' }));
    expect(code).toBe(0);
  });
});
