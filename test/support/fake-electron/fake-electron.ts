// Stands in for the `electron` module in unit tests (vitest.config.ts aliases it). The source under test is type-checked
// against Electron's own declarations; only the run time is this one.
import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';
import { FakeApp } from './fake-app.ts';
import { FakeBaseWindow } from './fake-base-window.ts';
import { FakeBrowserWindow } from './fake-browser-window.ts';
import { asked, chosen } from './fake-dialogs.ts';
import { FakeIpcMain } from './fake-ipc-main.ts';
import { FakeMenu } from './fake-menu.ts';
import { net } from './fake-net.ts';
import { FakeNativeTheme } from './fake-native-theme.ts';
import { FakeNotification } from './fake-notification.ts';
import { FakeProtocol } from './fake-protocol.ts';
import { FakeScreen } from './fake-screen.ts';
import { FakeSession } from './fake-session.ts';
import { FakeTray } from './fake-tray.ts';

export { dialog, nativeImage, shell } from './fake-dialogs.ts';
export { FakeBaseWindow as BaseWindow } from './fake-base-window.ts';
export { FakeBrowserWindow as BrowserWindow } from './fake-browser-window.ts';
export { FakeNotification as Notification } from './fake-notification.ts';
export { net } from './fake-net.ts';
export { FakeTray as Tray } from './fake-tray.ts';
export { utilityProcess } from './fake-utility-process.ts';

export const app = new FakeApp();
// A changed signature of Electron's own does not compile here.
export const Menu = FakeMenu satisfies Pick<typeof E.Menu, 'buildFromTemplate' | 'setApplicationMenu'>;
export const ipcMain = new FakeIpcMain();
class FakePowerMonitor extends EventEmitter {
  onBattery = false;
  isOnBatteryPower(): boolean {
    return this.onBattery;
  }
}
/** That of macOS; tests of updates bring one that answers. */
export const autoUpdater = new EventEmitter();
export const powerMonitor = new FakePowerMonitor();
export const nativeTheme = new FakeNativeTheme();
export const protocol = new FakeProtocol();
export const screen = new FakeScreen();
export const session = { defaultSession: new FakeSession() };

app.closeWindows = () => FakeBrowserWindow.closeAll();
FakeBrowserWindow.onContents = (contents) => app.emit('web-contents-created', {}, contents);

/** Forgets what earlier tests did: to be called before each. */
export function resetFakeElectron(): void {
  for (const emitter of [app, ipcMain, powerMonitor]) emitter.removeAllListeners();
  app.exitCode = null;
  app.relaunched = null;
  app.lockReleased = false;
  app.loginItems.reset();
  net.online = true;
  screen.reset();
  nativeTheme.reset();
  app.policies.length = 0;
  FakeBrowserWindow.draws = true;
  FakeNotification.history = [];
  FakeNotification.activate = null;
  FakeBrowserWindow.all = [];
  FakeBaseWindow.all = [];
  FakeTray.all = [];
  FakeNotification.shown = [];
  FakeNotification.supported = true;
  FakeMenu.application = null;
  asked.errors = [];
  asked.folders = 0;
  asked.revealed = [];
  asked.opened = [];
  asked.saved = [];
  chosen.folder = null;
  chosen.file = null;
}
