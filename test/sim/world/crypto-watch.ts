import { createHook } from 'node:async_hooks';

/**
 * Signatures are made and checked on another thread, so "all promises ran dry" cannot be seen from the event loop alone:
 * this counts the requests that are out, and lets a simulation wait for them before it moves the clock.
 */
const KINDS = /^(SIGNREQUEST|VERIFYREQUEST|HASHREQUEST|KEYGENREQUEST|KEYEXPORTREQUEST|CIPHERREQUEST|DERIVEBITSREQUEST|FSREQ.*)$/;
/** Turns of the event loop without any request out, after which nothing more will happen by itself. */
const QUIET_TURNS = 6;
/** More turns than any chain of awaits of ours takes; beyond it something spins. */
const TURNS_MAX = 100_000;

const out = new Map<number, string>();
createHook({
  init(id, type) {
    if (KINDS.test(type)) out.set(id, type);
  },
  after(id) {
    out.delete(id);
  },
  destroy(id) {
    out.delete(id);
  },
}).enable();

/** Resolves when nothing can go on without time passing. */
export async function runDry(): Promise<void> {
  let quiet = 0;
  for (let turn = 0; quiet < QUIET_TURNS; turn += 1) {
    if (turn > TURNS_MAX)
      throw new Error(
        `the simulation never comes to rest: something spins without waiting, or is out for good: ${[...new Set(out.values())].join(', ')}`,
      );
    await new Promise((resolve) => setImmediate(resolve));
    quiet = out.size === 0 ? quiet + 1 : 0;
  }
}
