import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { createRelay, type Relay } from '#relay/create-relay.ts';
import { sqliteStore } from '#relay/store/sqlite.ts';
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Random } from '#shared/ports/random.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import type { Chance } from './chance.ts';
import { newLife } from './life.ts';
import { type Network, simHttp } from './sim-http.ts';

export const SANDBOX_ORIGIN = 'http://127.0.0.1:7001';
export const RELAY_ORIGIN = 'http://127.0.0.1:7002';

/** Making an RSA key takes longer than many a seed, and nothing depends on which one it is. */
const signingKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export type Servers = {
  readonly sandbox: Sandbox;
  readonly relay: Relay;
  control<T>(path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
};

export type ServersOf = {
  readonly clock: Clock;
  readonly random: Random;
  readonly chance: Chance;
  readonly network: Network;
  readonly folder: string;
};

/** The sandbox and the relay as functions, joined by the simulated network; neither of them dies in this simulation. */
export async function openServers(of: ServersOf): Promise<Servers> {
  const { clock, random, network } = of;
  const http = () => simHttp({ ...of, life: newLife(() => false) });
  const sandbox = createSandbox(
    { clock, random, http: http(), log: recordingLog(), newSigningKey: () => signingKey },
    {
      origin: SANDBOX_ORIGIN,
      switches: {
        webhookUrl: `${RELAY_ORIGIN}/webhooks`,
        autoDecide: { afterMs: 60_000, refuseWhen: [{ contains: 'scan-3', reason: 'Ceci est un devis' }] },
      },
    },
  );
  const { baseUrl, authUrl, jwksUrl, issuer } = sandbox.addresses;
  const config = {
    baseUrl,
    authUrl,
    jwksUrl,
    issuer,
    ...sandbox.credentials,
    apiKeyHeader: 'x-service-api-key',
    signatureHeader: 'x-service-webhook-signature',
    webhookOrigin: '*',
    trustProxy: false,
  };
  const store = await sqliteStore(join(of.folder, 'relay.db'), random);
  const relay = createRelay({ clock, random, http: http(), log: recordingLog() }, config, store);
  network.set(SANDBOX_ORIGIN, sandbox.fetch);
  network.set(RELAY_ORIGIN, (request) => relay.fetch(request));
  sandbox.start();
  return {
    sandbox,
    relay,
    control: async <T>(path: string, body?: unknown) => {
      const init =
        body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const answer = await sandbox.control(new Request(`${sandbox.addresses.controlUrl}${path}`, init));
      return z.custom<T>().parse(await answer.json());
    },
    close: async () => {
      await relay.close();
      await store.close();
      await sandbox.close();
    },
  };
}
