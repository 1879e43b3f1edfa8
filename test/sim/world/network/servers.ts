import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { RSA_BITS_MIN } from '#shared/contract/limits.ts';
import { decodeInThread } from '#sandbox/decoding/decode-in-thread.ts';
import type { Sandbox } from '#sandbox/create-sandbox.ts';
import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import type { Clock } from '#shared/ports/world.ts';
import { recordingLog, type RecordingLog } from '#test/support/recording-log.ts';
import type { Chance } from '../chance.ts';
import { RelayHost } from './relay-host.ts';
import { ServiceHost } from './service-host.ts';
import { type Network, simHttp } from './sim-http.ts';
import type { Streams } from './streams.ts';
import type { Trace } from '../trace.ts';
import type { TrafficRecorder } from './traffic-recorder.ts';

export const SANDBOX_ORIGIN = 'http://127.0.0.1:7001';
export const RELAY_ORIGIN = 'http://127.0.0.1:7002';

export type Servers = {
  /** The newest program of the service. */
  readonly sandbox: Sandbox;
  readonly service: ServiceHost;
  readonly relay: RelayHost;
  readonly relayLog: RecordingLog;
  readonly control: <T>(path: string, body?: unknown, method?: 'POST' | 'PATCH') => Promise<T>;
  close(): Promise<void>;
};

export type ServersOf = {
  readonly clock: Clock;
  readonly streams: Streams;
  readonly chance: Chance;
  readonly trace: Trace;
  readonly network: Network;
  readonly trafficRecorder: TrafficRecorder;
  readonly folder: string;
  readonly switches: SwitchesPatch;
};

/** The sandbox and the relay as functions, for the simulated network. Both can die. */
export async function openServers(of: ServersOf): Promise<Servers> {
  const { clock, streams, trafficRecorder } = of;
  const random = streams('sandbox');
  let keys = 0;
  const service = new ServiceHost({
    world: { clock, random, log: recordingLog(), newSigningKey: () => signingKey((keys += 1)), decodeFile: decodeInThread },
    http: (life) => simHttp({ ...of, name: 'sandbox', random, life }),
    origin: SANDBOX_ORIGIN,
    folder: of.folder,
    switches: { webhookUrl: `${RELAY_ORIGIN}/webhooks`, ...of.switches },
    trafficRecorder,
  });
  const relayLog = recordingLog();
  const { sandbox } = service;
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
    proxies: null,
  };
  trafficRecorder.knowClientSecret(config.clientSecret);
  const relay = new RelayHost({ ...of, random: streams('relay'), config, log: relayLog });
  await relay.start();
  service.start();
  return {
    get sandbox() {
      return service.sandbox;
    },
    service,
    relay,
    relayLog,
    control: (path, body, method) => control(service.sandbox, path, { body, method: method ?? 'POST' }),
    close: async () => {
      await relay.close();
      await service.close();
    },
  };
}

async function control<T>(sandbox: Sandbox, path: string, of: { readonly body?: unknown; readonly method: string }): Promise<T> {
  const init =
    of.body === undefined ? {} : { method: of.method, body: JSON.stringify(of.body), headers: { 'content-type': 'application/json' } };
  const answer = await sandbox.control(new Request(`${sandbox.addresses.controlUrl}${path}`, init));
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the sandbox does not take ${path}: ${answer.status} ${text}`);
  return z.custom<T>().parse(text === '' ? null : JSON.parse(text));
}

const made = new Map<number, string>();

/** Making an RSA key takes longer than many a seed, and nothing depends on which key it is: the nth key of every run is the same. */
function signingKey(n: number): string {
  const known = made.get(n);
  if (known !== undefined) return known;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: RSA_BITS_MIN });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  made.set(n, key);
  return key;
}
