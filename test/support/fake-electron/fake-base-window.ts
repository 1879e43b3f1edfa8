import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';

/** A window without a page. */
export class FakeBaseWindow extends EventEmitter {
  static all: FakeBaseWindow[] = [];
  readonly options: E.BaseWindowConstructorOptions;

  constructor(options: E.BaseWindowConstructorOptions = {}) {
    super();
    this.options = options;
    FakeBaseWindow.all.push(this);
  }
}
