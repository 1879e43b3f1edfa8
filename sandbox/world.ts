import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RSA_BITS_MIN } from '#shared/contract/limits.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { pinoLog } from '#shared/node/log.ts';
import { nodeRandom } from '#shared/node/random.ts';
import type { ConsoleFile } from './console/console-route.ts';
import type { SandboxWorld } from './core.ts';
import { decodeInThread } from './decoding/decode-in-thread.ts';

export type RealWorld = SandboxWorld & { readonly consoleFile: ConsoleFile; close(): Promise<void> };

const BUILT = join(import.meta.dirname, '../dist/console');

/** The machine's own clock, randomness, network and stderr. */
export function realWorld(): RealWorld {
  const http = undiciHttp();
  return {
    clock: nodeClock(),
    random: nodeRandom(),
    http,
    log: pinoLog({ name: 'sandbox' }),
    newSigningKey,
    decodeFile: decodeInThread,
    consoleFile: (name) => readFile(join(BUILT, name)).catch(() => null),
    close: () => http.close(),
  };
}

/** RSA of 2,048 bits, as PKCS #8 in PEM. */
export function newSigningKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: RSA_BITS_MIN }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
