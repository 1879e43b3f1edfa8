import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';
import { preventable } from './fake-app.ts';
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

/** A window that nobody sees. `FakeBrowserWindow.onContents` is told of each page, as the app's event is. */
export class FakeBrowserWindow extends EventEmitter implements Part {
  static all: FakeBrowserWindow[] = [];
  static onContents: (contents: FakeWebContents) => void = () => undefined;
  /** Whether a page draws something when it is loaded. */
  static draws = true;
  readonly options: E.BrowserWindowConstructorOptions;
  readonly webContents = new FakeWebContents();
  /** Addresses, in the order in which they were asked for. */
  readonly loaded: string[] = [];
  backgroundColor: string;
  #visible = false;
  #destroyed = false;
  #maximized = false;
  #bounds: E.Rectangle;

  constructor(options: E.BrowserWindowConstructorOptions = {}) {
    super();
    this.options = options;
    this.backgroundColor = options.backgroundColor ?? '#FFF';
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    FakeBrowserWindow.all.push(this);
    FakeBrowserWindow.onContents(this.webContents);
  }

  static closeAll(): boolean {
    for (const window of FakeBrowserWindow.all) window.close();
    return FakeBrowserWindow.all.length === 0;
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    this.webContents.url = url;
    await Promise.resolve();
    if (FakeBrowserWindow.draws) this.emit('ready-to-show');
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

  /** As the person's mouse does it, too. */
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

  close(): void {
    const asked = preventable();
    this.emit('close', asked);
    if (!asked.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    FakeBrowserWindow.all = FakeBrowserWindow.all.filter((window) => window !== this);
    this.webContents.destroy();
    this.emit('closed');
  }
}
