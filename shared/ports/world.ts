import type { Clock } from './clock.ts';
import type { Files } from './files.ts';
import type { Http } from './http.ts';
import type { Log } from './log.ts';
import type { Random } from './random.ts';
import type { SecretStore } from './secret-store.ts';

/** Everything that is not computation. Real in production, virtual in simulations, with one conformance suite for both. */
export type World = {
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Files;
  readonly http: Http;
  readonly secrets: SecretStore;
  readonly log: Log;
};
