import { type Context, Hono } from 'hono';
import { codeOf } from '#shared/node/code-of.ts';
import type { TakePosted } from './http/plain-post.ts';
import type { OpenStream } from './http/stream-sink.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { requestToken } from '#shared/service-client/request-token.ts';
import { tokenCache } from '#shared/service-client/token-cache.ts';
import type { RelayConfig } from './config.ts';
import { authenticate } from './enrol/authenticate.ts';
import { logoRoute, partnerRoute } from './partner.ts';
import type { DeviceEnv, RelayCore, RelayWorld } from './relay-core.ts';
import { deviceRoutes, integrationRoutes } from './enrol/integration-routes.ts';
import { ANSWER_COUNTS_MS, healthRoutes } from './readiness.ts';
import { committer } from './ingest/committer.ts';
import { webhookReceiver, webhookRoute } from './ingest/receive-webhook.ts';
import { invitationPageRoute } from './invitations/invitation-page-route.ts';
import { invitationRoutes } from './invitations/invitation-routes.ts';
import { keyRoute, keyWatch, serviceKeys } from './keys/service-keys.ts';
import { keyUses } from './keys/key-uses.ts';
import { metrics } from './metrics.ts';
import { callerHash, lendings } from './misuse/caller-hash.ts';
import { deny, refusals } from './misuse/refusals.ts';
import { onceLog } from './once-log.ts';
import { notFound, problem, tryLater } from './http/problem.ts';
import { answersRoute, eventRoutes } from './read/event-routes.ts';
import { nodePubSub, pubSub } from './read/pub-sub.ts';
import { doorbellRoute } from './read/doorbell-route.ts';
import { HELD_PER_ADDRESS, heldUpTo } from './read/held.ts';
import { sweeper } from './retention/sweeper.ts';
import type { Store } from './store/store.ts';
import type { Clock } from '#shared/ports/world.ts';
import { cachedFlight } from '#shared/async/single-flight.ts';
import { isSameSecret } from '#shared/node/digest.ts';
import { addressOf } from './http/caller-address.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { limited, rateLimit } from './http/limited.ts';

export type Relay = {
  /** The whole relay as a function. The peer's address is for rate limits and, hashed, the log; its connection is for streams. */
  fetch(request: Request, peer?: { readonly remoteAddress: string; readonly stream?: OpenStream }): Promise<Response>;
  /** The metrics alone, for a listener of their own. */
  metrics(request: Request, peer?: { readonly remoteAddress: string }): Promise<Response>;
  /** Does what `fetch` does with a webhook, without a `Request`. Never rejects. */
  readonly webhook: TakePosted;
  /** `post /webhooks` and so on: the router's routes, to be compared with the description. */
  readonly routes: readonly string[];
  /** Starts the background work: the other nodes' doorbell, retention, the service's keys. */
  start(): void;
  /** Reports "not ready" and works on, until the load balancer has noticed. */
  drain(): void;
  /** Not ready from now on: streams and waits end, webhooks get 503. When it resolves, everything received is on the disk. */
  close(): Promise<void>;
};

const RETRY_SECONDS = 5;

/** The relay over a world, a configuration and a store, which the caller closes. */
export function createRelay(world: RelayWorld, config: RelayConfig, store: Store): Relay {
  const stop = new AbortController();
  const draining = new AbortController();
  const { core, run } = coreOf(world, config, store, { stop: stop.signal, draining: draining.signal });
  let beside: Promise<unknown> = Promise.resolve();
  const app = new Hono<DeviceEnv>();
  const failed = (error: unknown): Response => {
    // A failing store, a caller that hung up, or a bug of ours: logged by name, never by message, which may quote what was sent.
    core.metrics.faults.inc();
    core.onceLog.warn('request failed', { error: error instanceof Error ? error.name : 'unknown', code: codeOf(error) });
    return tryLater('internal', RETRY_SECONDS);
  };
  const webhook = webhookReceiver(core);
  app.onError(failed);
  app.notFound(() => notFound());
  const measured = metricsRoutes(core);
  measured.apart.onError(failed);
  app.route('/', healthRoutes(core));
  app.route('/', measured.shared);
  app.route('/', webhookRoute(core, webhook));
  const partner = config.partner ?? { name: null, logo: null };
  app.route('/', invitationPageRoute(config.downloadUrl ?? null, { name: partner.name, hasLogo: partner.logo !== null }));
  app.route('/', logoRoute(partner));
  addDeviceRoutes(app, core);
  app.route('/', partnerRoute(partner));
  return {
    // `ALL` entries are middleware, or they refuse.
    routes: app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method.toLowerCase()} ${path}`),
    fetch: async (request, peer) => app.fetch(request, peer ?? {}),
    metrics: async (request, peer) => measured.apart.fetch(request, peer ?? {}),
    webhook: (posted) => webhook(posted).catch(failed),
    start() {
      // If this fails, the next request for a page tries again.
      const began = core.logBegan().catch(() => core.onceLog.warn('the beginning of the log is not noted'));
      beside = Promise.all([run(), sweeper(core), keyWatch(core), core.refusals.run(core.stop), began]);
    },
    drain: () => draining.abort(),
    async close() {
      draining.abort();
      stop.abort();
      await core.committer.idle();
      await core.keyUses.idle();
      await beside;
      core.refusals.close();
    },
  };
}

/** The routes of a device that is known by its token, and the one by which it gets a token. */
function addDeviceRoutes(app: Hono<DeviceEnv>, core: RelayCore): void {
  const known = authenticate(core);
  for (const path of [RELAY_PATHS.me, `${RELAY_PATHS.me}/*`, `${RELAY_PATHS.invitations}/*`]) app.use(path, known);
  const all = [deviceRoutes, integrationRoutes, invitationRoutes, accessTokenRoute, keyRoute, eventRoutes, answersRoute, doorbellRoute];
  for (const routes of all) app.route('/', routes(core));
}

type Ends = { readonly stop: AbortSignal; readonly draining: AbortSignal };

function coreOf(world: RelayWorld, config: RelayConfig, store: Store, ends: Ends) {
  const { clock, random, http, log } = world;
  const measured = metrics(store);
  world.watchProcess?.(measured.registry);
  const onceLogged = onceLog(log, clock);
  const hash = callerHash({ clock, random });
  const tokens = tokenCache(() => requestToken(http, config), clock);
  const nodes = nodePubSub(pubSub(), { store, clock, stop: ends.stop, onceLog: onceLogged });
  const core: RelayCore = {
    config,
    clock,
    random,
    http,
    log,
    onceLog: onceLogged,
    hashOf: (address) => hash.of(address),
    refusals: refusals({ log, clock, hash }),
    lent: lendings({ log, hash }),
    metrics: measured,
    store,
    logBegan: logBegan(store, clock),
    tokens,
    keys: serviceKeys({ world, config, store, tokens, onceLog: onceLogged }),
    keyUses: keyUses({ store, clock, metrics: measured, onceLog: onceLogged }),
    committer: committer({
      store,
      clock,
      nextTurn: world.nextTurn ?? (() => Promise.resolve()),
      committed: ({ events, seconds }) => {
        measured.commits.inc({ outcome: 'done' });
        measured.commitEvents.observe(events);
        measured.commitSeconds.observe(seconds);
      },
      failed: (error) => {
        measured.commits.inc({ outcome: 'failed' });
        onceLogged.warn('events not written', { code: codeOf(error) });
      },
    }),
    pubSub: nodes,
    heldByAddress: heldUpTo(config.heldPerAddress ?? HELD_PER_ADDRESS),
    isDraining: () => ends.draining.aborted,
    stop: ends.stop,
  };
  return { core, run: () => nodes.run() };
}

/** When the log began, which each page tells. The store is asked until it has answered once, since this does not change within an epoch. */
function logBegan(store: Pick<Store, 'logBegan'>, clock: Clock): () => Promise<number> {
  let known: number | null = null;
  return async () => (known ??= await store.logBegan(clock.wallMs()));
}

type MetricsRoutes = {
  /** On the public address, for callers with the token: only if a token is set and the metrics have no address of their own. */
  readonly shared: Hono<DeviceEnv>;
  /** On an address of their own, for callers with the token if one is set. */
  readonly apart: Hono<DeviceEnv>;
};

const BEARER = /^Bearer (\S+)$/i;

/** The relay's figures for Prometheus. Reading them counts the rows of whole tables, so they are not public by default. */
function metricsRoutes(core: RelayCore): MetricsRoutes {
  const { registry } = core.metrics;
  const { metricsToken: token, metricsApart: isApart = false } = core.config;
  const figures = cachedFlight(core.clock, ANSWER_COUNTS_MS, () => {
    const answer = registry.metrics();
    return { answer, over: answer };
  });
  const shown = async (context: Context<DeviceEnv>): Promise<Response> => {
    if (token !== undefined && !carries(context.req.raw, token)) return refused(core, context);
    return new Response(await figures(), { headers: { 'content-type': registry.contentType } });
  };
  return {
    shared: new Hono<DeviceEnv>().get(RELAY_PATHS.metrics, (context) => (isApart || token === undefined ? notFound() : shown(context))),
    apart: new Hono<DeviceEnv>().notFound(() => notFound()).get(RELAY_PATHS.metrics, shown),
  };
}

function carries(request: Request, token: string): boolean {
  const given = BEARER.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  return isSameSecret(given, token);
}

function refused(core: RelayCore, context: Context<DeviceEnv>): Response {
  const code = context.req.header('authorization') === undefined ? 'none' : 'unknown';
  core.metrics.tokensRefused.inc({ code: 'metrics' });
  core.refusals.note({ what: 'metrics', code, address: addressOf(context, core.config) });
  const headers = { 'www-authenticate': 'Bearer' };
  return problem({ status: 401, code: 'metrics-token', detail: 'The metrics are for who carries their token.', headers });
}

/** A desktop asks about once an hour and after a 401. */
const TOKENS_OF_DEVICE = { burst: 30, perMinute: 10 };
const TOKEN_RETRY_SECONDS = 10;
const OFF_SECONDS = 300;
/** One device that gets 401 after 401 must not renew everybody's token each time. */
const RENEWAL_COOL_DOWN_MS = 30 * SECOND_MS;

/**
 * Hands the one cached service token to devices that have proved an integration (C5). `cache-control: no-cache` in
 * the request says that the last token met a 401, and asks for another.
 */
function accessTokenRoute(core: RelayCore): Hono<DeviceEnv> {
  const questions = rateLimit(core.clock, TOKENS_OF_DEVICE);
  let renewedAtMs = -Infinity;

  return new Hono<DeviceEnv>().get(RELAY_PATHS.accessToken, async (context) => {
    // The operator's kill switch: no token is lent, and none is requested.
    if (core.config.broker === 'off') return tryLater('broker-off', OFF_SECONDS);
    const { deviceId } = context.get('device');
    const waitMs = questions(deviceId);
    const address = addressOf(context, core.config);
    if (waitMs > 0) return limited(core, { what: 'token', waitMs, address });
    const integrations = await core.store.heads(deviceId);
    if (integrations === null || integrations.length === 0) return deny(core, { deviceId, address, code: 'token' });
    if (context.req.header('cache-control') === 'no-cache' && core.clock.monotonicMs() - renewedAtMs >= RENEWAL_COOL_DOWN_MS) {
      renewedAtMs = core.clock.monotonicMs();
      const current = await core.tokens.token();
      if (current.ok) core.tokens.distrust(current.value);
    }
    const token = await core.tokens.fresh();
    if (!token.ok) {
      core.onceLog.warn('no service token', { kind: token.failure.kind, code: token.failure.code });
      return tryLater(`token-${token.failure.kind}`, TOKEN_RETRY_SECONDS);
    }
    core.metrics.tokensLent.inc();
    core.lent({ deviceId, integrations: integrations.length, address });
    const answer = { accessToken: token.value.value, expiresIn: token.value.expiresInSeconds };
    return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
  });
}
