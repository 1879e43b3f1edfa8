import type * as E from 'electron/main';
import { preventable } from '#test/support/fake-electron/fake-app.ts';
import { FakeBrowserWindow } from '#test/support/fake-electron/fake-browser-window.ts';
import type { FakeIpcMain } from '#test/support/fake-electron/fake-ipc-main.ts';
import type { FakeProtocol } from '#test/support/fake-electron/fake-protocol.ts';
import type { DevTools } from './dev-tools.ts';
import { Page } from './page.ts';

/** What every window of the stand-in shares; set before the app is loaded. */
export type Surroundings = { readonly devTools: Promise<DevTools>; readonly protocol: FakeProtocol; readonly ipcMain: FakeIpcMain };

/** The fake window, with a real page of Chromium in it. */
export class StandInWindow extends FakeBrowserWindow {
  static surroundings: Surroundings;
  readonly #page: Promise<Page>;
  targetId = '';

  constructor(options: E.BrowserWindowConstructorOptions = {}) {
    super(options);
    this.#page = this.#openPage();
    const contents = this.webContents;
    contents.send = (channel, ...args) => void this.#page.then((page) => page.post(channel, args));
    contents.close = () => this.close();
    this.once('closed', () => void this.#page.then((page) => page.close()));
  }

  static getAllWindows(): StandInWindow[] {
    return FakeBrowserWindow.all.filter((window) => window instanceof StandInWindow);
  }

  static fromWebContents(contents: unknown): StandInWindow | null {
    return StandInWindow.getAllWindows().find((window) => window.webContents === contents) ?? null;
  }

  override async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    await (await this.#page).navigate(url);
  }

  async #openPage(): Promise<Page> {
    const { devTools, protocol, ipcMain } = StandInWindow.surroundings;
    const contents = this.webContents;
    const page = await Page.open(await devTools, protocol, {
      preload: this.options.webPreferences?.preload,
      events: {
        onMessage: (channel, args) =>
          ipcMain.deliver(channel, { sender: contents, senderFrame: { url: contents.url, parent: null }, args }),
        onNavigated: (url) => {
          contents.url = url;
          contents.emit('did-navigate', {}, url);
        },
        mayNavigate: (url) => ['will-frame-navigate', 'will-navigate'].every((name) => lets(contents, name, url)),
        opensWindows: () => contents.opensWindows(),
        onLoaded: () => {
          contents.emit('did-finish-load');
          this.emit('ready-to-show');
        },
      },
    });
    this.targetId = page.targetId;
    return page;
  }
}

function lets(contents: FakeBrowserWindow['webContents'], name: string, url: string): boolean {
  const asked = preventable({ url });
  contents.emit(name, asked);
  return !asked.defaultPrevented;
}
