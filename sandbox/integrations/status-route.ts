import { Hono } from 'hono';
import { integrationPath } from '#shared/contract/routes.ts';
import type { Core } from '../core.ts';
import { failNext } from '../faults/fail-next.ts';
import { authenticate } from './authenticate.ts';

/** Integration status (contract, Endpoints 6). The members of its answer are ours: the document shows none. */
export function statusRoute(core: Core): Hono {
  return new Hono().get(integrationPath(':integrationId'), failNext(core.switches, 'status'), (context) => {
    const secret = core.switches.now().statusNeedsSecret ? 'needed' : 'not-needed';
    const found = authenticate(core, { integrationId: context.req.param('integrationId') ?? '', headers: context.req.raw.headers, secret });
    if (!found.ok) return found.failure;
    return context.json({ integrationId: found.value.id, status: 'active' });
  });
}
