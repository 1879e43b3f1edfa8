import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';
import { isPrevented, loadError, markDestroyed } from './rules.ts';
import { fakeSystem } from './fake-system.ts';

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

type Permission = Parameters<Parameters<E.Session['setPermissionRequestHandler']>[0] & object>[1];

/** Keeps the permission handlers, and can be asked as Chromium asks them; without a handler Electron grants everything. */
export class FakeSession
  implements Pick<E.Session, 'resolveProxy' | 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'>
{
  #request: Parameters<E.Session['setPermissionRequestHandler']>[0] = null;
  #check: Parameters<E.Session['setPermissionCheckHandler']>[0] = null;
  #device: Parameters<E.Session['setDevicePermissionHandler']>[0] = null;

  /** What the system's proxy settings or script say; by default a network without a proxy. */
  proxies: (url: string) => Promise<string> = async () => 'DIRECT';

  resolveProxy(url: string): Promise<string> {
    return this.proxies(url);
  }

  setPermissionRequestHandler(handler: Parameters<E.Session['setPermissionRequestHandler']>[0]): void {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: Parameters<E.Session['setPermissionCheckHandler']>[0]): void {
    this.#check = handler;
  }

  setDevicePermissionHandler(handler: Parameters<E.Session['setDevicePermissionHandler']>[0]): void {
    this.#device = handler;
  }

  /** Asks all three handlers: true if any of them grants the permission. */
  allows(permission: string): boolean {
    let granted = this.#request === null;
    this.#request?.({} as E.WebContents, permission as Permission, (allowed) => (granted = allowed), {} as never);
    const checked = this.#check?.(null, permission as never, '', {} as never) ?? true;
    const device = this.#device?.({ deviceType: 'usb', origin: '', device: {} as never }) ?? true;
    return granted || checked || device;
  }
}

type Handler = (request: Request) => Response | Promise<Response>;

/** Keeps the app's handlers; `fetch` calls them as the network layer does. */
export class FakeProtocol implements Pick<E.Protocol, 'registerSchemesAsPrivileged' | 'handle' | 'unhandle' | 'isProtocolHandled'> {
  readonly privileged: E.CustomScheme[] = [];
  readonly #handlers = new Map<string, Handler>();

  registerSchemesAsPrivileged(schemes: E.CustomScheme[]): void {
    if (fakeSystem.isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    this.privileged.push(...schemes);
  }

  handle(scheme: string, handler: (request: never) => Response | Promise<Response>): void {
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    this.#handlers.set(scheme, handler as Handler);
  }

  unhandle(scheme: string): void {
    if (!this.#handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
  }

  reset(): void {
    this.#handlers.clear();
  }

  isProtocolHandled(scheme: string): boolean {
    return this.#handlers.has(scheme);
  }

  schemes(): string[] {
    return [...this.#handlers.keys()];
  }

  async fetch(request: {
    readonly url: string;
    readonly method: string;
    readonly headers?: Readonly<Record<string, string>>;
  }): Promise<Response> {
    const handler = this.#handlers.get(new URL(request.url).protocol.slice(0, -1));
    if (handler === undefined) throw new Error(`nobody serves ${request.url}`);
    return handler(new Request(request.url, { method: request.method, headers: { ...request.headers } }));
  }
}

type Frame = Pick<E.WebFrameMain, 'url' | 'parent'>;

/** The main process's end of all channels; `deliver` acts as a message from a page. */
export class FakeIpcMain extends EventEmitter {
  deliver(
    channel: string,
    message: { readonly sender: unknown; readonly senderFrame: Frame | null; readonly args: readonly unknown[] },
  ): void {
    this.emit(channel, { sender: message.sender, senderFrame: message.senderFrame }, ...message.args);
  }
}

/** Whether the system reports a network. */
export const net: Pick<E.Net, 'isOnline'> & { online: boolean } = { online: true, isOnline: () => net.online };
