/**
 * Runs what it is given one after the other, in the order of asking. One that fails rejects to its own caller, unhandled where that caller does
 * not listen, and holds up no other.
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
