import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ALL_COMMANDS, readCommand } from '#electron/headless/commands/all-commands.ts';
import { help } from '#electron/headless/help.ts';

const PROFILE = ['--profile', 'p'];

function needs(args: readonly string[]): string {
  const command = readCommand([...args, ...PROFILE]);
  return command.ok ? command.value.needs : command.failure;
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

  test('is explained for every command', () => {
    for (const { words, usage } of ALL_COMMANDS) {
      expect(help()).toContain(words);
      expect(help()).toContain(usage);
    }
  });
});
