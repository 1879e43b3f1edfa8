import { generateKeyPairSync } from 'node:crypto';
import { RSA_BITS_MIN } from '#shared/contract/limits.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { undiciHttp } from '#shared/node/http.ts';
import { pinoLog } from '#shared/node/log.ts';
import { nodeRandom } from '#shared/node/random.ts';
import type { SandboxWorld } from './core.ts';

export type RealWorld = SandboxWorld & { close(): Promise<void> };

/** The machine's own clock, chance, network and stderr. */
export function realWorld(): RealWorld {
  const http = undiciHttp();
  return {
    clock: nodeClock(),
    random: nodeRandom(),
    http,
    log: pinoLog({ name: 'sandbox' }),
    newSigningKey,
    close: () => http.close(),
  };
}

/** RSA of 2,048 bits, as PKCS #8 in PEM. */
export function newSigningKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: RSA_BITS_MIN }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
