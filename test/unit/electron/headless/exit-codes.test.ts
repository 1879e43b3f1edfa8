import { describe, expect, it } from 'vitest';
import { EXIT, EXIT_CODES } from '#electron/headless/exit-codes.ts';
import { help } from '#electron/headless/command-line.ts';
import { exitOf, sayAppFault, sayThatStartWaits } from '#electron/headless/say-app-fault.ts';
import type { EngineFault } from '#electron/engine/engine.ts';
import { projectText } from '#test/support/project-text.ts';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '#test/support/folders.ts';
import { NO_MODES, NOT_ROOT, realParts, unless } from '#test/support/why-skipped.ts';
import { createRouterClient } from '@orpc/server';
import { createRouter } from '#electron/engine/create-router.ts';
import { folderHandlers } from '#electron/folders/folder-handlers.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { anEngine } from '#test/unit/electron/an-engine.ts';
import { runIn } from './host-fixture.ts';
import { stateReason } from '#electron/headless/commands/support/state-reason.ts';
import type { Problem } from '#shared/domain/item/problem.ts';

const CODES = Object.values(EXIT_CODES);
const KINDS = [
  'in-use',
  'newer',
  'full',
  'read-only',
  'held',
  'broken',
  'unreadable',
  'not-own',
  'not-private',
] as const satisfies readonly EngineFault['kind'][];

describe('the codes with which the headless host ends', () => {
  it('are the same in the guide and in the help', () => {
    const guide = projectText('docs/guide/headless.en.md');
    const [, table = ''] = guide.split('| Exit code | |\n| --- | --- |\n');
    const listed = Array.from(table.split('\n\n')[0]?.matchAll(/^\| (\d) \|/gm) ?? [], ([, code]) => Number(code));
    expect(listed).toEqual(CODES.map(({ code }) => code));
    for (const { code, means } of CODES) expect(help('intray', [])).toContain(`  ${code}  ${means}\n`);
  });

  it('are no reason for systemd to start it again exactly where that mends nothing', () => {
    const unit = projectText('build/headless/intray.service');
    const never = CODES.filter(({ code, again }) => !again && code !== EXIT.done).map(({ code }) => code);
    expect(unit).toContain(`\nRestart=on-failure\n`);
    expect(unit).toContain(`\nRestartPreventExitStatus=${never.join(' ')}\n`);
    expect(never).not.toContain(exitOf({ kind: 'full', detail: '' }));
  });
});

describe('a profile that does not open', () => {
  it.each(KINDS)('is said in sentences, without a bare code: %s', (kind) => {
    expect(sayAppFault({ kind, detail: '4874' })).toMatch(/^[A-Z].+[.]$/);
    expect(sayAppFault({ kind, detail: '4874' })).not.toMatch(/(^|[\s:])4874/);
    expect(sayThatStartWaits({ kind, detail: '4874' })).toMatch(/goes on by itself\.$/);
  });

  it('is for waiting or for ending, by its code', () => {
    expect(KINDS.map((kind) => exitOf({ kind, detail: '' }))).toEqual([4, 4, 5, 5, 5, 5, 4, 4, 4]);
  });
});

/** A program needs time to start. */
const PROGRAM_MS = 60_000;
/** A user id without an account here. */
const ANOTHER_USER = 4_321;

function openProfile(): string {
  const profile = join(tempFolder(), 'profile');
  mkdirSync(profile);
  chmodSync(profile, 0o777);
  return profile;
}

/** In a shell whose umask removes no rights. */
function keepSecret(profile: string) {
  const args = ['build/headless.mjs', 'secrets', 'keep', 'proxy-password', '--profile', profile, '--create-key-file', `${profile}.key`];
  const shell = ['-c', 'umask 000; exec "$0" "$@"', process.execPath, ...args];
  return spawnSync('sh', shell, { input: 'a password', encoding: 'utf8' });
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe('a profile that was open to everybody', unless(NO_MODES), () => {
  it('is left to its own user alone, with whatever is made in it', { timeout: PROGRAM_MS }, () => {
    const profile = openProfile();
    expect(keepSecret(profile)).toMatchObject({ status: 0 });
    expect(modeOf(profile)).toBe('700');
    const modes = Object.fromEntries(readdirSync(profile).map((name) => [name, modeOf(join(profile, name))]));
    expect(Object.keys(modes)).toEqual(expect.arrayContaining(['journal.sqlite', 'vault.json', 'backups']));
    expect(Object.entries(modes).filter(([name, mode]) => mode !== (name === 'backups' ? '700' : '600'))).toEqual([]);
  });

  it('is not opened where another user owns a part of it, and the person is told', { timeout: PROGRAM_MS, ...unless(NOT_ROOT) }, () => {
    const profile = openProfile();
    const foreign = join(profile, 'vault.json');
    writeFileSync(foreign, 'x');
    chownSync(foreign, ANOTHER_USER, ANOTHER_USER);
    expect(keepSecret(profile)).toMatchObject({ status: 4, stderr: expect.stringContaining('belongs to another user of this computer') });
    expect(readdirSync(profile)).toEqual(['vault.json']);
  });
});

const parts = realParts();
const neverCalled = (): never => expect.unreachable();
const SHARE = '\\\\server\\share\\Scans';

/** A real engine with a company, whose paths are those of Windows. */
async function onWindows() {
  const engine = await anEngine(tempFolder());
  await engine.client.installation.change(parts().installation);
  const company = await engine.client.companies.connect({ name: 'Boulangerie', ...(await parts().control.createIntegration()) });
  if (!company.ok) throw new Error(company.failure.kind);
  const { api } = engine.app;
  const folders = folderHandlers({
    files: nodeFiles(),
    platform: 'win32',
    home: 'C:\\Users\\anne',
    profile: tempFolder(),
    chooseFolder: null,
    store: { folders: () => [], add: neverCalled, accept: neverCalled, change: neverCalled, remove: neverCalled },
    companies: () => [company.value],
    watchers: {
      takeMisplaced: neverCalled,
      ignoreMisplaced: neverCalled,
      askAboutMisplaced: neverCalled,
      sendAsItIs: neverCalled,
      fetchFromCloud: neverCalled,
    },
    countFiles: neverCalled,
    language: () => 'fr',
    changed: neverCalled,
  });
  const client = createRouterClient(createRouter({ ...api, folders: { ...api.folders, ...folders } }));
  // The command makes a path absolute by the rules of this system.
  const add: typeof client.folders.add = (input) => client.folders.add({ ...input, path: SHARE });
  return { client: new Proxy(client, { get: (of, name) => (name === 'folders' ? { add } : Reflect.get(of, name)) }) };
}

describe('a folder on another computer, from the command line of Windows', () => {
  it('is not asked for until its computer is named as one that the person knows', { timeout: 60_000 }, async () => {
    const engine = await onWindows();
    const add = (...words: readonly string[]) =>
      runIn(engine, 'folders', 'add', '--company', 'Boulangerie', '--type', 'purchase', ...words, SHARE);
    const question = {
      exit: 1,
      printed: '',
      complained: expect.stringMatching(/another computer, server\..*your password[^]*--known-host server/),
    };
    expect(await add()).toMatchObject(question);
    expect(await add('--known-host', 'other')).toMatchObject(question);
    // This disk has no such folder, which shows that it was asked now.
    expect(await add('--known-host', 'SERVER')).toMatchObject({ exit: 1, complained: expect.stringMatching(/^There is no folder/) });
  });
});

const said = (problem: Problem) => stateReason({ kind: 'unfit', by: 'service', problem });

describe('why a document is not taken, on the terminal', () => {
  it('is told with the service’s own words where it gave some, on one line', () => {
    const tooLarge = { kind: 'too-large', bytes: 5_100_000, bytesMax: 5_000_000 } as const;
    expect(said(tooLarge)).toBe('too-large');
    expect(said({ ...tooLarge, detail: 'The scan\nhas 61 pages.\u001b[2J' })).toBe('too-large: The scan has 61 pages. [2J');
    expect(said({ kind: 'declined', errorCode: 'VALIDATION_ERROR', detail: 'No.' })).toBe('declined: No.');
  });

  it('says why what was made by a folder’s setting was not sent, also while it is ignored', () => {
    const unfit = { by: 'intray', problem: { kind: 'not-taken', found: 'tiff' }, withheld: [{ kind: 'damaged' }] } as const;
    expect(stateReason({ kind: 'unfit', ...unfit })).toBe('not-taken: tiff; converted, but not sent: damaged');
    expect(stateReason({ kind: 'aside', why: 'user', unfit })).toBe('not-taken: tiff; converted, but not sent: damaged');
  });
});
