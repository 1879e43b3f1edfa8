import { eventIdSchema, type EventId, type IntegrationId } from '#shared/contract/ids.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { wallMs } from '#shared/lib/duration.ts';
import type { RelayEvent } from '#shared/relay-protocol/messages.ts';
import { WEBHOOK_BYTES_MAX } from '#shared/contract/limits.ts';
import type { VerifiedEvent, WebhookToVerify } from '#shared/service-client/verify-webhook.ts';
import type { WebhookFault } from '#shared/service-client/compact-jws.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Doubt, JudgedEvent } from './store.ts';

export type Verify = (webhook: WebhookToVerify) => Promise<Result<VerifiedEvent, WebhookFault>>;

/** The largest event in base64, with room for its line ends. */
const BODY_CHARACTERS_MAX = Math.ceil(WEBHOOK_BYTES_MAX / 3) * 4 + 4;

/**
 * Judges one event of a page by the service's own signature, with keys that this computer fetched itself: the relay's word counts for
 * nothing (invariant 9). Fails only if nothing can be known now (`unsure`: the key set cannot be read). An event that does not hold is kept
 * without an envelope, so it has no effect; an unknown key is distinguished from a forgery. An event of another integration does not hold
 * either, however well it is signed.
 */
export async function judge(event: RelayEvent, integrationId: IntegrationId, verify: Verify): Promise<Result<JudgedEvent, WebhookFault>> {
  const body = event.body.length > BODY_CHARACTERS_MAX ? new Uint8Array() : new Uint8Array(Buffer.from(event.body, 'base64'));
  const receivedAt = wallMs(event.receivedAt);
  const eventId = idOf(event.eventId);
  const kept = { seq: event.seq, eventId, receivedAt, jwt: event.jwt, body };
  const doubted = (doubt: Doubt): Result<JudgedEvent, never> => ok({ ...kept, envelope: null, doubt });
  const verified = await verify({ jwt: event.jwt, body, receivedAt });
  if (!verified.ok) {
    switch (verified.failure.kind) {
      case 'unsure':
        return verified;
      case 'unknown-key':
        return doubted('unknown-key');
      case 'forged':
      case 'malformed':
      // Signed, but of a shape that this version cannot read. Our relay quarantines such events (C27), so another relay handed this one out.
      case 'odd':
        return doubted('forged');
      default:
        return unreachable(verified.failure);
    }
  }
  const { envelope } = verified.value;
  const named = envelope.data.integrationId ?? null;
  const ours = (named === null || named === integrationId) && envelope.id === eventId;
  return ours ? ok({ ...kept, envelope, doubt: null }) : doubted('forged');
}

/** In lower case if it is an id; any other text is kept as it came, since nothing is matched by it. */
function idOf(text: string): EventId {
  const parsed = eventIdSchema.safeParse(text);
  return parsed.success ? parsed.data : (text as EventId);
}
