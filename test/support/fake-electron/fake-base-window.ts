import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';
import { markDestroyed } from './rules/destroyed.ts';
import { needsReady } from './fake-system.ts';
import { openWindows } from './open-windows.ts';
import { isPrevented } from './rules/preventable.ts';

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
