import { Mutex } from '#shared/async/semaphore.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Clock, SecretFault, SecretStore } from '#shared/ports/world.ts';

/** The three calls in use. `findCredentials` is not among them: with a locked Linux keyring it ends the whole program. */
export type KeychainCalls = {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
};

export type KeychainOptions = {
  readonly clock: Clock;
  /** Name under which the system shows Intray's entry. */
  readonly service?: string;
  readonly timeoutMs?: number;
  /** Loads the native calls; replaced only in tests of time-outs. */
  readonly load?: () => Promise<KeychainCalls>;
};

/** The system may be showing a prompt; the engine must not stop for as long as the user is at lunch. */
const TIMEOUT_MS = 10 * SECOND_MS;

/**
 * The operating system's keychain. Calls run one after the other, since several at once would occupy all of Node's threads while a prompt is
 * open. A call that is not answered in time fails as `locked`, and until it returns no other one starts. On Linux a locked keyring answers
 * "absent": the vault, which knows better, turns that into `locked`.
 */
export function keychain(options: KeychainOptions): SecretStore {
  const service = options.service ?? 'Intray';
  const load = once(options.load ?? loadKeytar);
  const inTurn = serial(options.clock, options.timeoutMs ?? TIMEOUT_MS);
  return {
    get: (name) => inTurn(async () => (await load()).getPassword(service, name)),
    set: (name, secret) =>
      inTurn(async () => {
        await (await load()).setPassword(service, name, secret);
        return null;
      }),
    delete: (name) =>
      inTurn(async () => {
        await (await load()).deletePassword(service, name);
        return null;
      }),
  };
}

/** Loaded on first use: on a Linux without libsecret the import itself fails, which is a state, not a crash. */
async function loadKeytar(): Promise<KeychainCalls> {
  const { default: keytar } = await import('keytar');
  return keytar;
}

type InTurn = <T>(act: () => Promise<T>) => Promise<Result<T, SecretFault>>;

function serial(clock: Clock, timeoutMs: number): InTurn {
  const turns = new Mutex();
  let hanging = false;
  const ask = <T>(act: () => Promise<T>): Promise<Result<T, SecretFault>> => {
    if (hanging) return Promise.resolve(unanswered());
    const answer = act()
      .then(
        (value): Result<T, SecretFault> => ok(value),
        (error: unknown): Result<T, SecretFault> => fail({ kind: 'unavailable', detail: wordsOf(error) }),
      )
      .finally(() => {
        hanging = false;
      });
    const late = (): Result<T, SecretFault> => {
      hanging = true;
      return unanswered();
    };
    return withTimeout(answer, { clock, withinMs: timeoutMs, late });
  };
  return (act) => turns.run(() => ask(act));
}

function unanswered(): Result<never, SecretFault> {
  return fail({ kind: 'locked', detail: 'the keychain does not answer; it may be asking something on the screen' });
}

/** The platform gives only texts, no codes: they are shown to the user, never interpreted. */
function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}
