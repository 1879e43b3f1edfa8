import { resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { foreignSwitch, launchOptions } from '#electron/desktop/launch-options.ts';
import { endOverFault, sayThatStartWaits } from '#electron/desktop/start-fault.ts';
import { coalesce } from '#shared/async/single-flight.ts';
import { LANGUAGES } from '#shared/i18n/language.ts';
import { translator } from '#shared/i18n/translate.ts';
import { asked, chosen } from '#test/support/fake-electron/fake-dialogs.ts';
import { app, BaseWindow, resetFakeElectron, startFakeElectron } from '#test/support/fake-electron/fake-electron.ts';

const FAULTS = ['in-use', 'newer', 'full', 'read-only', 'held', 'broken', 'unreadable'] as const;

describe('the options of a start', () => {
  beforeEach(() => resetFakeElectron());

  it('are read from among those of Chromium and of the app folder', () => {
    const argv = ['/usr/bin/electron', '.', '--no-sandbox', '--inspect=0', '--profile', 'p', '--create-key-file', 'k', '--lang=fr'];
    const key = { kind: 'key-file', path: resolve('k'), absent: 'create' };
    expect(launchOptions(argv, {})).toEqual({ profile: resolve('p'), hidden: false, quit: false, key });
    expect(launchOptions([...argv, '--quit'], {}).quit).toBe(true);
    expect(launchOptions([...argv, '--hidden'], {})).toEqual({ profile: resolve('p'), hidden: true, quit: false, key });
  });

  it('use the keychain unless a key file is named, and make none by themselves', () => {
    expect(launchOptions(['electron'], {})).toEqual({ profile: null, hidden: false, quit: false, key: { kind: 'keychain' } });
    const named = { kind: 'key-file', path: resolve('k'), absent: 'refuse' };
    expect(launchOptions(['electron', '--key-file=k'], {}).key).toEqual(named);
    expect(launchOptions(['electron'], { INTRAY_KEY_FILE: 'k' }).key).toEqual(named);
    expect(launchOptions(['electron', '--key-file='], {}).key).toEqual({ kind: 'keychain' });
  });
});

describe('what stands behind two dashes', () => {
  beforeEach(() => resetFakeElectron());

  it.each([
    ['each option', ['--', '--profile', 'p', '--key-file=k', '--create-key-file', 'k', '--hidden']],
    ['each option behind one without its value', ['--profile', '--', '--hidden', '--key-file=k']],
    ['another two dashes', ['--', '--hidden', '--quit', '--', '--profile=p']],
    ['what a browser hands over', ['--', 'intray://open?--hidden', '--profile=p']],
  ])('is no option: %s', (_what, words) => {
    expect(launchOptions(['intray', ...words], {})).toEqual({ profile: null, hidden: false, quit: false, key: { kind: 'keychain' } });
  });

  it('takes nothing from what stands before', () => {
    expect(launchOptions(['intray', '--profile=p', '--hidden', '--', '--profile=q'], {})).toMatchObject({
      profile: resolve('p'),
      hidden: true,
    });
  });
});

describe('a start that fails', () => {
  beforeEach(() => resetFakeElectron());

  it('says each reason in its own words, in both languages, and ends with 1', () => {
    for (const language of LANGUAGES) for (const kind of FAULTS) endOverFault({ kind, detail: '4874' }, translator(language));
    expect(new Set(asked.errors).size).toBe(2 * FAULTS.length);
    expect(asked.errors.join()).not.toMatch(/\d/);
    expect(app.exitCode).toBe(1);
  });
});

describe('a start that waits for the disk', () => {
  beforeEach(() => resetFakeElectron());

  it('says why in a dialog, anew for another reason and at a second start, and takes it away when it goes on', () => {
    const tell = sayThatStartWaits(translator('fr'), 'linux');
    tell({ kind: 'full', detail: '4874' });
    expect(asked.boxes.at(-1)).toMatchObject({ message: 'Intray attend le disque', detail: expect.stringMatching(/est plein\.[^\d]+$/) });
    app.emit('second-instance', {}, ['intray']);
    tell({ kind: 'read-only', detail: '8' });
    expect(asked.boxes).toHaveLength(3);
    expect(asked.boxes.map(({ signal }) => signal?.aborted)).toEqual([true, true, false]);
    tell(null);
    app.emit('second-instance', {}, ['intray']);
    expect(asked.boxes.map(({ signal }) => signal?.aborted)).toEqual([true, true, true]);
    expect(app.exitCode).toBeNull();
  });

  it('ends at once when a second start asks for it', () => {
    const tell = sayThatStartWaits(translator('en'), 'linux');
    tell({ kind: 'full', detail: '4874' });
    const before = asked.boxes.length;
    app.emit('second-instance', {}, ['intray', '--quit']);
    expect(app.exitCode).toBe(0);
    expect(asked.boxes).toHaveLength(before);
  });

  it('is not held up by its own dialog on macOS: that goes when the disk answers, and Intray stays', async () => {
    startFakeElectron('darwin');
    app.makeReady();
    const tell = sayThatStartWaits(translator('fr'), 'darwin');
    tell({ kind: 'full', detail: '4874' });
    tell({ kind: 'read-only', detail: '8' });
    await new Promise(setImmediate);
    expect([asked.boxesOpen, BaseWindow.all.length]).toEqual([1, 1]);
    tell(null);
    await new Promise(setImmediate);
    expect([asked.boxesOpen, BaseWindow.all.length, app.exitCode]).toEqual([0, 0, null]);
  });

  it('ends by the button of the dialog, and goes on waiting when it is closed', async () => {
    const tell = sayThatStartWaits(translator('en'), 'linux');
    chosen.button = 0;
    tell({ kind: 'broken', detail: '10' });
    await new Promise(setImmediate);
    expect(app.exitCode).toBeNull();
    chosen.button = 1;
    tell({ kind: 'full', detail: '13' });
    await new Promise(setImmediate);
    expect(app.exitCode).toBe(0);
  });
});

describe('a doorbell', () => {
  beforeEach(() => resetFakeElectron());

  it('that rings during a look brings one more look, not a queue of them', async () => {
    let looks = 0;
    const waiting: (() => void)[] = [];
    const ring = coalesce(() => {
      looks += 1;
      return new Promise<void>((done) => waiting.push(done));
    });
    for (let times = 0; times < 50; times += 1) ring();
    expect(looks).toBe(1);
    waiting.shift()?.();
    await new Promise(setImmediate);
    expect(looks).toBe(2);
    waiting.shift()?.();
    await new Promise(setImmediate);
    expect(looks).toBe(2);
    ring();
    expect(looks).toBe(3);
  });
});

const linux = { platform: 'linux', env: {} } as const;
const windows = { platform: 'win32', env: {} } as const;
const mac = { platform: 'darwin', env: {} } as const;

describe('a switch that is not Intray’s own', () => {
  it.each([
    ['a port for debugging', ['--remote-debugging-port=9222'], 'remote-debugging-port'],
    ['a pipe for debugging', ['--remote-debugging-pipe'], 'remote-debugging-pipe'],
    ['an extension', ['--load-extension=/tmp/theirs'], 'load-extension'],
    ['another address for a name', ['--host-rules=MAP * 127.0.0.1'], 'host-rules'],
    ['another resolver', ['--host-resolver-rules=MAP * 127.0.0.1'], 'host-resolver-rules'],
    ['trust in any certificate', ['--ignore-certificate-errors'], 'ignore-certificate-errors'],
    ['a way through a proxy', ['--proxy-server=127.0.0.1:1'], 'proxy-server'],
    ['code before ours', ['-r', '/tmp/theirs.js'], 'r'],
    ['one dash', ['-remote-debugging-port=9222'], 'remote-debugging-port'],
    ['one behind ours', ['--hidden', '--profile', 'p', '--js-flags=--expose-gc'], 'js-flags'],
    ['one where the value of ours belongs', ['--profile', '--remote-debugging-port=9222'], 'remote-debugging-port'],
    ['one dash where a value belongs', ['--key-file', '-remote-debugging-pipe'], 'remote-debugging-pipe'],
    ['no sandbox, from nobody who needs it', ['--no-sandbox'], 'no-sandbox'],
    ['a very long one', [`--${'x'.repeat(500)}`], 'x'.repeat(60)],
  ])('is found: %s', (_what, words, name) => {
    expect(foreignSwitch(['/opt/Intray/intray', ...words], linux)).toBe(name);
  });

  it('is found in the ways of Windows', () => {
    for (const word of ['/remote-debugging-port=9222', '--Remote-Debugging-Port=9222', '-REMOTE-DEBUGGING-PORT=9222'])
      for (const before of [[], ['--profile'], ['--KEY-FILE']])
        expect(foreignSwitch(['Intray.exe', ...before, word], windows)).toBe('remote-debugging-port');
    expect(
      foreignSwitch(['Intray.exe', '--updated', '--hidden', '--profile=C:\\p', '--key-file=/d/key', '--profile', 'C:\\p'], windows),
    ).toBeNull();
    expect(foreignSwitch(['intray', '/remote-debugging-port=9222'], linux)).toBeNull();
  });

  it.each([
    ['nothing', [], linux],
    ['its own', ['--profile', 'p', '--key-file=k', '--create-key-file', 'k', '--hidden', '--quit'], linux],
    ['what Windows starts it with by a click on an old notification', ['-Embedding'], windows],
    [
      'what a screen needs',
      ['--ozone-platform-hint=auto', '--ozone-platform=wayland', '--force-device-scale-factor=2', '--lang=fr'],
      linux,
    ],
    ['what stands behind two dashes', ['--', '--remote-debugging-port=9222'], linux],
    ['what an AppImage starts it with', ['--no-sandbox'], { platform: 'linux', env: { APPIMAGE: '/home/anne/Intray.AppImage' } }],
    ['what the Finder numbers it by', ['-psn_0_123456'], mac],
  ] as const)('is none where there is %s', (_what, words, place) => {
    expect(foreignSwitch(['intray', ...words], place)).toBeNull();
  });
});
