import { Hono } from 'hono';
import { HEALTH_PATH } from '#shared/contract/routes.ts';
import type { Core } from '../core.ts';
import { faulty } from '../faults/faulty.ts';
import { shaped } from '../faults/shaped.ts';
import { bearerFault } from './bearer-fault.ts';

/** The health check (§ Health check), which verifies only the token. */
export function healthRoute(core: Core): Hono {
  return new Hono().get(
    HEALTH_PATH,
    faulty(core, 'health'),
    shaped(core),
    (context) => bearerFault(core, context.req.raw.headers) ?? context.body(null, 204),
  );
}
