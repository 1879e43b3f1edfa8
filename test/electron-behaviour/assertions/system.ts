import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type * as E from 'electron/main';
import type { FakePowerMonitor } from '#test/support/fake-electron/fake-system.ts';
import { type Assertion, type Electron, next } from '../assertion.ts';

const POWER = 'docs/api/power-monitor.md, shell/browser/api/electron_api_power_monitor.cc';

/** For what only a double can be made to do. */
function says({ powerMonitor }: Electron, event: Parameters<FakePowerMonitor['says']>[0]): boolean {
  return (powerMonitor as unknown as FakePowerMonitor).says(event);
}

/** Sets the theme, and restores the previous one. */
async function withTheme({ nativeTheme }: Electron, act: (theme: E.NativeTheme) => Promise<void> | void): Promise<void> {
  const { themeSource } = nativeTheme;
  try {
    await act(nativeTheme);
  } finally {
    nativeTheme.themeSource = themeSource;
  }
}

/** Lets events arrive that Electron still has to emit from before. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

export const SYSTEM: readonly Assertion[] = [
  {
    name: 'Every word of the system about its power comes with an event, although the declarations leave it out',
    source: POWER,
    unseen: 'the computer would have to sleep, or to be locked',
    ready: (electron) => {
      for (const name of ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'on-ac', 'on-battery'] as const) {
        let seen: unknown;
        electron.powerMonitor.once(name as 'resume', ((event: unknown) => (seen = event)) as () => void);
        says(electron, name);
        assert.equal((seen as { readonly defaultPrevented?: unknown }).defaultPrevented, false, name);
      }
    },
  },
  {
    name: 'A computer that goes down can be asked to wait by the event of `shutdown`, and does not wait otherwise',
    source: POWER,
    systems: ['linux', 'darwin'],
    unseen: 'the computer would have to go down',
    ready: (electron) => {
      assert.equal(says(electron, 'shutdown'), false);
      electron.powerMonitor.once('shutdown', ((event: { preventDefault(): void }) => event.preventDefault()) as () => void);
      assert.equal(says(electron, 'shutdown'), true);
    },
  },
  {
    name: 'Whether the computer runs on its battery is a yes or a no',
    source: 'docs/api/power-monitor.md',
    ready: ({ powerMonitor }) => assert.equal(typeof powerMonitor.isOnBatteryPower(), 'boolean'),
  },
  {
    name: 'The theme that was set is the one that is shown',
    source: 'spec/api-native-theme-spec.ts',
    ready: (electron) =>
      withTheme(electron, (theme) => {
        theme.themeSource = 'dark';
        assert.equal(theme.shouldUseDarkColors, true);
        theme.themeSource = 'light';
        assert.equal(theme.shouldUseDarkColors, false);
      }),
  },
  {
    name: 'A theme that is set says `updated` where light becomes dark, and says nothing where nothing changes',
    source: 'spec/api-native-theme-spec.ts',
    ready: (electron) =>
      withTheme(electron, async (theme) => {
        theme.themeSource = 'light';
        await someTurns();
        let updates = 0;
        const count = (): void => {
          updates += 1;
        };
        theme.on('updated', count);
        theme.themeSource = 'light';
        await someTurns();
        const before = updates;
        const updated = next(theme, 'updated');
        theme.themeSource = 'dark';
        await updated;
        assert.deepEqual([before, updates > 0, theme.shouldUseDarkColors], [0, true, true]);
        theme.off('updated', count);
      }),
  },
  {
    name: 'The main screen is one of all screens, and has room for a window',
    source: 'docs/api/screen.md',
    ready: ({ screen }) => {
      const { id, workArea } = screen.getPrimaryDisplay();
      assert.ok(screen.getAllDisplays().some((each) => each.id === id));
      assert.ok(workArea.width > 0 && workArea.height > 0);
    },
  },
  {
    name: 'Whether there is a network is a yes or a no',
    source: 'docs/api/net.md',
    ready: ({ net }) => assert.equal(typeof net.isOnline(), 'boolean'),
  },
  {
    name: 'The way to an address is a list of proxies, each by its kind, as a script of the network writes them',
    source: 'docs/api/session.md',
    ready: async ({ session }) =>
      assert.match(await session.defaultSession.resolveProxy('https://example.com/'), /^(DIRECT|(PROXY|HTTPS|SOCKS[45]?) \S+)(;|$)/),
  },
  {
    name: 'A message box before the app is ready throws',
    source: 'lib/browser/api/dialog.ts',
    early: ({ dialog }) => assert.throws(() => void dialog.showMessageBox({ message: 'Intray waits' }), /after app is ready/),
  },
  {
    name: 'A message box of a window is closed by its signal, as if the person had cancelled it',
    source: 'spec/api-dialog-spec.ts',
    ready: async ({ BrowserWindow, dialog }) => {
      const window = new BrowserWindow();
      const controller = new AbortController();
      const box = { message: 'Intray waits', buttons: ['Wait', 'Quit'], cancelId: 1, signal: controller.signal };
      const answer = dialog.showMessageBox(window, box);
      controller.abort();
      assert.equal((await answer).response, 1);
      window.destroy();
    },
  },
  {
    name: 'On macOS a message box without a window is closed by the person alone: no signal reaches it',
    source: 'docs/api/dialog.md, shell/browser/ui/message_box_mac.mm',
    systems: ['darwin'],
    unseen: 'the box would stay until a person closes it',
    ready: async ({ dialog }) => {
      const controller = new AbortController();
      const answer = dialog.showMessageBox({ message: 'Intray waits', signal: controller.signal });
      controller.abort();
      const first = await Promise.race([answer.then(() => 'closed'), setImmediate('stays')]);
      assert.equal(first, 'stays');
    },
  },
  {
    name: 'On Windows an entry of the start with the computer is read as it was written, by the path of its program, and goes again',
    source: 'spec/api-app-spec.ts',
    systems: ['win32'],
    ready: ({ app }, { folder }) => {
      const path = `"${join(folder, 'Intray behaviour.exe')}"`;
      const entry = { name: 'app.intray.behaviour', path };
      app.setLoginItemSettings({ ...entry, openAtLogin: true, args: ['--hidden'], enabled: false });
      const off = app.getLoginItemSettings({ path, args: ['--hidden'] });
      assert.deepEqual(
        [off.executableWillLaunchAtLogin, off.launchItems.map(({ name, enabled }) => [name, enabled])],
        [false, [[entry.name, false]]],
      );
      app.setLoginItemSettings({ ...entry, openAtLogin: true, args: ['--hidden'], enabled: true });
      assert.equal(app.getLoginItemSettings({ path, args: ['--hidden'] }).executableWillLaunchAtLogin, true);
      app.setLoginItemSettings({ ...entry, openAtLogin: false });
      assert.deepEqual(app.getLoginItemSettings({ path }).launchItems, []);
    },
  },
  {
    name: 'macOS says whether it starts the app at login, and whether it has started this one',
    source: 'docs/api/app.md',
    systems: ['darwin'],
    ready: ({ app }) => {
      const { status, wasOpenedAtLogin } = app.getLoginItemSettings();
      assert.match(status, /^(not-registered|enabled|requires-approval|not-found)$/);
      assert.equal(wasOpenedAtLogin, false);
    },
  },
  {
    name: 'A list of entries is there on Windows alone, and a status on macOS alone',
    source: 'docs/api/app.md',
    systems: ['darwin', 'win32'],
    differs: {
      fake: 'keeps the entries of both systems side by side, so that a test may look at either',
      'stand-in': 'keeps the entries of both systems side by side',
    },
    ready: ({ app }) => {
      const { status, launchItems } = app.getLoginItemSettings() as Partial<E.LoginItemSettings>;
      assert.notEqual(status === undefined, launchItems === undefined);
    },
  },
];
