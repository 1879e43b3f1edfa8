import { Hono } from 'hono';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { jwksCache } from '#shared/service-client/jwks-cache.ts';
import { requestToken } from '#shared/service-client/request-token.ts';
import { tokenCache } from '#shared/service-client/token-cache.ts';
import { accessTokenRoute } from './broker/access-token-route.ts';
import type { RelayConfig } from './config.ts';
import { authenticate, type DeviceEnv } from './enrol/authenticate.ts';
import { deviceRoutes } from './enrol/device-routes.ts';
import { integrationRoutes } from './enrol/integration-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { committer } from './ingest/committer.ts';
import { webhookRoute } from './ingest/webhook-route.ts';
import { metrics } from './metrics.ts';
import { onceLog } from './once-log.ts';
import { notFound, tryLater } from './problem.ts';
import { bell } from './read/bell.ts';
import { doorbellRoute } from './read/doorbell-route.ts';
import { eventRoutes } from './read/event-routes.ts';
import type { RelayCore } from './relay-core.ts';
import type { RelayWorld } from './relay-world.ts';
import type { Store } from './store/store.ts';

export type Relay = {
  /** The whole relay as a function; the peer's address is for rate limits alone. */
  fetch(request: Request, peer?: { readonly remoteAddress: string }): Promise<Response>;
  /** Reads the service's keys ahead of the first webhook. Nothing depends on it. */
  start(): void;
  /** Not ready from here on: streams and waits end, webhooks are 503, what was taken is on the disk when it resolves. */
  close(): Promise<void>;
};

const RETRY_SECONDS = 5;

/** The relay over a world, a configuration and a store (DESIGN 5). The store is the caller's to close. */
export function createRelay(world: RelayWorld, config: RelayConfig, store: Store): Relay {
  const stop = new AbortController();
  const core = coreOf(world, config, store, stop.signal);
  const app = new Hono<DeviceEnv>();
  app.onError((error) => {
    // A store that fails, a caller that hung up, a bug of ours: by name, never by its words, which may quote what was sent.
    core.onceLog.warn('request failed', { error: error.name, code: codeOf(error) });
    return tryLater('internal', RETRY_SECONDS);
  });
  app.notFound(() => notFound());
  app.route('/', healthRoutes(core));
  app.route('/', webhookRoute(core));
  app.use(RELAY_PATHS.me, authenticate(store));
  app.use(`${RELAY_PATHS.me}/*`, authenticate(store));
  for (const routes of [deviceRoutes, integrationRoutes, accessTokenRoute, eventRoutes, doorbellRoute]) app.route('/', routes(core));
  return {
    fetch: async (request, peer) => app.fetch(request, peer ?? {}),
    start: () => void core.keys.wasRead(),
    async close() {
      stop.abort();
      await core.committer.idle();
    },
  };
}

function coreOf(world: RelayWorld, config: RelayConfig, store: Store, stop: AbortSignal): RelayCore {
  const counters = metrics();
  const tokens = tokenCache(() => requestToken(world.http, config), world.clock);
  return {
    config,
    clock: world.clock,
    random: world.random,
    http: world.http,
    log: world.log,
    onceLog: onceLog(world.log, world.clock),
    metrics: counters,
    store,
    tokens,
    keys: jwksCache({ http: world.http, clock: world.clock, jwksUrl: config.jwksUrl, token: () => tokens.token() }),
    committer: committer({
      store,
      nextTurn: world.nextTurn ?? (() => Promise.resolve()),
      committed: () => counters.count('commits'),
      failed: (error) => world.log.error('events not written', { code: codeOf(error) }),
    }),
    bell: bell(),
    stop,
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}
