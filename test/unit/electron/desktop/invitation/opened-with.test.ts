import { sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openedWith, readArgument } from '#electron/desktop/invitation/opened-with.ts';
import { launchOptions, secondStart } from '#electron/desktop/launch-options.ts';
import { unless } from '#test/support/why-skipped.ts';

const CODE = 'AAAAAAAAAAAAAAAAAAAAAA';
const LINK = `intray://relay.example.com/invitation#1.${CODE}`;
const HTTPS = LINK.replace('intray:', 'https:');
const PATHS = {
  linux: '/home/anne/Exemple.intray',
  darwin: '/Users/anne/Exemple.intray',
  win32: 'C:\\Users\\anne\\Exemple.intray',
} as const;
const SYSTEMS = ['linux', 'darwin', 'win32'] as const;

const NO_PLAIN_PATHS = sep === '/' ? null : 'paths of files have a drive here';

describe('an invitation that the system opens Intray with', () => {
  it.each(SYSTEMS)('is one whole link or the path of one file, behind two dashes: %s', (system) => {
    expect(openedWith(['intray', '--', LINK], system)).toEqual({ kind: 'link', link: HTTPS });
    expect(openedWith(['intray', '--hidden', '--', HTTPS], system)).toEqual({ kind: 'link', link: HTTPS });
    expect(openedWith(['intray', '--', PATHS[system]], system)).toEqual({ kind: 'file', path: PATHS[system] });
  });

  it.each([
    ['no two dashes', ['intray', LINK]],
    ['nothing but itself', [LINK]],
    ['nothing behind them', ['intray', '--']],
    ['two arguments', ['intray', '--', LINK, LINK]],
    ['an option beside it', ['intray', '--', LINK, '--profile=/tmp/theirs']],
    ['an option in its place', ['intray', '--', '--profile=/tmp/theirs']],
    ['an option as a part of it', ['intray', '--', `${LINK} --quit`]],
    ['a quote that ends it on Windows', ['intray', '--', `${LINK}" --load-extension="C:\\theirs`]],
    ['a line end', ['intray', '--', `${LINK}\n`]],
    ['a NUL', ['intray', '--', `${LINK}\0`]],
    ['more than 2,048 characters', ['intray', '--', `intray://${'a'.repeat(2_100)}.example/invitation#1.${CODE}`]],
    ['another scheme', ['intray', '--', LINK.replace('intray:', 'javascript:')]],
    ['a scheme in capitals', ['intray', '--', LINK.replace('intray:', 'INTRAY:')]],
    ['another path', ['intray', '--', LINK.replace('/invitation', '/../invitation')]],
    ['a code that is too long', ['intray', '--', `${LINK}A`]],
    ['a file with another ending', ['intray', '--', '/home/anne/Exemple.intray.exe']],
    ['a relative path', ['intray', '--', 'Exemple.intray']],
    ['a hidden file without a name', ['intray', '--', '/home/anne/.intray']],
    ['a path with a line end', ['intray', '--', '/home/anne/Exem\nple.intray']],
    ['a file on another host, as an address', ['intray', '--', 'file://evil.example/home/Exemple.intray']],
    ['an address with an encoded slash', ['intray', '--', 'file:///home/anne%2FExemple.intray']],
  ])('is not read with %s, and nothing of it becomes an option', (_, argv) => {
    for (const system of SYSTEMS) expect(openedWith(argv, system)).toBeNull();
    const behind = argv.slice(argv.includes('--') ? 0 : argv.length);
    expect(launchOptions(behind, {})).toMatchObject({ profile: null, hidden: false, quit: false });
    expect(secondStart(behind)).toBe('window');
  });

  it('may come as an address of a file where file managers do that', unless(NO_PLAIN_PATHS), () => {
    expect(readArgument('file:///home/anne/%C3%A9t%C3%A9.intray', 'linux')).toEqual({ kind: 'file', path: '/home/anne/été.intray' });
    expect(readArgument('file:///C:/Users/anne/Exemple.intray', 'win32')).toBeNull();
  });
});
