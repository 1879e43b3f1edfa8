import { EventEmitter } from 'node:events';
import { isAbsolute } from 'node:path';
import type * as E from 'electron/main';
import { FakeLoginItems } from './fake-login-items.ts';
import { fakeSystem } from './fake-system.ts';
import { openWindows } from './open-windows.ts';
import { isPrevented } from './rules/preventable.ts';

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
