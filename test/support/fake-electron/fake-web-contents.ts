import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';
import { preventable } from './fake-app.ts';

type OpenHandler = Parameters<E.WebContents['setWindowOpenHandler']>[0];
type Part = Pick<E.WebContents, 'send' | 'isDestroyed' | 'getURL' | 'setWindowOpenHandler' | 'close' | 'id' | 'reload'>;

/** A page without a page: keeps what is sent to it, and can be asked what it would let happen. */
export class FakeWebContents extends EventEmitter implements Part {
  static #ids = 0;
  readonly id = ++FakeWebContents.#ids;
  readonly sent: { readonly channel: string; readonly args: readonly unknown[] }[] = [];
  url = '';
  reloads = 0;
  #open: OpenHandler | null = null;
  #destroyed = false;

  send(channel: string, ...args: unknown[]): void {
    this.sent.push({ channel, args });
  }

  getURL(): string {
    return this.url;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#open = handler;
  }

  reload(): void {
    this.reloads += 1;
  }

  close(): void {
    this.destroy();
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.emit('destroyed');
  }

  /** Would `window.open` make a window? Electron's own answer, without a handler, is yes. */
  opensWindows(): boolean {
    return this.#open === null || this.#open({ url: 'https://example.com/' } as E.HandlerDetails).action === 'allow';
  }

  /** Would the page get to this address by itself? */
  lets(event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect' | 'will-attach-webview', url: string): boolean {
    const asked = preventable({ url });
    this.emit(event, asked);
    return !asked.defaultPrevented;
  }
}
