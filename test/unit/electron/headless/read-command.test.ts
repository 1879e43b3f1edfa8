import { resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { ALL_COMMANDS, readCommand } from '#electron/headless/commands/all-commands.ts';
import { help } from '#electron/headless/command-line.ts';
import { asksForHelp } from '#electron/headless/read-start.ts';

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
