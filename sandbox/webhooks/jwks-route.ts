import { Hono } from 'hono';
import type { Core } from '../core.ts';
import { failNext } from '../faults/fail-next.ts';

/** Where this service publishes its keys; the document leaves it to a setting. */
export const JWKS_PATH = '/.well-known/jwks.json';

/** Public keys for webhook verification (contract, Endpoints 7), for everybody (decision 4). */
export function jwksRoute(core: Core): Hono {
  return new Hono().get(JWKS_PATH, failNext(core.switches, 'jwks'), (context) => context.json(core.signer.jwks()));
}
