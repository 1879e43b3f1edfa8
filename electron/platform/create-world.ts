import { nodeClock } from '#shared/node/clock.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { nodeRandom } from '#shared/node/random.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Log } from '#shared/ports/log.ts';
import type { SecretStore } from '#shared/ports/secret-store.ts';
import type { World } from '#shared/ports/world.ts';
import { trustSystemCertificates } from './trust-system-certificates.ts';
import { trustingHttp } from './trusting-http.ts';

export type WorldDeps = {
  readonly log: Log;
  /** The system's keychain, or the key file that the person chose where there is none. */
  readonly secrets: SecretStore;
  /** The disks; separate processes call those that may hang (docs/decisions/0035). */
  readonly files: Files;
};

/** The real ports: this computer's clock, randomness, disk and network. Created once, at the start of the program. */
export function createWorld({ log, secrets, files }: WorldDeps): World {
  const http = trustingHttp(undiciHttp(), () => trustSystemCertificates(log));
  return { clock: nodeClock(), random: nodeRandom(), files, http, secrets, log };
}
