/**
 * Runs functions one after the other, in the order of the calls. A failure rejects for its own caller only, and does not delay the others.
 */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  async run<T>(act: () => Promise<T> | T): Promise<T> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    try {
      return await act();
    } finally {
      resolve();
    }
  }
}
