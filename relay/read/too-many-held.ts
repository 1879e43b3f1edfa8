import { HEARTBEAT_MS } from '#shared/relay-protocol/limits.ts';
import { limited } from '../http/limited.ts';
import type { RelayCore } from '../relay-core.ts';

/** A dead line is noticed, and cut, within two heartbeats; what waits is answered sooner. */
const FREE_AGAIN_MS = 2 * HEARTBEAT_MS;

export type TooMany = { readonly what: 'doorbell' | 'long-poll'; readonly address: string };

/** As much is held open as may be. An office that really is so large is the operator's to notice. */
export function tooManyHeld(core: RelayCore, { what, address }: TooMany): Response {
  return limited(core, { what, waitMs: FREE_AGAIN_MS, address });
}
