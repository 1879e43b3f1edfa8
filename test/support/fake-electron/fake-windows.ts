import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';
import { isPrevented, markDestroyed } from './rules.ts';
import { needsReady } from './fake-system.ts';
import { FakeWebContents } from './fake-web-contents.ts';

type Part = Pick<
  E.BrowserWindow,
  | 'show'
  | 'hide'
  | 'focus'
  | 'isVisible'
  | 'isMinimized'
  | 'restore'
  | 'isDestroyed'
  | 'loadURL'
  | 'close'
  | 'destroy'
  | 'getNormalBounds'
  | 'setBounds'
  | 'isMaximized'
  | 'maximize'
  | 'unmaximize'
  | 'setBackgroundColor'
>;

/** An invisible window. `FakeBrowserWindow.onContents` gets each new page, as the app's event does. */
export class FakeBrowserWindow extends EventEmitter implements Part {
  static all: FakeBrowserWindow[] = [];
  static onContents: (contents: FakeWebContents) => void = () => undefined;
  /** Whether a page draws something when it is loaded. */
  static draws = true;
  /** Whether a page responds when it is asked to close. */
  static closes = true;
  readonly options: E.BrowserWindowConstructorOptions;
  readonly webContents = new FakeWebContents();
  /** Requested addresses, in order. */
  readonly loaded: string[] = [];
  backgroundColor: string;
  #visible: boolean;
  #destroyed = false;
  #maximized = false;
  #bounds: E.Rectangle;

  constructor(options: E.BrowserWindowConstructorOptions = {}) {
    needsReady('Cannot create BrowserWindow');
    super();
    this.options = options;
    this.#visible = options.show ?? true;
    this.backgroundColor = options.backgroundColor ?? '#FFF';
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    FakeBrowserWindow.all.push(this);
    openWindows.add(this);
    this.webContents.on('did-finish-load', () => FakeBrowserWindow.draws && this.emit('ready-to-show'));
    FakeBrowserWindow.onContents(this.webContents);
  }

  static getAllWindows(): FakeBrowserWindow[] {
    return [...FakeBrowserWindow.all];
  }

  static fromWebContents(contents: unknown): FakeBrowserWindow | null {
    return FakeBrowserWindow.all.find((window) => window.webContents === contents) ?? null;
  }

  loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    const load = this.webContents.loadURL(url);
    // As in Electron: a caller that does not await it is not crashed by its rejection.
    load.catch(() => undefined);
    return load;
  }

  show(): void {
    this.#visible = true;
    this.emit('show');
  }

  hide(): void {
    this.#visible = false;
    this.emit('hide');
  }

  setBackgroundColor(colour: string): void {
    this.backgroundColor = colour;
  }

  isVisible(): boolean {
    return this.#visible;
  }

  focus(): void {
    this.emit('focus');
  }

  isMinimized(): boolean {
    return false;
  }

  restore(): void {
    this.#visible = true;
  }

  getNormalBounds(): E.Rectangle {
    return { ...this.#bounds };
  }

  /** Also what dragging with the mouse does. */
  setBounds(bounds: Partial<E.Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    this.emit('move');
    this.emit('resize');
  }

  isMaximized(): boolean {
    return this.#maximized;
  }

  maximize(): void {
    this.#maximized = true;
    this.#visible = true;
    this.emit('maximize');
  }

  unmaximize(): void {
    this.#maximized = false;
    this.emit('unmaximize');
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** The app is asked first, synchronously, and then the page, which takes time. */
  close(): void {
    if (isPrevented(this, 'close')) openWindows.onKeptOpen();
    else if (FakeBrowserWindow.closes) queueMicrotask(() => this.destroy());
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    FakeBrowserWindow.all = FakeBrowserWindow.all.filter((window) => window !== this);
    this.webContents.destroy();
    markDestroyed(this, ['webContents']);
    this.emit('closed');
    openWindows.remove(this);
  }
}

type OpenWindow = { close(): void; destroy(): void };

/** All open windows, with a page or without: Electron's quitting waits for every one of them. */
class OpenWindows {
  readonly #all = new Set<OpenWindow>();
  /** In the order in which they are called. */
  readonly #whenAllClosed: (() => void)[] = [];
  /** Called when a listener prevented a window from closing. */
  onKeptOpen: () => void = () => undefined;

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  add(window: OpenWindow): void {
    this.#all.add(window);
  }

  remove(window: OpenWindow): void {
    if (!this.#all.delete(window) || !this.isEmpty) return;
    for (const tell of this.#whenAllClosed) tell();
  }

  whenAllClosed(tell: () => void): void {
    this.#whenAllClosed.push(tell);
  }

  notWhenAllClosed(tell: () => void): void {
    const at = this.#whenAllClosed.indexOf(tell);
    if (at >= 0) this.#whenAllClosed.splice(at, 1);
  }

  closeAll(): void {
    for (const window of this.#all) window.close();
  }

  destroyAll(): void {
    for (const window of this.#all) window.destroy();
  }

  /** Notifies nobody. */
  forget(): void {
    this.#all.clear();
  }
}

export const openWindows = new OpenWindows();

/** A window without a page. */
export class FakeBaseWindow extends EventEmitter implements Pick<E.BaseWindow, 'close' | 'destroy' | 'isDestroyed'> {
  static all: FakeBaseWindow[] = [];
  readonly options: E.BaseWindowConstructorOptions;
  #destroyed = false;

  constructor(options: E.BaseWindowConstructorOptions = {}) {
    // Electron does not check this; what happens then is undefined.
    needsReady('Cannot create BaseWindow');
    super();
    this.options = options;
    FakeBaseWindow.all.push(this);
    openWindows.add(this);
  }

  /** What Windows sends to each window when the session ends, or before. Returns whether a listener prevented it. */
  hears(event: 'query-session-end' | 'session-end', reasons: readonly string[] = ['shutdown']): boolean {
    return isPrevented(this, event, { reasons });
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  close(): void {
    if (isPrevented(this, 'close')) openWindows.onKeptOpen();
    else this.destroy();
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    FakeBaseWindow.all = FakeBaseWindow.all.filter((window) => window !== this);
    markDestroyed(this);
    this.emit('closed');
    openWindows.remove(this);
  }
}
