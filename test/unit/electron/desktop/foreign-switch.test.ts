import { describe, expect, it } from 'vitest';
import { foreignSwitch } from '#electron/desktop/launch-options.ts';

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
