/**
 * Signatures are checked on another thread, so "all promises ran dry" cannot be seen from the event loop alone: this
 * counts the calls that are out, and lets a simulation wait for them before it moves the clock.
 */
const METHODS = ['sign', 'verify', 'digest', 'importKey', 'exportKey', 'generateKey', 'encrypt', 'decrypt'] as const;
/** Turns of the event loop without a call out, after which nothing more will happen by itself. */
const QUIET_TURNS = 5;
/** More turns than any chain of awaits of ours takes; beyond it something spins. */
const TURNS_MAX = 1_000_000;

let out = 0;
const subtle = globalThis.crypto.subtle;
for (const method of METHODS) Object.defineProperty(subtle, method, { value: counted(subtle[method].bind(subtle) as Call) });

type Call = (...args: readonly unknown[]) => Promise<unknown>;

function counted(call: Call): Call {
  return async (...args) => {
    out += 1;
    try {
      return await call(...args);
    } finally {
      out -= 1;
    }
  };
}

/** Resolves when nothing can go on without time passing. */
export async function runDry(): Promise<void> {
  let quiet = 0;
  for (let turn = 0; quiet < QUIET_TURNS; turn += 1) {
    if (turn > TURNS_MAX) throw new Error(`the simulation never comes to rest: ${out} calls are out`);
    await new Promise((resolve) => setImmediate(resolve));
    quiet = out === 0 ? quiet + 1 : 0;
  }
}
