import type { Outcome } from '#shared/domain/item/outcome.ts';
import type { Outgoing } from '#shared/domain/item/outgoing.ts';
import type { Stop } from '#shared/ports/stop.ts';

/**
 * Sends one import to the service and says what came of it; never throws for what the network or the service does.
 * A 401 is met inside with a fresh token and one more try; what comes back is the last word of this call. `stop` ends the
 * wait early: the outcome is then a `failed` one, as the service may have received the bytes all the same.
 */
export type Upload = (what: Outgoing, stop: Stop) => Promise<Outcome>;
