import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { describe, expect, it, test } from 'vitest';
import { tempFolder } from '#test/support/folders.ts';
import { NO_LINKS, unless } from '#test/support/why-skipped.ts';
import { asksForHelp, calledAs } from '#electron/headless/read-start.ts';
import { sayDiskCode } from '#electron/headless/say-app-fault.ts';
import { writeNamedFile } from '#electron/headless/write-named-file.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { startHost } from './host-fixture.ts';
import { ALL_COMMANDS, readCommand } from '#electron/headless/commands/all-commands.ts';
import { help } from '#electron/headless/command-line.ts';

const HEADLESS = 'build/headless.mjs';
/** A program needs a second to start on a free machine. */
const PROGRAM_MS = 60_000;
const terminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false;
const noTerminal = terminal ? null : 'there is no `script` of util-linux here, which makes a terminal';

function run(...args: readonly string[]) {
  return spawnSync(process.execPath, [HEADLESS, ...args], { encoding: 'utf8', input: '' });
}

describe('the command line', () => {
  it('makes no profile for a question, and one where something is set up', { timeout: PROGRAM_MS }, () => {
    const profile = join(tempFolder(), 'intary');
    const key = ['--create-key-file', `${profile}.key`];
    expect(run('status', '--profile', profile, ...key)).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('There is no profile'),
    });
    expect(existsSync(profile)).toBe(false);
    expect(run('settings', 'set', 'language', 'fr', '--profile', profile, ...key)).toMatchObject({ status: 0 });
    expect(existsSync(join(profile, 'journal.sqlite'))).toBe(true);
  });

  it('says its version', { timeout: PROGRAM_MS }, () => {
    expect(run('--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' });
  });

  it('asks a person at a terminal for a secret, and shows nothing of it', { timeout: PROGRAM_MS, ...unless(noTerminal) }, async () => {
    const folder = tempFolder();
    const typed = `${process.execPath} ${HEADLESS} secrets keep proxy-password --profile ${folder} --create-key-file ${join(folder, 'key')}`;
    const shell = spawn('script', ['-qec', typed, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
    let shown = '';
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (!shown.includes('not shown') && `${shown}${text}`.includes('then Enter: '))
        shell.stdin.write('wrong\u007f\u007fsecret of theirs\r');
      shown += text;
    });
    const [code] = await once(shell, 'exit');
    expect(shown).toContain('The proxy-password (it is not shown)');
    expect(shown).toContain('proxy-password: kept');
    expect(shown).not.toMatch(/wro|secret of/);
    expect(code).toBe(0);
  });

  it('prints the address of the window at a terminal, where a person reads it', {
    timeout: PROGRAM_MS,
    ...unless(noTerminal),
  }, async () => {
    const profile = tempFolder();
    const typed = `exec ${process.execPath} ${HEADLESS} --quiet --profile ${profile} --create-key-file ${join(profile, 'key')}`;
    const shell = spawn('script', ['-qec', typed, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const [line] = (await once(createInterface({ input: shell.stdout }), 'line')) as [string];
    expect(JSON.parse(line)).toEqual({
      ready: 'headless',
      port: expect.any(Number) as number,
      url: expect.stringMatching(/^http:\/\/[0-9a-f]{24}\.localhost:\d+\/#token=[\w-]{32}$/) as string,
    });
    // As a user ends it: Ctrl+C.
    shell.stdin.write('\u0003');
    expect(await once(shell, 'exit')).toEqual([0, null]);
  });
});

const write = (path: string, isNew = false) => writeNamedFile(path, Buffer.from('new'), { files: nodeFiles(), isNew });

describe('a file that a command writes', () => {
  it('takes the place of one of that name, or is a new one', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'old.csv'), 'old');
    for (const name of ['old.csv', 'new.csv']) {
      expect(await write(join(folder, name))).toBeNull();
      expect(readFileSync(join(folder, name), 'utf8')).toBe('new');
    }
  });

  it('never takes the place of a file where it is to be a new one', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'old.zip'), 'old');
    expect(sayDiskCode((await write(join(folder, 'old.zip'), true)) ?? '')).toContain('is there already');
    expect(readFileSync(join(folder, 'old.zip'), 'utf8')).toBe('old');
    expect(await write(join(folder, 'new.zip'), true)).toBeNull();
  });

  it('never takes the place of a link, whatever it leads to', unless(NO_LINKS), async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'target'), 'old');
    symlinkSync(join(folder, 'target'), join(folder, 'link'));
    const code = await write(join(folder, 'link'));
    expect(sayDiskCode(code ?? '')).toContain('something else than a file');
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('old');
  });

  it('never takes the place of a folder', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'a'));
    expect(await write(join(folder, 'a'))).toBe('NOT_A_FILE');
    expect(lstatSync(join(folder, 'a')).isDirectory()).toBe(true);
  });
});

describe('the page for previews', () => {
  test('may reach nothing, is of no origin, and lies in our own window alone', async () => {
    const host = await startHost();
    const { status, headers, body } = await host.ask({ path: '/preview' });
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "connect-src 'none'",
        'sandbox allow-scripts',
        "frame-ancestors 'self'",
        'worker-src blob:',
      ]),
    );
    expect(policy.join(' ')).not.toMatch(/unsafe-inline|(?<!wasm-)unsafe-eval|\*|https?:/);
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(body).toContain('event.source!==parent');
  });

  test('leaves the window’s own policy as strict as it was', async () => {
    const host = await startHost();
    const { headers } = await host.ask({ path: '/' });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['x-frame-options']).toBe('DENY');
  });
});

const FILE = resolve('/opt/intray/build/headless.mjs');

describe('the program is named as it was called,', () => {
  it.each([
    ['by npm', { npm_lifecycle_event: 'headless' }, FILE, '/opt/intray', 'npm run -s headless --'],
    ['by the installed name', {}, resolve('/usr/bin/intray'), '/home/anne', 'intray'],
    ['by its file', {}, FILE, '/opt/intray', `node ${join('build', 'headless.mjs')}`],
    ['by its file, from elsewhere', { npm_lifecycle_event: 'test' }, FILE, '/home/anne', `node ${FILE}`],
  ])('%s', (_how, env, file, folder, name) => {
    expect(calledAs({ argv: ['node', file], env, folder: resolve(folder) })).toBe(name);
  });

  it('also where a link of npm leads to it', { timeout: 60_000, ...unless(NO_LINKS) }, () => {
    const link = join(tempFolder(), 'intray');
    symlinkSync(resolve('build/headless.mjs'), link);
    const printed = execFileSync(process.execPath, [link, 'documents', '--help'], {
      encoding: 'utf8',
      env: { ...process.env, npm_lifecycle_event: '' },
    });
    expect(printed).toContain('\n  intray documents --profile DIR ');
    expect(printed).not.toContain('npm run');
  });
});

const PROFILE = ['--profile', 'p'];

function needs(args: readonly string[]): string {
  const command = readCommand([...args, ...PROFILE]);
  return command.ok ? command.value.needs : command.failure;
}

function begins(...args: readonly string[]): boolean {
  const command = readCommand([...args, ...PROFILE]);
  return command.ok && command.value.begins;
}

describe('a command line', () => {
  test('says which profile and which key', () => {
    const command = readCommand(['folders', 'list', ...PROFILE, '--key-file', 'k']);
    expect(command.ok && command.value.host).toEqual({
      profile: resolve('p'),
      quiet: false,
      key: { kind: 'key-file', path: resolve('k'), create: false },
    });
  });

  test('uses the keychain unless a file is named', () => {
    const command = readCommand(['folders', 'list', ...PROFILE]);
    expect(command.ok && command.value.host.key).toEqual({ kind: 'keychain' });
  });

  test('runs the whole engine only for what needs sweeps and uploads', () => {
    expect(needs(['documents', '--json'])).toBe('open');
    expect(needs(['send', 'a.pdf'])).toBe('running');
    expect(needs(['folders', 'add', '--company', 'A', '--type', 'sales', '/a'])).toBe('open');
  });

  test.each([
    ['no profile', ['documents']],
    ['an unknown command', ['destroy', ...PROFILE]],
    ['half a command', ['companies', ...PROFILE]],
    ['an unknown option', ['documents', '--every', ...PROFILE]],
    ['an unknown state', ['documents', '--state', 'sent', ...PROFILE]],
    ['an import type that there is not', ['folders', 'add', '--company', 'A', '--type', 'receipts', '/a', ...PROFILE]],
    ['a settle time that is none', ['folders', 'add', '--company', 'A', '--type', 'sales', '--settle-ms', 'soon', '/a', ...PROFILE]],
    ['two folders at once', ['folders', 'add', '--company', 'A', '--type', 'sales', '/a', '/b', ...PROFILE]],
    ['an integration that is no UUID', ['companies', 'connect', '--name', 'A', '--integration-id', '12', ...PROFILE]],
    ['a secret where others can read it', ['companies', 'connect', '--name', 'A', '--secret', 'x', ...PROFILE]],
    ['a setting that does not exist', ['settings', 'set', 'colour', 'red', ...PROFILE]],
    ['no file to send', ['send', ...PROFILE]],
  ])('is refused with %s', (_what, args) => {
    const command = readCommand(args);
    expect(command.ok).toBe(false);
    expect(!command.ok && command.failure).not.toContain('undefined');
  });

  test('is explained for every command, in lines that a terminal shows as they are', () => {
    for (const { words, usage, summary } of ALL_COMMANDS) {
      expect(help('intray')).toContain(`  ${`${words} ${usage}`.trimEnd()}\n      ${summary}\n`);
      const alone = help('intray', [...words.split(' '), '--help']);
      expect(alone).toContain(usage);
      expect(alone.length).toBeLessThan(help('intray').length / 2);
    }
    expect(help('intray')).not.toContain('\u{fffd}');
  });

  test('is explained for a group of commands, and for one with what follows it', () => {
    expect(help('intray', ['folders', '--help']).match(/^folders \w+:/gm)).toHaveLength(8);
    expect(help('intray', ['send', 'a.pdf', '-h'])).toMatch(/^send: /);
    expect(help('intray', ['documents', 'resolve', 'x', '--help'])).toMatch(/^documents resolve: /);
  });

  test.each([
    ['folder list', ['folder', 'list', ...PROFILE], /^There is no command "folder list"\. These are near:\n {2}folders add\n/],
    ['companies alone', ['companies', ...PROFILE], /^There is no command "companies"\. These are near:\n {2}companies connect\n/],
    ['nothing like it', ['destroy', ...PROFILE], /^There is no command "destroy"\. See --help\.$/],
    ['no number', ['documents', '--limit', 'x', ...PROFILE], /^--limit: has to be a number\nUsage: intray documents --profile DIR/],
    ['too small a number', ['send', '--timeout', '0', 'a.pdf', ...PROFILE], /^--timeout: has to be at least 1\n/],
    ['a state that is none', ['documents', '--state', 'sent', ...PROFILE], /^--state: has to be held, aside, .* or refused\n/],
    ['no id', ['companies', 'connect', '--name', 'A', '--integration-id', '12', ...PROFILE], /^--integration-id: has to be an id such as /],
    ['an empty name', ['companies', 'check', '--company', '', ...PROFILE], /^--company: must not be empty\n/],
  ])('says in a sentence what is wrong: %s', (_what, args, sentence) => {
    const command = readCommand(args);
    expect(!command.ok && command.failure).toMatch(sentence);
  });

  test('begins a profile only where something is set up', () => {
    expect(begins('configure', '-')).toBe(true);
    expect(begins('settings', 'set', 'language', 'fr')).toBe(true);
    for (const words of [['status'], ['doctor'], ['documents'], ['companies', 'list'], ['send', 'a.pdf']])
      expect(begins(...words)).toBe(false);
  });
});

describe('a question for help', () => {
  it('is found anywhere among the options, and not in the name of a file', () => {
    expect([['--help'], ['folders', 'add', '-h'], ['-h', '--', 'x']].map(asksForHelp)).toEqual([true, true, true]);
    expect(
      [
        ['add', '--', '--help'],
        ['send', '--', '-h'],
        ['add', 'help'],
      ].map(asksForHelp),
    ).toEqual([false, false, false]);
  });
});
