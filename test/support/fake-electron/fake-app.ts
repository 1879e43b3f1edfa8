import { EventEmitter } from 'node:events';
import { isAbsolute } from 'node:path';
import type * as E from 'electron/main';
import { fakeSystem } from './fake-system.ts';
import { openWindows } from './fake-windows.ts';
import { isPrevented } from './rules.ts';

type AppPart = Pick<
  E.App,
  'quit' | 'exit' | 'getPath' | 'setPath' | 'getAppPath' | 'getVersion' | 'getName' | 'getLocale' | 'isReady' | 'whenReady' | 'isPackaged'
> &
  Pick<E.App, 'requestSingleInstanceLock' | 'hasSingleInstanceLock' | 'releaseSingleInstanceLock' | 'setAppUserModelId' | 'relaunch'> &
  Pick<E.App, 'setLoginItemSettings' | 'getLoginItemSettings' | 'setActivationPolicy'>;

/** Another start of the same app, as the first one is told about it. */
export type SecondStart = { readonly argv: readonly string[]; readonly workingDirectory: string; readonly additionalData?: unknown };

/** The part of Electron's `app` that the shell uses. It quits in the same order as Electron, and then calls `onQuit`. */
export class FakeApp extends EventEmitter implements AppPart {
  isPackaged = false;
  /** Playwright's loader sets Chromium's switches through it. */
  readonly commandLine = { appendSwitch: (): void => undefined, hasSwitch: (): boolean => false };
  appUserModelId = '';
  lockReleased = false;
  /** Whether this start gets the single-instance lock. */
  alone = true;
  exitCode: number | null = null;
  /** The arguments of the requested relaunch. */
  relaunched: readonly string[] | null = null;
  /** Every activation policy that was set, on macOS. */
  readonly policies: string[] = [];
  readonly loginItems = new FakeLoginItems();
  /** Called at the end of quitting; the stand-in then closes Chromium and the program. */
  onQuit: () => void = () => undefined;
  #isQuitting = false;
  #isExiting = false;
  #isOver = false;
  #hasLock = false;
  #whenReady = Promise.withResolvers<void>();
  readonly #paths = new Map<string, string>();

  constructor() {
    super();
    openWindows.onKeptOpen = () => {
      this.#isQuitting = false;
    };
    openWindows.whenAllClosed(() => this.#allWindowsClosed());
  }

  /** As if the program had just been started: not ready yet. */
  startAnew(): void {
    this.removeAllListeners();
    fakeSystem.isReady = false;
    this.#whenReady = Promise.withResolvers<void>();
    [this.#isQuitting, this.#isExiting, this.#isOver, this.#hasLock] = [false, false, false, false];
    [this.exitCode, this.relaunched, this.lockReleased, this.alone] = [null, null, false, true];
    this.policies.length = 0;
    this.loginItems.reset();
  }

  makeReady(): void {
    fakeSystem.isReady = true;
    this.#whenReady.resolve();
    this.emit('ready', {}, {});
  }

  isReady(): boolean {
    return fakeSystem.isReady;
  }

  whenReady(): Promise<void> {
    return this.#whenReady.promise;
  }

  getPath(name: string): string {
    return this.#paths.get(name) ?? `/fake/${name}`;
  }

  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    this.#paths.set(name, path);
  }

  getAppPath(): string {
    return this.getPath('app');
  }

  getVersion(): string {
    return '0.0.0';
  }

  getName(): string {
    return 'Intray';
  }

  getLocale(): string {
    return 'en-GB';
  }

  requestSingleInstanceLock(_additionalData?: unknown): boolean {
    this.#hasLock = this.alone;
    if (this.alone) this.lockReleased = false;
    return this.alone;
  }

  hasSingleInstanceLock(): boolean {
    return this.#hasLock;
  }

  releaseSingleInstanceLock(): void {
    this.#hasLock = false;
    this.lockReleased = true;
  }

  /** Somebody starts the app once more. This one is told once it is ready, never before. */
  hearSecondStart({ argv, workingDirectory, additionalData = null }: SecondStart): void {
    const tell = (): void => void this.emit('second-instance', {}, argv, workingDirectory, additionalData);
    if (this.isReady()) tell();
    else this.once('ready', tell);
  }

  setAppUserModelId(id: string): void {
    this.appUserModelId = id;
  }

  relaunch(options?: E.RelaunchOptions): void {
    this.relaunched = options?.args ?? [];
  }

  setLoginItemSettings(settings: E.Settings): void {
    this.loginItems.set(settings);
  }

  getLoginItemSettings(options?: E.LoginItemSettingsOptions): E.LoginItemSettings {
    return this.loginItems.get(options);
  }

  setActivationPolicy(policy: 'regular' | 'accessory' | 'prohibited'): void {
    this.policies.push(policy);
  }

  quit(): void {
    if (this.#isQuitting) return;
    this.#isQuitting = !isPrevented(this, 'before-quit');
    if (!this.#isQuitting) return;
    if (openWindows.isEmpty) this.#endUnlessPrevented();
    else openWindows.closeAll();
  }

  exit(code = 0): void {
    this.exitCode = code;
    this.#isQuitting = true;
    this.#isExiting = true;
    if (openWindows.isEmpty) this.#end();
    else openWindows.destroyAll();
  }

  #allWindowsClosed(): void {
    if (this.#isExiting) this.#end();
    else if (this.#isQuitting) this.#endUnlessPrevented();
    else if (!this.emit('window-all-closed', {})) this.quit();
  }

  #endUnlessPrevented(): void {
    if (this.#isOver) return;
    if (isPrevented(this, 'will-quit')) this.#isQuitting = false;
    else this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.exitCode ??= 0;
    this.#hasLock = false;
    this.emit('quit', {}, this.exitCode);
    this.onQuit();
  }
}

type Entry = { command: string; enabled: boolean };

/** How systems store programs that start at login, as Electron writes and reads it: Windows' `Run` key with Task Manager's switch, macOS' status. */
class FakeLoginItems {
  /** Windows: by the name of the registry value. */
  readonly run = new Map<string, Entry>();
  /** macOS. */
  status: E.LoginItemSettings['status'] = 'not-registered';
  /** macOS: whether the system started the app at login. */
  wasOpenedAtLogin = false;
  /** The path of this process; Windows compares with it if no path is given. */
  program = 'C:\\Program Files\\Intray\\Intray.exe';
  readonly written: E.Settings[] = [];

  set(settings: E.Settings): void {
    const { openAtLogin = false, name = 'app.intray.desktop', path = this.program, args = [], enabled = true } = settings;
    this.written.push(settings);
    if (openAtLogin) this.run.set(name, { command: [path, ...args].join(' '), enabled });
    else this.run.delete(name);
    if (this.status !== 'requires-approval' || !openAtLogin) this.status = openAtLogin ? 'enabled' : 'not-registered';
  }

  /** Electron lists only the entries that start the program that it is asked about. */
  get({ path = this.program }: E.LoginItemSettingsOptions = {}): E.LoginItemSettings {
    const launchItems = [...this.run]
      .filter(([, { command }]) => programOf(command).toLowerCase() === programOf(path).toLowerCase())
      .map(([name, { command, enabled }]) => ({ name, path: programOf(command), args: [], scope: 'user' as const, enabled }));
    return {
      openAtLogin: launchItems.length > 0 || this.status === 'enabled',
      wasOpenedAtLogin: this.wasOpenedAtLogin,
      status: this.status,
      executableWillLaunchAtLogin: launchItems.some(({ enabled }) => enabled),
      launchItems,
    };
  }

  reset(): void {
    this.run.clear();
    this.status = 'not-registered';
    this.wasOpenedAtLogin = false;
    this.written.length = 0;
  }
}

/** As Windows splits a command line: an unquoted word ends at its first blank. */
function programOf(command: string): string {
  return /^"([^"]*)"/.exec(command)?.[1] ?? command.split(' ')[0] ?? '';
}

/** That of macOS. It has an update that is ready, and ends the app through `quit` to install it. */
export class FakeAutoUpdater extends EventEmitter {
  readonly #quit: () => void;

  constructor(quit: () => void) {
    super();
    this.#quit = quit;
  }

  /** All windows close before the app is told to quit; a window that stays open prevents it. */
  quitAndInstall(): void {
    this.emit('before-quit-for-update', {});
    if (openWindows.isEmpty) return this.#quit();
    const allClosed = (): void => {
      openWindows.notWhenAllClosed(allClosed);
      this.#quit();
    };
    openWindows.whenAllClosed(allClosed);
    openWindows.closeAll();
  }
}
