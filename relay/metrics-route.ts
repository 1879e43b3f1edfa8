import { type Context, Hono } from 'hono';
import { cachedFlight } from '#shared/async/single-flight.ts';
import { isSameSecret } from '#shared/node/digest.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { addressOf } from './http/caller-address.ts';
import type { DeviceEnv } from './enrol/device-env.ts';
import { notFound, problem } from './http/problem.ts';
import { ANSWER_COUNTS_MS } from './readiness.ts';
import type { RelayCore } from './relay-core.ts';

export type MetricsRoutes = {
  /** On the public address, for callers with the token: only if a token is set and the metrics have no address of their own. */
  readonly shared: Hono<DeviceEnv>;
  /** On an address of their own, for callers with the token if one is set. */
  readonly apart: Hono<DeviceEnv>;
};

const BEARER = /^Bearer (\S+)$/i;

/** The relay's figures for Prometheus. Reading them counts the rows of whole tables, so they are not public by default. */
export function metricsRoutes(core: RelayCore): MetricsRoutes {
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
