import { cachedFlight, type Flight } from '#shared/async/single-flight.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { RelayCore } from './relay-core.ts';
import { Hono } from 'hono';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { relayDescription } from './openapi/relay-description.ts';
import { tryLater } from './http/problem.ts';

/** An answer is at most this old. */
export const ANSWER_COUNTS_MS = 5 * SECOND_MS;

/** What prevents new work; null if nothing does. */
export type NotReady = 'store' | 'keys' | null;

type ReadinessDeps = Pick<RelayCore, 'clock' | 'store' | 'keys'>;

/** Whether the relay is ready for work. A look costs the store one commit, and anybody may ask, so concurrent and close callers share it. */
function readiness(core: ReadinessDeps): () => Promise<NotReady> {
  return cachedFlight(core.clock, ANSWER_COUNTS_MS, () => lookNow(core));
}

/** A look that takes longer than its answer would be valid counts as a no. */
function lookNow({ clock, store, keys }: ReadinessDeps): Flight<NotReady> {
  let inTheWay: NotReady = 'store';
  const found = async (): Promise<NotReady> => {
    if (!(await store.isWritable())) return 'store';
    inTheWay = 'keys';
    // Without keys every webhook would get 503.
    return (await keys.wasRead()) ? null : 'keys';
  };
  const over = found();
  return { answer: withTimeout(over, { clock, withinMs: ANSWER_COUNTS_MS, late: () => inTheWay }), over };
}

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
