import { onTestFinished } from 'vitest';
import { createRelay, type Relay } from '#relay/create-relay.ts';
import type { RelayConfig } from '#relay/config.ts';
import { sqliteStore } from '#relay/store/sqlite/sqlite-store.ts';
import type { Store } from '#relay/store/store.ts';
import type { Clock } from '#shared/ports/world.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { recordingLog, type RecordingLog, seededRandom, type VirtualClock, virtualClock } from '#test/support/virtual-world.ts';
import {
  claimsFor,
  eventBody,
  type EventFields,
  ISSUER,
  jwt,
  type SigningKey,
  signingKey,
} from '#test/unit/shared/service-client/odd-events.ts';
import { asDescribed } from './as-described.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import type { Http, HttpAnswer, HttpFault, HttpRequest } from '#shared/ports/http.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';

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

/** Listens to a device's doorbell at a relay that is given as a function. */
export async function listen(fetchFrom: (request: Request) => Promise<Response>, token: string, url = 'http://relay.test') {
  const answer = await fetchFrom(new Request(`${url}${RELAY_PATHS.doorbell}`, { headers: { authorization: `Bearer ${token}` } }));
  const reader = answer.body?.getReader();
  let heard = '';
  return {
    /** Reads until a text has arrived; false if the stream ends first. */
    async until(wanted: string): Promise<boolean> {
      while (!heard.includes(wanted)) {
        const chunk = await reader?.read();
        if (chunk?.value === undefined) return false;
        heard += Buffer.from(chunk.value).toString();
      }
      return true;
    },
    close: async (): Promise<void> => reader?.cancel(),
  };
}

export type FakeService = {
  readonly http: Http;
  readonly requests: readonly HttpRequest[];
  /** Creates an integration, if it does not exist yet, and returns its secret. */
  integration(integrationId: string): string;
  /** The secrets by integration; a test may change one. */
  readonly secrets: Map<string, string>;
  /** How its routes answer, to be changed by a test. Null: no answer at all. */
  readonly is: {
    keys: Result<unknown, HttpFault>;
    /** `blind` takes any secret, `missing` does not exist, `down` answers 503, `page` answers once with a proxy's page and 200. */
    status: 'discerning' | 'blind' | 'missing' | 'down' | 'page';
    entries: 'discerning' | 'blind';
    token: 'granted' | 'refused';
    /** Tokens that it no longer accepts. */
    stale: Set<string>;
    /** The routes of an integration await this before they answer. */
    held: Promise<void>;
  };
};

/**
 * The service's other routes, written by hand from the document (§ Partner token, § Health check, § Entries route, § Integration status,
 * § Public keys).
 */
export function fakeService(keys: readonly Record<string, unknown>[]): FakeService {
  const secrets = new Map<string, string>();
  const [requests, is]: [HttpRequest[], FakeService['is']] = [[], asUsual(keys)];
  let tokens = 0;

  const token = (): HttpAnswer => {
    tokens += 1;
    return is.token === 'granted'
      ? reply(200, { token_type: 'Bearer', expires_in: 3600, access_token: `token-${tokens}` })
      : reply(401, { error: 'invalid_client' });
  };
  const integrationRoute = (request: HttpRequest, integrationId: string, kind: 'status' | 'entries'): HttpAnswer => {
    const how = is[kind];
    if (how === 'missing') return reply(404, {});
    if (how === 'down') return reply(503, {});
    if (how === 'page') return pageOnce(is);
    const known = secrets.has(integrationId);
    const right = known && (how === 'blind' || request.headers['x-service-api-key'] === secrets.get(integrationId));
    if (!right || isStale(request)) return reply(401, { title: 'Unauthorized', status: 401 });
    return kind === 'status' ? reply(200, {}) : reply(400, { status: 400, errorCode: 'VALIDATION_ERROR' });
  };
  const isStale = (request: HttpRequest): boolean => is.stale.has(request.headers['authorization']?.slice('Bearer '.length) ?? '');
  const answer = (request: HttpRequest): Result<HttpAnswer, HttpFault> => {
    const url = new URL(request.url);
    if (url.host === 'keys.service.example') return is.keys.ok ? ok(reply(200, is.keys.value)) : is.keys;
    if (url.pathname === '/oauth2/token') return ok(token());
    if (url.pathname === '/v1/health') return ok(isStale(request) ? reply(401, {}) : { status: 204, headers: {}, body: new Uint8Array() });
    const [, integrationId = '', entries] = /^\/v1\/integrations\/([^/]+)(\/entries)?$/.exec(url.pathname) ?? [];
    return ok(integrationRoute(request, integrationId, entries === undefined ? 'status' : 'entries'));
  };

  return {
    requests,
    secrets,
    is,
    http: {
      async send(request) {
        requests.push(request);
        if (request.url.includes('/integrations/')) await is.held;
        return answer(request);
      },
      open: () => Promise.reject(new Error('the relay opens no streams')),
    },
    integration(integrationId) {
      const secret = secrets.get(integrationId) ?? `secret-of-${integrationId}`;
      secrets.set(integrationId, secret);
      return secret;
    },
  };
}

function pageOnce(is: FakeService['is']): HttpAnswer {
  is.status = 'discerning';
  return { status: 200, headers: { 'content-type': 'text/html' }, body: utf8('<h1>200</h1>') };
}

function asUsual(keys: readonly Record<string, unknown>[]): FakeService['is'] {
  const answers = { status: 'discerning', entries: 'discerning', token: 'granted' } as const;
  return { keys: ok({ keys }), ...answers, stale: new Set(), held: Promise.resolve() };
}

export const noAnswer: Result<never, HttpFault> = fail({ kind: 'unreachable', sent: 'never-sent', code: 'ECONNREFUSED' });

function reply(status: number, value: unknown): HttpAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: utf8(JSON.stringify(value)) };
}

/** The nth UUID of a made-up family. */
export function uuid(family: number, n: number): string {
  return `${family.toString(16).padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}
