import { FakeAutoUpdater } from '#test/support/fake-electron/fake-auto-updater.ts';
import { FakeBaseWindow } from '#test/support/fake-electron/fake-base-window.ts';
import { FakeBrowserWindow } from '#test/support/fake-electron/fake-browser-window.ts';
import { net } from '#test/support/fake-electron/fake-net.ts';
import { asked, chosen, dialog, shell } from '#test/support/fake-electron/fake-dialogs.ts';
import { FakeIpcMain } from '#test/support/fake-electron/fake-ipc-main.ts';
import { FakeMenu } from '#test/support/fake-electron/fake-menu.ts';
import { nativeImage } from '#test/support/fake-electron/fake-native-image.ts';
import { FakeNativeTheme } from '#test/support/fake-electron/fake-native-theme.ts';
import { FakeNotification } from '#test/support/fake-electron/fake-notification.ts';
import { FakePowerMonitor } from '#test/support/fake-electron/fake-power-monitor.ts';
import { FakeProtocol } from '#test/support/fake-electron/fake-protocol.ts';
import { FakeScreen } from '#test/support/fake-electron/fake-screen.ts';
import { FakeSession } from '#test/support/fake-electron/fake-session.ts';
import { fakeSystem } from '#test/support/fake-electron/fake-system.ts';
import { utilityProcess } from '#test/support/fake-electron/fake-utility-process.ts';
import { FakeTray } from '#test/support/fake-electron/fake-tray.ts';
import type { DevTools, DevToolsMessage } from './dev-tools.ts';
import { StandInApp, type StandInAppOptions } from './stand-in-app.ts';
import { StandInWindow } from './stand-in-window.ts';

export type StandIn = {
  /** What `import … from 'electron'` returns. */
  readonly modules: Readonly<Record<string, unknown>>;
  /** Makes the app ready, with this Chromium for its pages. */
  start(devTools: DevTools): Promise<void>;
  quit(): void;
  isEnding(): boolean;
};

/** What specs that name the stand-in can look at besides Electron's own modules. */
export type StandInRecord = {
  readonly standIn: {
    readonly asked: typeof asked;
    readonly chosen: typeof chosen;
    readonly trays: typeof FakeTray;
    readonly notifications: typeof FakeNotification;
    /** The system that it imitates where Electron's behaviour depends on it. */
    readonly system: typeof fakeSystem;
  };
};

/** Electron's modules, as far as the shell and Playwright use them. It is not Electron: README.md says what it cannot show. */
export function makeStandIn(options: StandInAppOptions): StandIn {
  const app = new StandInApp(options);
  const protocol = new FakeProtocol();
  const ipcMain = new FakeIpcMain();
  const { promise: devTools, resolve } = Promise.withResolvers<DevTools>();
  StandInWindow.surroundings = { devTools, protocol, ipcMain };
  FakeBrowserWindow.onContents = (contents) => app.emit('web-contents-created', {}, contents);
  const webContents = {
    fromDevToolsTargetId: (id: string) => StandInWindow.getAllWindows().find((window) => window.targetId === id)?.webContents,
    getAllWebContents: () => StandInWindow.getAllWindows().map((window) => window.webContents),
  };
  const record: StandInRecord = { standIn: { asked, chosen, trays: FakeTray, notifications: FakeNotification, system: fakeSystem } };
  return {
    modules: {
      app,
      autoUpdater: new FakeAutoUpdater(() => app.quit()),
      BaseWindow: FakeBaseWindow,
      BrowserWindow: StandInWindow,
      dialog,
      ipcMain,
      Menu: FakeMenu,
      nativeImage,
      nativeTheme: new FakeNativeTheme(),
      net,
      Notification: FakeNotification,
      powerMonitor: new FakePowerMonitor(),
      protocol,
      screen: new FakeScreen(),
      session: { defaultSession: new FakeSession() },
      shell,
      Tray: FakeTray,
      utilityProcess,
      webContents,
      standIn: record.standIn,
    },
    async start(connected) {
      await closeUnaskedWindows(connected);
      resolve(connected);
      app.makeReady();
    },
    quit: () => app.quit(),
    isEnding: () => app.exitCode !== null,
  };
}

/** A link to a new window makes a tab of Chromium's own; the tab is closed unless the app's handler allows windows. */
async function closeUnaskedWindows(devTools: DevTools): Promise<void> {
  devTools.on('undefined', 'Target.targetCreated', ({ targetInfo }) => {
    const { targetId, openerId } = targetInfo as DevToolsMessage;
    const opener = StandInWindow.getAllWindows().find((window) => window.targetId === openerId);
    if (opener !== undefined && !opener.webContents.opensWindows()) void devTools.send('Target.closeTarget', { targetId });
  });
  await devTools.send('Target.setDiscoverTargets', { discover: true });
}
