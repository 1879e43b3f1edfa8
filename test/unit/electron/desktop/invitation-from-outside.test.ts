import { resolve, sep } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { hearInvitations, InvitationArrivals } from '#electron/desktop/invitation/arrivals.ts';
import { type OpenedWith, openedWith, readArgument } from '#electron/desktop/invitation/opened-with.ts';
import { openShell } from '#electron/desktop/shell.ts';
import { fail, ok } from '#shared/lib/result.ts';
import * as fake from '#test/support/fake-electron/fake-electron.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { cannedEngine } from './canned-engine.ts';
import { launchOptions, secondStart } from '#electron/desktop/launch-options.ts';
import { unless } from '#test/support/why-skipped.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const LINK = 'https://relay.example.com/invitation#1.AAAAAAAAAAAAAAAAAAAAAA';
const link = (text = LINK): OpenedWith => ({ kind: 'link', link: text });

async function shellWith(arrivals: InvitationArrivals, hidden = false) {
  const log = recordingLog();
  await openShell({ engine: cannedEngine(), log, root: ROOT, locale: 'fr-FR', platform: 'linux', arrivals, hidden });
  return { log, window: () => fake.BrowserWindow.all[0] };
}

describe('an invitation from outside the window', () => {
  beforeEach(() => fake.resetFakeElectron());

  it('waits until it is dismissed, by its number, and a later one takes its place', async () => {
    const arrivals = new InvitationArrivals(async () => fail('on-a-share'));
    let rings = 0;
    arrivals.onChange(() => (rings += 1));
    await arrivals.take(link());
    expect(arrivals.current()).toEqual({ kind: 'text', id: 1, text: LINK });
    await arrivals.take({ kind: 'file', path: '/net/Exemple.intray' });
    expect(arrivals.current()).toEqual({ kind: 'fault', id: 2, fault: 'on-a-share' });
    expect(arrivals.dismiss(1)).toBe(false);
    expect(arrivals.dismiss(2)).toBe(true);
    expect(arrivals.current()).toBeNull();
    expect(rings).toBe(3);
  });

  it('is not replaced by an earlier one whose file took longer to read', async () => {
    const slow = Promise.withResolvers<string>();
    const arrivals = new InvitationArrivals(async () => ok(await slow.promise));
    const first = arrivals.take({ kind: 'file', path: '/home/anne/Exemple.intray' });
    await arrivals.take(link());
    slow.resolve('the earlier one');
    await first;
    expect(arrivals.current()).toMatchObject({ id: 2, text: LINK });
  });

  it('opens the window at its question, even where the computer started Intray, and is in no address', async () => {
    const arrivals = new InvitationArrivals(async () => ok(''));
    await arrivals.take(link());
    const { window, log } = await shellWith(arrivals, true);
    expect(window()?.loaded).toEqual(['app://intray/#/invitation']);
    expect(log.text()).not.toContain('AAAAAAAA');
  });

  it('comes by a second start, and a hidden one without it opens nothing', async () => {
    const arrivals = new InvitationArrivals(async () => ok(''));
    const { window } = await shellWith(arrivals, true);
    fake.app.emit('second-instance', {}, ['intray', '--hidden']);
    fake.app.emit('second-instance', {}, ['intray', '--hidden', '--', LINK, '--profile=/tmp/theirs']);
    expect(window()).toBeUndefined();
    fake.app.emit('second-instance', {}, ['intray', '--hidden', '--', LINK]);
    await expect.poll(() => window()?.loaded).toEqual(['app://intray/#/invitation']);
    expect(arrivals.current()).toMatchObject({ text: LINK });
  });

  it('comes on macOS by its events, by the same rules, and nowhere else', async () => {
    const taken: OpenedWith[] = [];
    hearInvitations('linux', (opened) => taken.push(opened));
    const event = { preventDefault: () => undefined };
    fake.app.emit('open-url', event, LINK);
    expect(taken).toEqual([]);
    hearInvitations('darwin', (opened) => taken.push(opened));
    fake.app.emit('open-url', event, LINK.replace('https:', 'intray:'));
    fake.app.emit('open-url', event, 'intray://127.0.0.1:7002/v1/devices');
    fake.app.emit('open-file', event, '/Users/anne/Exemple.intray');
    fake.app.emit('open-file', event, '/Users/anne/Exemple.pdf');
    expect(taken).toEqual([link(), { kind: 'file', path: '/Users/anne/Exemple.intray' }]);
  });
});

const CODE = 'AAAAAAAAAAAAAAAAAAAAAA';
const OPENED_WITH_LINK = `intray://relay.example.com/invitation#1.${CODE}`;
const HTTPS = OPENED_WITH_LINK.replace('intray:', 'https:');
const PATHS = {
  linux: '/home/anne/Exemple.intray',
  darwin: '/Users/anne/Exemple.intray',
  win32: 'C:\\Users\\anne\\Exemple.intray',
} as const;
const SYSTEMS = ['linux', 'darwin', 'win32'] as const;

const NO_PLAIN_PATHS = sep === '/' ? null : 'paths of files have a drive here';

describe('an invitation that the system opens Intray with', () => {
  it.each(SYSTEMS)('is one whole link or the path of one file, behind two dashes: %s', (system) => {
    expect(openedWith(['intray', '--', OPENED_WITH_LINK], system)).toEqual({ kind: 'link', link: HTTPS });
    expect(openedWith(['intray', '--hidden', '--', HTTPS], system)).toEqual({ kind: 'link', link: HTTPS });
    expect(openedWith(['intray', '--', PATHS[system]], system)).toEqual({ kind: 'file', path: PATHS[system] });
  });

  it.each([
    ['no two dashes', ['intray', OPENED_WITH_LINK]],
    ['nothing but itself', [OPENED_WITH_LINK]],
    ['nothing behind them', ['intray', '--']],
    ['two arguments', ['intray', '--', OPENED_WITH_LINK, OPENED_WITH_LINK]],
    ['an option beside it', ['intray', '--', OPENED_WITH_LINK, '--profile=/tmp/theirs']],
    ['an option in its place', ['intray', '--', '--profile=/tmp/theirs']],
    ['an option as a part of it', ['intray', '--', `${OPENED_WITH_LINK} --quit`]],
    ['a quote that ends it on Windows', ['intray', '--', `${OPENED_WITH_LINK}" --load-extension="C:\\theirs`]],
    ['a line end', ['intray', '--', `${OPENED_WITH_LINK}\n`]],
    ['a NUL', ['intray', '--', `${OPENED_WITH_LINK}\0`]],
    ['more than 2,048 characters', ['intray', '--', `intray://${'a'.repeat(2_100)}.example/invitation#1.${CODE}`]],
    ['another scheme', ['intray', '--', OPENED_WITH_LINK.replace('intray:', 'javascript:')]],
    ['a scheme in capitals', ['intray', '--', OPENED_WITH_LINK.replace('intray:', 'INTRAY:')]],
    ['another path', ['intray', '--', OPENED_WITH_LINK.replace('/invitation', '/../invitation')]],
    ['a code that is too long', ['intray', '--', `${OPENED_WITH_LINK}A`]],
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
