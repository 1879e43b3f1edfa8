import type { Outcome } from '#shared/domain/item/outcome.ts';
import type { Outgoing } from '#shared/domain/item/sending/sent-name.ts';
import type { Stop } from '#shared/ports/stop.ts';

/**
 * Sends one import to the service and returns the outcome; never throws for what the network or the service does.
 * It answers a 401 itself, with a fresh token and one more try; its outcome is final for this call. `stop` ends the
 * wait early: the outcome is then `failed`, although the service may have received the bytes.
 */
export type Upload = (what: Outgoing, stop: Stop) => Promise<Outcome>;
