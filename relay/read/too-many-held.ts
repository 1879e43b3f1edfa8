import { HEARTBEAT_MS } from '#shared/relay-protocol/protocol.ts';
import { limited } from '../http/limited.ts';
import type { RelayCore } from '../relay-core.ts';

/** A dead connection is noticed and cut within two heartbeats; a long poll ends sooner. */
const FREE_AGAIN_MS = 2 * HEARTBEAT_MS;

export type TooMany = { readonly what: 'doorbell' | 'long-poll'; readonly address: string };

/** The address has reached its limit: 429. An office that really is that large is for the operator to notice. */
export function tooManyHeld(core: RelayCore, { what, address }: TooMany): Response {
  return limited(core, { what, waitMs: FREE_AGAIN_MS, address });
}
