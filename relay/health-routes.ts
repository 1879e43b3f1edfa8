import { Hono } from 'hono';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { relayDescription } from './openapi/relay-description.ts';
import { tryLater } from './http/problem.ts';
import { readiness } from './readiness.ts';
import type { RelayCore } from './relay-core.ts';

const RETRY_SECONDS = 5;

/** For the operator: whether the relay is alive and ready for work, and the description of its routes. */
export function healthRoutes(core: RelayCore): Hono {
  let description: object | null = null;
  const notReady = readiness(core);
  return new Hono()
    .get(RELAY_PATHS.description, () => {
      // Built on the first request: it takes as long as a large part of the start.
      description ??= relayDescription(core.config.signatureHeader);
      return Response.json(description);
    })
    .get(RELAY_PATHS.health, () => Response.json({ status: 'alive' }))
    .get(RELAY_PATHS.ready, async () => {
      if (core.isDraining()) return tryLater('closing', RETRY_SECONDS);
      const inTheWay = await notReady();
      return inTheWay === null ? Response.json({ status: 'ready' }) : tryLater(inTheWay, RETRY_SECONDS);
    });
}
