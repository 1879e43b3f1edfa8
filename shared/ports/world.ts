import type { Files } from './files.ts';
import type { Http } from './http.ts';
import type { Result } from '../lib/result.ts';
import type { WallMs } from '../lib/duration.ts';
import type { Stop } from './stop.ts';

/** Everything that is not computation. Real in production, virtual in simulations, with one conformance suite for both. */
export type World = {
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Files;
  readonly http: Http;
  readonly secrets: SecretStore;
  readonly log: Log;
};

/**
 * A field is a number, a flag, an id or a code of ours. Never a token, a path, a supplier's name or a file's content:
 * logs may be mailed to somebody. `name` is the program's name, in every line.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | null>> & { readonly name?: never };

/** `message` is a fixed text (it is searched for and counted); what varies goes into `fields`. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Randomness as a port, so that a simulation can be repeated from its seed. */
export interface Random {
  /** Cryptographically strong outside simulations. */
  bytes(count: number): Uint8Array<ArrayBuffer>;
  /** A random (version 4) UUID in lower case. */
  uuid(): string;
  /** A fraction in [0, 1), for jitter only. */
  fraction(): number;
}

/** `locked`: it exists, but is closed to us now. `unavailable`: no keychain on this machine, or it does not answer. */
export type SecretFault = { readonly kind: 'locked' | 'unavailable'; readonly detail: string };

/** Where secrets are stored. Absent is `null`, and never the same as locked: a locked keychain must not make anyone sign in again. */
export interface SecretStore {
  get(name: string): Promise<Result<string | null, SecretFault>>;
  set(name: string, secret: string): Promise<Result<null, SecretFault>>;
  delete(name: string): Promise<Result<null, SecretFault>>;
}

/** Time as a port. There is no interval: repeated work sleeps in a loop that can be stopped. */
export interface Clock {
  /** The wall clock: for dates shown, kept and compared with other machines. It may jump. */
  wallMs(): WallMs;
  /** Milliseconds that never go back: for durations inside one run. */
  monotonicMs(): number;
  /** Resolves after `milliseconds`, or at once when `stop` is or becomes aborted; never rejects. */
  sleep(milliseconds: number, stop?: Stop): Promise<void>;
}
