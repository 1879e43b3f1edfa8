import { EventEmitter } from 'node:events';
import { openWindows } from './open-windows.ts';

/** That of macOS. It has an update that is ready, and ends the app through `quit` to install it. */
export class FakeAutoUpdater extends EventEmitter {
  readonly #quit: () => void;

  constructor(quit: () => void) {
    super();
    this.#quit = quit;
  }

  /** All windows close before the app is told to quit; a window that stays open prevents it. */
  quitAndInstall(): void {
    this.emit('before-quit-for-update', {});
    if (openWindows.isEmpty) return this.#quit();
    const allClosed = (): void => {
      openWindows.notWhenAllClosed(allClosed);
      this.#quit();
    };
    openWindows.whenAllClosed(allClosed);
    openWindows.closeAll();
  }
}
