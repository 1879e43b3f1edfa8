import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';
import { markDestroyed } from './rules/destroyed.ts';
import { loadError } from './rules/load-error.ts';
import { isPrevented } from './rules/preventable.ts';

type OpenHandler = Parameters<E.WebContents['setWindowOpenHandler']>[0];
type Part = Pick<E.WebContents, 'send' | 'isDestroyed' | 'getURL' | 'setWindowOpenHandler' | 'close' | 'id' | 'reload' | 'loadURL'> &
  Pick<E.WebContents, 'isCrashed' | 'forcefullyCrashRenderer'>;

/** Schemes that Electron serves without a handler. */
const OWN_SCHEMES = new Set(['about', 'data', 'file', 'http', 'https']);

/** Contents without a page: keeps what is sent to it, and can be asked what it would allow. */
export class FakeWebContents extends EventEmitter implements Part {
  static #ids = 0;
  /** Whether the app serves this scheme; a scheme without a handler cannot be loaded. */
  static isServed: (scheme: string) => boolean = () => true;
  readonly id = ++FakeWebContents.#ids;
  readonly sent: { readonly channel: string; readonly args: readonly unknown[] }[] = [];
  url = '';
  reloads = 0;
  #open: OpenHandler | null = null;
  #destroyed = false;
  #crashed = false;
  #abort: () => void = () => undefined;

  send(channel: string, ...args: unknown[]): void {
    this.sent.push({ channel, args });
  }

  getURL(): string {
    return this.url;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  isCrashed(): boolean {
    return this.#crashed;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#open = handler;
  }

  /** A new load aborts the one in progress; another place in the same document is reached at once. */
  async loadURL(url: string): Promise<void> {
    if (isSameDocument(this.url, url)) return this.#arrive(url, 'did-navigate-in-page');
    this.#abort();
    let isAborted = false;
    this.#abort = () => {
      isAborted = true;
    };
    const failure = OWN_SCHEMES.has(schemeOf(url)) || FakeWebContents.isServed(schemeOf(url)) ? null : 'ERR_FAILED';
    await Promise.resolve();
    if (isAborted) throw this.fail('ERR_ABORTED', url);
    if (failure !== null) throw this.fail(failure, url);
    this.#arrive(url, 'did-navigate');
    this.emit('did-finish-load', {});
  }

  /** Emits the failure, and returns the error for the caller. */
  fail(code: Parameters<typeof loadError>[0], url: string): Error {
    const error = loadError(code, url);
    this.emit('did-fail-load', {}, error.errno, code, url, true, 0, 0);
    return error;
  }

  reload(): void {
    this.#crashed = false;
    this.reloads += 1;
    queueMicrotask(() => this.emit('did-finish-load', {}));
  }

  /** The event comes later, because the system has to notice the crash first. */
  forcefullyCrashRenderer(): void {
    this.#crashed = true;
    queueMicrotask(() => this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 }));
  }

  close(): void {
    this.destroy();
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#abort();
    this.emit('destroyed');
    markDestroyed(this);
  }

  /** Whether `window.open` would make a window. Without a handler Electron allows it. */
  opensWindows(): boolean {
    return this.#open === null || this.#open({ url: 'https://example.com/' } as E.HandlerDetails).action === 'allow';
  }

  /** Whether the page could reach this address by itself. */
  lets(event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect' | 'will-attach-webview', url: string): boolean {
    return !isPrevented(this, event, { url });
  }

  #arrive(url: string, event: 'did-navigate' | 'did-navigate-in-page'): void {
    this.url = url;
    this.emit(event, {}, url);
  }
}

function schemeOf(url: string): string {
  return url.slice(0, url.indexOf(':'));
}

function isSameDocument(there: string, url: string): boolean {
  return url.includes('#') && url.split('#', 1)[0] === there.split('#', 1)[0];
}
