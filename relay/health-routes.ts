import { Hono } from 'hono';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { tryLater } from './problem.ts';
import type { RelayCore } from './relay-core.ts';

const RETRY_SECONDS = 5;

/** For whoever runs the relay: is it alive, may it be given work, what has it done. */
export function healthRoutes(core: RelayCore): Hono {
  return new Hono()
    .get(RELAY_PATHS.health, () => Response.json({ status: 'alive' }))
    .get(RELAY_PATHS.ready, async () => {
      if (core.stop.aborted) return tryLater('closing', RETRY_SECONDS);
      if (!(await core.store.isWritable())) return tryLater('store', RETRY_SECONDS);
      // Without keys every webhook would be 503.
      if (!(await core.keys.wasRead())) return tryLater('keys', RETRY_SECONDS);
      return Response.json({ status: 'ready' });
    })
    .get(RELAY_PATHS.metrics, () => {
      return new Response(core.metrics.text(), { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } });
    });
}
