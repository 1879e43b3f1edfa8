import { Hono } from 'hono';
import type { Core } from '../core.ts';
import { faulty } from '../faults/faulty.ts';
import { shaped } from '../faults/broken-answer.ts';
import { bearerFault } from '../oauth/token-route.ts';

/** Where this service publishes its keys; for the document this is a setting. */
export const JWKS_PATH = '/.well-known/jwks.json';

/** Public keys for the verification of webhooks (§ Public keys), for everybody (C4). */
export function jwksRoute(core: Core): Hono {
  return new Hono().get(JWKS_PATH, faulty(core, 'jwks'), shaped(core), (context) => {
    const fault = core.switches.now().jwksNeedsBearer ? bearerFault(core, context.req.raw.headers) : null;
    return fault ?? context.json(core.signer.jwks(core.switches.now().keyOverlap));
  });
}
