import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FakeProtocol } from '#test/support/fake-electron/fake-web-contents.ts';
import { loadError, type LoadErrorCode } from '#test/support/fake-electron/rules.ts';
import type { DevTools, DevToolsMessage } from './dev-tools.ts';

const WORLD = 'preload';
const inPage = (name: string): string => readFileSync(join(import.meta.dirname, 'in-page', name), 'utf8');

export type PageEvents = {
  readonly onMessage: (channel: string, args: readonly unknown[]) => void;
  readonly onNavigated: (url: string, isInPage: boolean) => void;
  /** Called before the page itself goes to another address. */
  readonly mayNavigate: (url: string) => boolean;
  readonly opensWindows: () => boolean;
  readonly onLoaded: () => void;
  /** Reports that an address was not loaded; returns the error for the caller. */
  readonly onFailed: (code: LoadErrorCode, url: string) => Error;
  readonly onCrashed: () => void;
};

/** Chromium serves these without the app. */
const OWN_SCHEME = /^(about|data|file|https?):/;

/** One tab of Chromium: the built preload in an isolated world, the app's own scheme served by its own handler. */
export class Page {
  readonly targetId: string;
  readonly #devTools: DevTools;
  readonly #session: string;
  readonly #protocol: FakeProtocol;
  readonly #events: PageEvents;
  #world: number | null = null;
  #isErrorPage = false;
  /** Addresses for which the app's own handler threw. */
  readonly #broken = new Set<string>();
  /** The app's own last request: that address is not the page's own navigation. */
  #asked = new Navigation('');

  static async open(
    devTools: DevTools,
    protocol: FakeProtocol,
    options: { readonly preload: string | undefined; readonly events: PageEvents },
  ): Promise<Page> {
    const { targetId } = await devTools.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await devTools.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page({ devTools, protocol, events: options.events, targetId: String(targetId), session: String(sessionId) });
    await page.#prepare(options.preload);
    return page;
  }

  private constructor(parts: { devTools: DevTools; protocol: FakeProtocol; events: PageEvents; targetId: string; session: string }) {
    this.#devTools = parts.devTools;
    this.#protocol = parts.protocol;
    this.#events = parts.events;
    this.targetId = parts.targetId;
    this.#session = parts.session;
  }

  /** Resolves when the page is loaded. Rejects as Electron's `loadURL` does. */
  async load(url: string): Promise<void> {
    this.#asked.failed('ERR_ABORTED');
    const asked = new Navigation(url, this.#events.onFailed);
    this.#asked = asked;
    const schemes = this.#protocol.schemes();
    if (!OWN_SCHEME.test(url) && !schemes.some((scheme) => url.startsWith(`${scheme}:`))) asked.failed('ERR_FAILED');
    else this.#navigate(asked, shownAs(url, schemes)).catch(() => asked.failed('ERR_FAILED'));
    await asked.over;
  }

  async reload(): Promise<void> {
    await this.#send('Page.reload').catch(() => undefined);
  }

  /** Chromium never answers this call. */
  async crash(): Promise<void> {
    this.#send('Page.crash').catch(() => undefined);
  }

  /** Runs in the page's own world, as a script of the page. */
  async run(code: string): Promise<unknown> {
    const answer = await this.#send('Runtime.evaluate', { expression: code, awaitPromise: true, returnByValue: true });
    if (answer['exceptionDetails'] !== undefined) throw new Error(JSON.stringify(answer['exceptionDetails']));
    return (answer['result'] as { readonly value?: unknown }).value;
  }

  /** A message of the main process to the preload; lost if there is no document, as in Electron. */
  post(channel: string, args: readonly unknown[]): void {
    if (this.#world === null) return;
    const expression = `standInReceive(${JSON.stringify(channel)}, ${JSON.stringify(args)})`;
    this.#send('Runtime.evaluate', { contextId: this.#world, expression }).catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#devTools.send('Target.closeTarget', { targetId: this.targetId }).catch(() => undefined);
  }

  async #prepare(preload: string | undefined): Promise<void> {
    this.#on('Runtime.executionContextCreated', ({ context }) => {
      const created = context as { id: number; name: string; auxData: { frameId: string } };
      if (created.name === WORLD && created.auxData.frameId === this.targetId) this.#world = created.id;
    });
    this.#on('Page.frameNavigated', ({ frame }) => this.#navigated(frame as Frame));
    this.#on('Page.navigatedWithinDocument', (event) => {
      if (event['frameId'] !== this.targetId) return;
      this.#events.onNavigated(meantBy(String(event['url'])), true);
      this.#asked.arrived();
    });
    this.#on('Page.loadEventFired', () => this.#loaded());
    this.#on('Inspector.targetCrashed', () => this.#events.onCrashed());
    this.#on('Runtime.bindingCalled', ({ payload, executionContextId }) => {
      if (executionContextId !== this.#world) return;
      const { channel, args } = JSON.parse(String(payload)) as { channel: string; args: unknown[] };
      this.#events.onMessage(channel, args);
    });
    this.#on('Fetch.requestPaused', (event) => void this.#answer(event).catch(() => this.#refuse(event)));
    await this.#send('Page.enable');
    await this.#send('Inspector.enable');
    await this.#send('Runtime.enable');
    await this.#send('Runtime.addBinding', { name: 'standInSend', executionContextName: WORLD });
    // Documents of any address are intercepted, so that the app may refuse them; other requests only of our schemes.
    await this.#send('Fetch.enable', {
      patterns: [...patternsOf(this.#protocol.schemes()), { urlPattern: '*', resourceType: 'Document' }],
    });
    // Electron returns null for a refused window.open; opening a tab and closing it would behave differently.
    if (!this.#events.opensWindows()) await this.#send('Page.addScriptToEvaluateOnNewDocument', { source: 'window.open = () => null;' });
    if (preload !== undefined) await this.#addPreload(readFileSync(preload, 'utf8'));
  }

  async #addPreload(source: string): Promise<void> {
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { source: inPage('main-world.js') });
    const isolated = `${inPage('isolated-world.js')};((require, module, exports) => {${source}\n})(standInRequire, { exports: {} }, {});`;
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { worldName: WORLD, source: isolated });
  }

  async #navigate(asked: Navigation, shown: string): Promise<void> {
    const { errorText } = await this.#send('Page.navigate', { url: shown });
    if (typeof errorText !== 'string' || errorText === '') return;
    asked.failed(this.#broken.delete(asked.url) ? 'ERR_UNEXPECTED' : errorText.replace(/^net::/, ''));
  }

  /** Chromium's own error page is not a page of the app. */
  #navigated({ url, parentId, unreachableUrl }: Frame): void {
    if (parentId !== undefined) return;
    this.#isErrorPage = unreachableUrl !== undefined;
    if (!this.#isErrorPage) this.#events.onNavigated(meantBy(url), false);
  }

  #loaded(): void {
    if (this.#isErrorPage) return;
    this.#events.onLoaded();
    this.#asked.arrived();
  }

  async #answer(event: DevToolsMessage): Promise<void> {
    const { requestId, request, resourceType, frameId } = event as {
      requestId: string;
      request: { url: string; method: string; headers: Record<string, string> };
      resourceType: string;
      frameId: string;
    };
    const url = meantBy(request.url);
    const wish = resourceType === 'Document' && frameId === this.targetId && url !== withoutFragment(this.#asked.url);
    if (wish && !this.#events.mayNavigate(url)) return void (await this.#send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }));
    if (url === request.url) return void (await this.#send('Fetch.continueRequest', { requestId }));
    const response = await this.#protocol.fetch({ url, method: request.method, headers: request.headers }).catch((error: unknown) => {
      this.#broken.add(url);
      throw error;
    });
    if (response.type === 'error') return this.#refuse(event);
    await this.#send('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    });
  }

  /** Without an answer the page would wait for ever. If the page is gone, nobody waits, so a failure is ignored. */
  async #refuse({ requestId }: DevToolsMessage): Promise<void> {
    await this.#send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(() => undefined);
  }

  #send(method: string, params: DevToolsMessage = {}): Promise<DevToolsMessage> {
    return this.#devTools.send(method, params, this.#session);
  }

  #on(method: string, listener: (params: DevToolsMessage) => void): void {
    this.#devTools.on(this.#session, method, listener);
  }
}

type Frame = { readonly url: string; readonly parentId?: string; readonly unreachableUrl?: string };

function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? url;
}

/** Chromium's error codes that Electron passes on as they are. */
const HANDED_ON: ReadonlySet<string> = new Set<LoadErrorCode>(['ERR_FAILED', 'ERR_ABORTED', 'ERR_UNEXPECTED', 'ERR_INVALID_URL']);

/** One request of the app to load an address. It ends when the page is loaded, when it failed, or when another request replaces it. */
class Navigation {
  readonly url: string;
  readonly over: Promise<void>;
  readonly #fail: (code: LoadErrorCode, url: string) => Error;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;
  #isOver = false;

  constructor(url: string, fail: (code: LoadErrorCode, url: string) => Error = loadError) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.url = url;
    this.over = promise;
    // A caller that does not await it is not crashed by its rejection.
    promise.catch(() => undefined);
    this.#fail = fail;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  arrived(): void {
    this.#isOver = true;
    this.#resolve();
  }

  /** `code` is Chromium's; a code without an Electron equivalent becomes ERR_FAILED. */
  failed(code: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reject(this.#fail(HANDED_ON.has(code) ? (code as LoadErrorCode) : 'ERR_FAILED', this.url));
  }
}

/**
 * Chromium does not know our scheme here, so `app://intray/x` is shown as `https://intray.app-scheme.test/x`: an equally secure context,
 * answered by the app's own handler before anything reaches a network.
 */
function shownAs(address: string, schemes: readonly string[]): string {
  const found = /^([a-z]+):\/\/([^/]*)(.*)$/.exec(address);
  const [, scheme, host, rest] = found ?? [];
  return scheme !== undefined && schemes.includes(scheme) ? `https://${host}.${scheme}-scheme.test${rest || '/'}` : address;
}

/** The address as the app knows it. */
function meantBy(shown: string): string {
  const found = /^https:\/\/([^/]*)\.([a-z]+)-scheme\.test(.*)$/.exec(shown);
  const [, host, scheme, rest] = found ?? [];
  return host === undefined ? shown : `${scheme}://${host}${rest}`;
}

function patternsOf(schemes: readonly string[]): { urlPattern: string }[] {
  return schemes.map((scheme) => ({ urlPattern: `https://*.${scheme}-scheme.test/*` }));
}
