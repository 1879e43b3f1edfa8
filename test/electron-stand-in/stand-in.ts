import { FakeApp, FakeAutoUpdater, type SecondStart } from '#test/support/fake-electron/fake-app.ts';
import { FakeBaseWindow, FakeBrowserWindow } from '#test/support/fake-electron/fake-windows.ts';
import { FakeIpcMain, FakeProtocol, FakeSession, net } from '#test/support/fake-electron/fake-web-contents.ts';
import { asked, chosen, dialog, shell, utilityProcess } from '#test/support/fake-electron/fake-dialogs.ts';
import { FakeMenu, FakeNotification, FakeTray } from '#test/support/fake-electron/fake-tray.ts';
import { FakeNativeTheme, FakePowerMonitor, FakeScreen, fakeSystem, nativeImage } from '#test/support/fake-electron/fake-system.ts';
import type { DevTools, DevToolsMessage } from './dev-tools.ts';
import type * as E from 'electron/main';
import { Page, type PageEvents } from './page.ts';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { deserialize, serialize } from 'node:v8';

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

/** What all windows of the stand-in share; set before the app is loaded. */
type Surroundings = { readonly devTools: Promise<DevTools>; readonly protocol: FakeProtocol; readonly ipcMain: FakeIpcMain };

/** What the stand-in's contents can do beyond the fake's. */
type Contents = FakeBrowserWindow['webContents'] & { executeJavaScript?: (code: string) => Promise<unknown> };

/** The fake window, with a real Chromium page in it. */
class StandInWindow extends FakeBrowserWindow {
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

type StandInAppOptions = {
  readonly root: string;
  readonly version: string;
  readonly userData: string;
  /** That of a packaged app; null for one that is started from its sources. */
  readonly program: string | null;
  readonly end: () => Promise<void>;
};

/** The fake app, with real folders, a lock between real programs, and a real end. */
class StandInApp extends FakeApp {
  readonly #version: string;
  #lock: InstanceLock | null = null;

  constructor(options: StandInAppOptions) {
    super();
    this.startAnew();
    this.#version = options.version;
    this.setPath('app', options.root);
    this.setPath('userData', options.userData);
    this.isPackaged = options.program !== null;
    if (options.program !== null) this.setPath('exe', options.program);
    this.onQuit = () => {
      this.releaseSingleInstanceLock();
      void options.end().finally(() => process.exit(this.exitCode ?? 0));
    };
  }

  override getVersion(): string {
    return this.#version;
  }

  /** One lock for each user data folder. A second start hands over its arguments, and gets false. */
  override requestSingleInstanceLock(additionalData?: unknown): boolean {
    if (this.hasSingleInstanceLock()) return true;
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    this.#lock = InstanceLock.take(join(folder, 'stand-in.lock'), (second) => this.hearSecondStart(second), {
      argv: process.argv,
      workingDirectory: process.cwd(),
      additionalData,
    });
    this.alone = this.#lock !== null;
    return super.requestSingleInstanceLock();
  }

  override releaseSingleInstanceLock(): void {
    this.#lock?.release();
    this.#lock = null;
    super.releaseSingleInstanceLock();
  }
}

const SECOND_START = 'SIGUSR2';

/** A file with the first start's process id. A second start writes its arguments beside it, and signals the first. */
class InstanceLock {
  readonly #path: string;
  readonly #hear: () => void;

  /** Null if another program has the lock; that program is told about `own`. */
  static take(path: string, hear: (second: SecondStart) => void, own: SecondStart): InstanceLock | null {
    return rang(path, own) ? null : new InstanceLock(path, hear);
  }

  private constructor(path: string, hear: (second: SecondStart) => void) {
    this.#path = path;
    this.#hear = () => {
      for (const message of messagesBeside(path)) {
        hear(deserialize(readFileSync(message)) as SecondStart);
        rmSync(message);
      }
    };
    writeFileSync(path, String(process.pid));
    process.on(SECOND_START, this.#hear);
  }

  release(): void {
    process.off(SECOND_START, this.#hear);
    rmSync(this.#path, { force: true });
  }
}

function rang(path: string, own: SecondStart): boolean {
  try {
    const first = Number(readFileSync(path, 'utf8'));
    process.kill(first, 0);
    const message = `${path}.${process.pid}`;
    writeFileSync(`${message}.new`, serialize(own));
    renameSync(`${message}.new`, message);
    return process.kill(first, SECOND_START);
  } catch {
    // No file, or no such process: the lock is free.
    return false;
  }
}

function messagesBeside(path: string): readonly string[] {
  const [folder, name] = [dirname(path), basename(path)];
  return readdirSync(folder)
    .filter((each) => each.startsWith(`${name}.`) && !each.endsWith('.new'))
    .map((each) => join(folder, each));
}
