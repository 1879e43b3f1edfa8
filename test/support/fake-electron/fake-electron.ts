// Replaces the `electron` module in unit tests (vitest.config.ts aliases it). The source under test is type-checked against Electron's own
// declarations; only the runtime is this one.
import type * as E from 'electron/main';
import { FakeApp, FakeAutoUpdater } from './fake-app.ts';
import { FakeBaseWindow, FakeBrowserWindow, openWindows } from './fake-windows.ts';
import { asked, chosen } from './fake-dialogs.ts';
import { FakeIpcMain, FakeProtocol, FakeSession, FakeWebContents, net } from './fake-web-contents.ts';
import { FakeMenu, FakeNotification, FakeTray } from './fake-tray.ts';
import { FakeNativeTheme, FakePowerMonitor, FakeScreen, fakeSystem } from './fake-system.ts';

export { dialog, shell } from './fake-dialogs.ts';
export { nativeImage } from './fake-system.ts';
export { FakeBaseWindow as BaseWindow } from './fake-windows.ts';
export { FakeBrowserWindow as BrowserWindow } from './fake-windows.ts';
export { FakeNotification as Notification } from './fake-tray.ts';
export { net } from './fake-web-contents.ts';
export { FakeTray as Tray } from './fake-tray.ts';
export { utilityProcess } from './fake-dialogs.ts';

export const app = new FakeApp();
// If Electron changes a signature, this no longer compiles.
export const Menu = FakeMenu satisfies Pick<typeof E.Menu, 'buildFromTemplate' | 'setApplicationMenu'>;
export const ipcMain = new FakeIpcMain();
/** That of macOS; tests of updates bring their own. */
export const autoUpdater = new FakeAutoUpdater(() => app.quit());
export const powerMonitor = new FakePowerMonitor();
export const nativeTheme = new FakeNativeTheme();
export const protocol = new FakeProtocol();
export const screen = new FakeScreen();
export const session = { defaultSession: new FakeSession() };

FakeBrowserWindow.onContents = (contents) => app.emit('web-contents-created', {}, contents);
FakeWebContents.isServed = (scheme) => protocol.isProtocolHandled(scheme);

/** Forgets what earlier tests did, and leaves an app that is ready, on Linux. Call it before each test. */
export function resetFakeElectron(): void {
  startFakeElectron();
  app.makeReady();
}

/** The same, but with an app that has just been started. */
export function startFakeElectron(platform: NodeJS.Platform = 'linux'): void {
  fakeSystem.platform = platform;
  for (const emitter of [ipcMain, powerMonitor, autoUpdater]) emitter.removeAllListeners();
  openWindows.forget();
  app.startAnew();
  net.online = true;
  screen.reset();
  nativeTheme.reset();
  protocol.reset();
  FakeBrowserWindow.draws = true;
  FakeBrowserWindow.closes = true;
  FakeBrowserWindow.all = [];
  FakeBaseWindow.all = [];
  FakeTray.all = [];
  FakeNotification.reset();
  FakeMenu.application = null;
  asked.errors = [];
  asked.boxes = [];
  asked.boxesOpen = 0;
  asked.folders = 0;
  asked.revealed = [];
  asked.opened = [];
  asked.saved = [];
  chosen.folder = null;
  chosen.file = null;
  chosen.button = null;
}
