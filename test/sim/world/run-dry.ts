import { makeCryptoSynchronous } from './fixture.ts';

makeCryptoSynchronous();

/** Counts code of ours that waits for the end of a turn: what it does then belongs to the same moment. */
const waiting = new Set<NodeJS.Immediate>();
const real = globalThis.setImmediate;
const realClear = globalThis.clearImmediate;

function counted<T extends readonly unknown[]>(act: (...args: T) => void, ...args: T): NodeJS.Immediate {
  const one = real(() => {
    waiting.delete(one);
    act(...args);
  });
  waiting.add(one);
  return one;
}

// oxlint-disable-next-line no-underscore-dangle -- a name of the platform
globalThis.setImmediate = Object.assign(counted, { __promisify__: real.__promisify__ });
globalThis.clearImmediate = (one) => {
  if (typeof one === 'object') waiting.delete(one);
  realClear(one);
};

/** More turns than any moment takes; beyond it something is spinning. */
const TURNS_MAX = 100_000;

/**
 * Resolves when nothing can go on without time passing. Between two turns of the event loop every promise that can go on does, and nothing in
 * a simulation waits for another thread or for a real timer. So nothing is left when nobody waits for a turn.
 */
export async function runDry(): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    await new Promise<void>((resolve) => {
      real(resolve);
    });
    if (waiting.size === 0) return;
  }
  throw new Error('the simulation never comes to rest');
}
