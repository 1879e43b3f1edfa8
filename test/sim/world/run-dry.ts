import { makeCryptoSynchronous } from './sync-crypto.ts';

makeCryptoSynchronous();

/**
 * Resolves when nothing can go on without time passing. One turn of the event loop is enough: between two of them every
 * promise that can go on does, and nothing in a simulation waits for another thread or for a timer.
 */
export function runDry(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
