import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';
import { FakeLoginItems } from './fake-login-items.ts';

type AppPart = Pick<
  E.App,
  'quit' | 'exit' | 'getPath' | 'setPath' | 'getAppPath' | 'getVersion' | 'getName' | 'getLocale' | 'isReady' | 'whenReady' | 'isPackaged'
> &
  Pick<E.App, 'requestSingleInstanceLock' | 'releaseSingleInstanceLock' | 'setAppUserModelId' | 'relaunch' | 'setLoginItemSettings'> &
  Pick<E.App, 'getLoginItemSettings' | 'setActivationPolicy'>;

/** Electron's `app` as far as the shell uses it. Quitting asks as Electron does and then calls `onQuit`. */
export class FakeApp extends EventEmitter implements AppPart {
  isPackaged = false;
  /** Playwright's loader sets Chromium's switches through it. */
  readonly commandLine = { appendSwitch: (): void => undefined, hasSwitch: (): boolean => false };
  appUserModelId = '';
  lockReleased = false;
  /** Whether this start is the only one. */
  alone = true;
  exitCode: number | null = null;
  /** With what it was asked to start again. */
  relaunched: readonly string[] | null = null;
  /** Each that was set, on macOS. */
  readonly policies: string[] = [];
  readonly loginItems = new FakeLoginItems();
  /** What ends when the app does; the stand-in closes Chromium and the program. */
  onQuit: () => void = () => undefined;
  /** Closes the windows and says whether all let it happen, as quitting does between its two questions. */
  closeWindows: () => boolean = () => true;
  #ready = false;
  #settle: () => void = () => undefined;
  readonly #whenReady = new Promise<void>((resolve) => {
    this.#settle = resolve;
  });
  readonly #paths = new Map<string, string>();

  makeReady(): void {
    this.#ready = true;
    this.#settle();
    this.emit('ready', {});
  }

  isReady(): boolean {
    return this.#ready;
  }

  whenReady(): Promise<void> {
    return this.#whenReady;
  }

  getPath(name: string): string {
    return this.#paths.get(name) ?? `/fake/${name}`;
  }

  setPath(name: string, path: string): void {
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

  requestSingleInstanceLock(): boolean {
    if (this.alone) this.lockReleased = false;
    return this.alone;
  }

  releaseSingleInstanceLock(): void {
    this.lockReleased = true;
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
    if (this.#stoppedBy('before-quit') || !this.closeWindows() || this.#stoppedBy('will-quit')) return;
    this.exit(0);
  }

  exit(code = 0): void {
    this.exitCode = code;
    this.onQuit();
  }

  #stoppedBy(event: string): boolean {
    const asked = preventable();
    this.emit(event, asked);
    return asked.defaultPrevented;
  }
}

/** An event that its listeners may stop, as Electron's are. */
export function preventable<T extends object>(details?: T): T & { defaultPrevented: boolean; preventDefault(): void } {
  const event = {
    ...(details as T),
    defaultPrevented: false,
    preventDefault(): void {
      event.defaultPrevented = true;
    },
  };
  return event;
}
