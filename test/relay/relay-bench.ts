import { onTestFinished } from 'vitest';
import { createRelay, type Relay } from '#relay/create-relay.ts';
import type { RelayConfig } from '#relay/config.ts';
import { sqliteStore } from '#relay/store/sqlite/sqlite-store.ts';
import type { Store } from '#relay/store/store.ts';
import type { Clock } from '#shared/ports/world.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { recordingLog, type RecordingLog } from '#test/support/recording-log.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { type VirtualClock, virtualClock } from '#test/support/virtual-clock.ts';
import {
  claimsFor,
  eventBody,
  type EventFields,
  ISSUER,
  jwt,
  type SigningKey,
  signingKey,
} from '#test/unit/shared/service-client/signing.ts';
import { asDescribed } from './as-described.ts';
import { fakeService, type FakeService } from './fake-service.ts';

export type RelayBench = {
  readonly relay: Relay;
  readonly store: Store;
  readonly clock: VirtualClock;
  readonly log: RecordingLog;
  readonly service: FakeService;
  readonly key: SigningKey;
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
  /** Delivers an event as the service does; `signed` replaces the signature or the body. */
  deliver(fields?: EventFields, signed?: { readonly jwt?: string; readonly body?: Uint8Array }): Promise<Response>;
  /** The text that Prometheus gets. */
  metrics(): Promise<string>;
  /** Enrols a device, which proves the given integrations. */
  device(...integrationIds: readonly string[]): Promise<{ readonly deviceId: string; readonly token: string }>;
};

export type CallOptions = {
  readonly token?: string;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller's address. */
  readonly from?: string;
};

export const METRICS_TOKEN = 'a-token-of-the-metrics-for-the-tests';

export const CONFIG: RelayConfig = {
  baseUrl: 'https://api.service.example/v1',
  authUrl: 'https://auth.service.example',
  jwksUrl: 'https://keys.service.example/jwks',
  issuer: ISSUER,
  clientId: 'partner-id',
  clientSecret: 'partner-secret',
  scope: '',
  apiKeyHeader: 'x-service-api-key',
  signatureHeader: 'x-service-webhook-signature',
  webhookOrigin: 'service.example',
  proxies: null,
  metricsToken: METRICS_TOKEN,
};

/** Generating a key takes a tenth of a second, and no test here is about it. */
let madeKey: SigningKey | null = null;

export type BenchOptions = {
  readonly config?: Partial<RelayConfig>;
  /** Replaces the usual configuration, under `config`. */
  readonly base?: RelayConfig;
  /** The machine's clock for the relay, if others share its store. */
  readonly realClock?: Clock;
  readonly file?: string;
  readonly store?: (real: Store) => Store;
  readonly nextTurn?: () => Promise<void>;
};

/** A relay for one test as functions, on a virtual clock, with real SQLite and a hand-written service. */
export async function openRelay(options: BenchOptions = {}): Promise<RelayBench> {
  madeKey ??= signingKey('key-1');
  const key = madeKey;
  const [clock, log] = [virtualClock(), recordingLog()];
  const random = seededRandom(7);
  const service = fakeService([key.jwk]);
  const real = await sqliteStore(options.file ?? ':memory:', random);
  const store = options.store?.(real) ?? real;
  const turn = options.nextTurn === undefined ? {} : { nextTurn: options.nextTurn };
  const world = { clock: options.realClock ?? clock, random, log, http: service.http, ...turn };
  const relay = createRelay(world, { ...(options.base ?? CONFIG), ...options.config }, store);
  onTestFinished(async () => {
    await relay.close();
    await real.close();
  });
  // Whatever a test requests, the answer has to match the description.
  const ask = (request: Request, from?: string): Promise<Response> => described(relay, request, from);
  const call: RelayBench['call'] = (method, path, { token, json, headers, from } = {}) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    return ask(new Request(`http://relay.test${path}`, { method, headers: { ...authorization, ...headers }, ...body }), from);
  };
  return {
    relay,
    store,
    clock,
    log,
    service,
    key,
    call,
    metrics: async () => (await call('GET', RELAY_PATHS.metrics, { token: METRICS_TOKEN })).text(),
    deliver(fields, signed = {}) {
      const body = signed.body ?? eventBody(fields);
      const ceType = fields?.type === undefined ? {} : { ce_type: fields.type };
      const signature = signed.jwt ?? jwt(key, claimsFor(body, (options.realClock ?? clock).wallMs(), ceType));
      const headers = { 'content-type': 'application/cloudevents+json', [CONFIG.signatureHeader]: signature };
      return ask(new Request('http://relay.test/webhooks', { method: 'POST', headers, body: Buffer.from(body) }));
    },
    async device(...integrationIds) {
      const enrolled = (await (await call('POST', '/v1/devices', { json: { name: 'Accueil' } })).json()) as Enrolled;
      const token = enrolled.deviceToken;
      for (const integrationId of integrationIds) {
        const integrationSecret = service.integration(integrationId);
        const proved = await call('POST', '/v1/devices/me/integrations', { token, json: { integrationId, integrationSecret } });
        if (proved.status !== 200) throw new Error(`not proved: ${proved.status}`);
      }
      return { deviceId: enrolled.deviceId, token };
    },
  };
}

async function described(relay: Relay, request: Request, from?: string): Promise<Response> {
  const sent = await request.clone().text();
  const peer = from === undefined ? undefined : { remoteAddress: from };
  return asDescribed(request, await relay.fetch(request, peer), sent);
}

type Enrolled = { readonly deviceId: string; readonly deviceToken: string };

export type EventsPage = { readonly epoch: string; readonly more: boolean; readonly events: readonly EventRow[] };
type EventRow = {
  readonly seq: number;
  readonly eventId: string;
  readonly receivedAt: number;
  readonly jwt: string;
  readonly body: string;
};

export async function fetchPage(bench: RelayBench, token: string, integrationId: string, query = ''): Promise<EventsPage> {
  const answer = await bench.call('GET', `/v1/devices/me/integrations/${integrationId}/events${query}`, { token });
  if (answer.status !== 200) throw new Error(`no page: ${answer.status}`);
  return (await answer.json()) as EventsPage;
}

export { uuid } from './enrol/uuid.ts';
