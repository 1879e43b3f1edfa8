type OpenWindow = { close(): void; destroy(): void };

/** All open windows, with a page or without: Electron's quitting waits for every one of them. */
export class OpenWindows {
  readonly #all = new Set<OpenWindow>();
  /** In the order in which they are called. */
  readonly #whenAllClosed: (() => void)[] = [];
  /** Called when a listener prevented a window from closing. */
  onKeptOpen: () => void = () => undefined;

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  add(window: OpenWindow): void {
    this.#all.add(window);
  }

  remove(window: OpenWindow): void {
    if (!this.#all.delete(window) || !this.isEmpty) return;
    for (const tell of this.#whenAllClosed) tell();
  }

  whenAllClosed(tell: () => void): void {
    this.#whenAllClosed.push(tell);
  }

  notWhenAllClosed(tell: () => void): void {
    const at = this.#whenAllClosed.indexOf(tell);
    if (at >= 0) this.#whenAllClosed.splice(at, 1);
  }

  closeAll(): void {
    for (const window of this.#all) window.close();
  }

  destroyAll(): void {
    for (const window of this.#all) window.destroy();
  }

  /** Notifies nobody. */
  forget(): void {
    this.#all.clear();
  }
}

export const openWindows = new OpenWindows();
