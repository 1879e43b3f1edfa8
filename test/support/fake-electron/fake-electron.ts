// Stands in for the `electron` module in unit tests (vitest.config.ts aliases it). The source under test is type-checked
// against Electron's own declarations; only the run time is this one.
import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';
import { FakeApp } from './fake-app.ts';
import { FakeBrowserWindow } from './fake-browser-window.ts';
import { asked, chosen } from './fake-dialogs.ts';
import { FakeIpcMain } from './fake-ipc-main.ts';
import { FakeMenu } from './fake-menu.ts';
import { FakeNotification } from './fake-notification.ts';
import { FakeProtocol } from './fake-protocol.ts';
import { FakeSession } from './fake-session.ts';
import { FakeTray } from './fake-tray.ts';

export { dialog, nativeImage, shell } from './fake-dialogs.ts';
export { FakeBrowserWindow as BrowserWindow } from './fake-browser-window.ts';
export { FakeNotification as Notification } from './fake-notification.ts';
export { FakeTray as Tray } from './fake-tray.ts';

export const app = new FakeApp();
// A changed signature of Electron's own does not compile here.
export const Menu = FakeMenu satisfies Pick<typeof E.Menu, 'buildFromTemplate' | 'setApplicationMenu'>;
export const ipcMain = new FakeIpcMain();
export const powerMonitor = new EventEmitter();
export const protocol = new FakeProtocol();
export const session = { defaultSession: new FakeSession() };

app.closeWindows = () => FakeBrowserWindow.closeAll();
FakeBrowserWindow.onContents = (contents) => app.emit('web-contents-created', {}, contents);

/** Forgets what earlier tests did: to be called before each. */
export function resetFakeElectron(): void {
  for (const emitter of [app, ipcMain, powerMonitor]) emitter.removeAllListeners();
  app.exitCode = null;
  FakeBrowserWindow.all = [];
  FakeTray.all = [];
  FakeNotification.shown = [];
  FakeNotification.supported = true;
  FakeMenu.application = null;
  asked.errors = [];
  asked.folders = 0;
  asked.revealed = [];
  chosen.folder = null;
}
