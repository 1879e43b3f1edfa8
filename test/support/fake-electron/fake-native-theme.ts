import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';

type Part = Pick<E.NativeTheme, 'themeSource' | 'shouldUseDarkColors'>;

export class FakeNativeTheme extends EventEmitter implements Part {
  /** The system's own setting. */
  systemIsDark = false;
  #source: Part['themeSource'] = 'system';

  get themeSource(): Part['themeSource'] {
    return this.#source;
  }

  /** Emits only if light becomes dark, or dark light. */
  set themeSource(source: Part['themeSource']) {
    const before = this.shouldUseDarkColors;
    this.#source = source;
    if (this.shouldUseDarkColors !== before) this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? this.systemIsDark : this.#source === 'dark';
  }

  reset(): void {
    this.removeAllListeners();
    this.systemIsDark = false;
    this.#source = 'system';
  }
}
