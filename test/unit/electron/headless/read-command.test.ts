import { join, resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { ALL_COMMANDS, readCommand } from '#electron/headless/commands/all-commands.ts';
import { help } from '#electron/headless/command-line.ts';
import { asksForHelp } from '#electron/headless/read-start.ts';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { completion } from '#electron/headless/completion.ts';
import { tempFolder } from '#test/support/folders.ts';
import { noProgram, unless } from '#test/support/why-skipped.ts';

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
    ['an import type that folders cannot hold', ['folders', 'add', '--company', 'A', '--type', 'entries', '/a', ...PROFILE]],
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

  test.each([
    ['documents settle', 'documents resolve'],
    ['documents unsettle', 'documents unresolve'],
    ['documents send-all-the-same', 'documents send-anyway'],
  ])('takes %s, as %s was called before, and tells of the new words alone', (before, now) => {
    const id = '11111111-1111-4111-8111-111111111111';
    expect(readCommand([...before.split(' '), id, ...PROFILE]).ok).toBe(true);
    const wrong = readCommand([...before.split(' '), 'x', ...PROFILE]);
    expect(!wrong.ok && wrong.failure).toContain(`Usage: intray ${now} --profile`);
    expect(help('intray')).not.toContain(`${before} `);
  });

  test('may ask any command for JSON', () => {
    expect(ALL_COMMANDS.filter(({ options }) => !options.includes('json')).map(({ words }) => words)).toEqual([]);
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

  test('gives to programs what it gives to people, in all that lists or changes companies and documents', () => {
    const words = ['companies list', 'companies check', 'companies computers', 'folders list', 'documents', 'send', 'status', 'doctor'];
    for (const one of words) expect(ALL_COMMANDS.find((command) => command.words === one)?.options).toContain('json');
  });

  test('begins a profile only where something is set up', () => {
    expect(begins('configure', '-')).toBe(true);
    expect(begins('settings', 'set', 'language', 'fr')).toBe(true);
    for (const words of [['status'], ['doctor'], ['documents'], ['companies', 'list'], ['send', 'a.pdf']])
      expect(begins(...words)).toBe(false);
  });
});

describe('a command line', () => {
  it('asks for help anywhere among its options, and not by the name of a file', () => {
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

/** What real bash offers for a line whose last word is under the cursor. */
function offered(...words: readonly string[]): readonly string[] {
  const script = join(tempFolder(), 'completion.bash');
  const list = ['intray', ...words].map((word) => `'${word}'`).join(' ');
  writeFileSync(
    script,
    `${completion('bash')}\nCOMP_WORDS=(${list})\nCOMP_CWORD=${words.length}\n_intray\nprintf '%s\\n' "\${COMPREPLY[@]}"\n`,
  );
  const ran = spawnSync('bash', [script], { encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  return ran.stdout.trim().split('\n');
}

describe('the completion of bash', unless(noProgram('bash')), () => {
  it('offers every command, and those that begin with what was typed', () => {
    for (const { words } of ALL_COMMANDS) expect(offered('')).toContain(words.split(' ')[0]);
    expect(offered('comp')).toEqual(['companies', 'completion']);
  });

  it('offers the words after the first, and the options of just that command', () => {
    expect(offered('folders', '')).toEqual(expect.arrayContaining(['add', 'list', 'change', 'remove']));
    expect(offered('folders', 'add', '--s')).toEqual(['--settle-ms', '--subfolders']);
    expect(offered('companies', 'list', '--')).toEqual(expect.arrayContaining(['--profile', '--json']));
    expect(offered('companies', 'list', '--')).not.toContain('--settle-ms');
  });

  it('leaves paths to the shell', () => {
    expect(offered('folders', 'add', '--profile', 'x', 'pack')).toEqual(expect.arrayContaining(['package.json']));
  });
});

/** What a shell says about a script. */
function said(name: 'fish' | 'zsh', ...args: readonly string[]): string {
  const ran = spawnSync(name, args, { encoding: 'utf8' });
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  return ran.stdout;
}

function scriptOf(name: 'fish' | 'zsh'): string {
  const script = join(tempFolder(), `completion.${name}`);
  writeFileSync(script, completion(name));
  return script;
}

function offers(line: string): readonly string[] {
  return said('fish', '--no-config', '-c', `source ${scriptOf('fish')}; complete -C "intray ${line}"`)
    .trim()
    .split('\n')
    .map((one) => one.split('\t')[0] ?? '');
}

describe('the completion of fish', unless(noProgram('fish')), () => {
  it('offers commands and no files, then what belongs to each', () => {
    const first = offers('');
    expect(first).toEqual(expect.arrayContaining(['add', 'companies', 'send', 'status', 'url', 'completion']));
    expect(first).not.toContain('package.json');
    expect(offers('folders ')).toEqual(['accept', 'add', 'change', 'list', 'remove', 'take']);
    expect(offers('folders list --')).toContain('--json');
    expect(offers('completion ')).toEqual(['bash', 'fish', 'zsh']);
    expect(offers('send --')).toContain('--timeout');
    expect(offers('send pack')).toContain('package.json');
  });
});

describe('the completions of zsh and fish', () => {
  for (const name of ['zsh', 'fish'] as const)
    it(`are a script that ${name} reads`, unless(noProgram(name)), () => expect(said(name, '-n', scriptOf(name))).toBe(''));

  it('know every command and every option', () => {
    for (const shell of ['zsh', 'fish'] as const)
      for (const { words, options } of ALL_COMMANDS)
        for (const word of [...words.split(' '), ...options]) expect(completion(shell)).toContain(word);
  });
});
