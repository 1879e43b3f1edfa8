import type * as E from 'electron/main';
import { FakeBrowserWindow } from '#test/support/fake-electron/fake-browser-window.ts';
import type { FakeIpcMain } from '#test/support/fake-electron/fake-ipc-main.ts';
import type { FakeProtocol } from '#test/support/fake-electron/fake-protocol.ts';
import type { DevTools } from './dev-tools.ts';
import { Page, type PageEvents } from './page.ts';

/** What all windows of the stand-in share; set before the app is loaded. */
export type Surroundings = { readonly devTools: Promise<DevTools>; readonly protocol: FakeProtocol; readonly ipcMain: FakeIpcMain };

/** What the stand-in's contents can do beyond the fake's. */
type Contents = FakeBrowserWindow['webContents'] & { executeJavaScript?: (code: string) => Promise<unknown> };

/** The fake window, with a real Chromium page in it. */
export class StandInWindow extends FakeBrowserWindow {
  static surroundings: Surroundings;
  readonly #page: Promise<Page>;
  targetId = '';

  constructor(options: E.BrowserWindowConstructorOptions = {}) {
    super(options);
    // If the window is gone before its page is open, nobody awaits the page, and its rejection must not go unhandled.
    this.#page = this.#openPage(this.webContents);
    this.#page.catch(() => undefined);
    const contents: Contents = this.webContents;
    contents.send = (channel, ...args) => void this.#page.then((page) => page.post(channel, args));
    contents.close = () => this.close();
    contents.loadURL = async (url) => (await this.#page).load(url);
    contents.reload = () => void this.#page.then((page) => page.reload());
    contents.forcefullyCrashRenderer = () => void this.#page.then((page) => page.crash());
    contents.executeJavaScript = async (code) => (await this.#page).run(code);
    this.once('closed', () => void this.#page.then((page) => page.close()).catch(() => undefined));
  }

  static override getAllWindows(): StandInWindow[] {
    return FakeBrowserWindow.all.filter((window) => window instanceof StandInWindow);
  }

  static override fromWebContents(contents: unknown): StandInWindow | null {
    return StandInWindow.getAllWindows().find((window) => window.webContents === contents) ?? null;
  }

  async #openPage(contents: Contents): Promise<Page> {
    const { devTools, protocol, ipcMain } = StandInWindow.surroundings;
    const events: PageEvents = {
      onMessage: (channel, args) => ipcMain.deliver(channel, { sender: contents, senderFrame: { url: contents.url, parent: null }, args }),
      onNavigated: (url, isInPage) => {
        contents.url = url;
        contents.emit(isInPage ? 'did-navigate-in-page' : 'did-navigate', {}, url);
      },
      mayNavigate: (url) => (['will-frame-navigate', 'will-navigate'] as const).every((name) => contents.lets(name, url)),
      opensWindows: () => contents.opensWindows(),
      onLoaded: () => void contents.emit('did-finish-load', {}),
      onFailed: (code, url) => contents.fail(code, url),
      onCrashed: () => void contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }),
    };
    const page = await Page.open(await devTools, protocol, { preload: this.options.webPreferences?.preload, events });
    this.targetId = page.targetId;
    return page;
  }
}
