import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';

type Part = Pick<E.NativeTheme, 'themeSource' | 'shouldUseDarkColors'>;

export class FakeNativeTheme extends EventEmitter implements Part {
  /** How the system is set. */
  systemIsDark = false;
  #source: Part['themeSource'] = 'system';

  get themeSource(): Part['themeSource'] {
    return this.#source;
  }

  /** Tells of it only where it makes light of dark, or dark of light. */
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
