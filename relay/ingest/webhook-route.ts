import { Hono } from 'hono';
import { documentIdSchema } from '#shared/contract/ids.ts';
import { WEBHOOK_BYTES_MAX } from '#shared/contract/limits.ts';
import { hex } from '#shared/lib/hex.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { type VerifiedEvent, verifyWebhook, type WebhookFault } from '#shared/service-client/verify-webhook.ts';
import { problem, tryLater } from '../problem.ts';
import { readBody, tooLarge } from '../read-body.ts';
import type { RelayCore } from '../relay-core.ts';
import type { Appended, NewEvent } from '../store/store.ts';

/** The service tries again after 5 s anyway. */
const RETRY_SECONDS = 5;

/**
 * The receiver (contract, Events; decisions 24 to 28). A 2xx means: verified on the raw bytes, and on the disk. Whatever
 * is in doubt is 503, so that the service comes again.
 */
export function webhookRoute(core: RelayCore): Hono {
  return new Hono()
    .post(RELAY_PATHS.webhooks, (context) => received(core, context.req.raw))
    .options(RELAY_PATHS.webhooks, () => handShake(core))
    .all(RELAY_PATHS.webhooks, () =>
      problem({ status: 405, code: 'method', detail: 'Webhooks are sent by POST.', headers: { allow: 'POST, OPTIONS' } }),
    );
}

async function received(core: RelayCore, request: Request): Promise<Response> {
  core.metrics.count('webhooks_received');
  if (core.stop.aborted) return inDoubt(core, 'closing');
  const receivedAt = core.clock.wallMs();
  const body = await readBody(request, WEBHOOK_BYTES_MAX);
  if (body === null) return tooLarge(WEBHOOK_BYTES_MAX);
  const jwt = request.headers.get(core.config.signatureHeader);
  const verified = await verifyWebhook({ jwt, body, receivedAt }, { keys: core.keys, issuer: core.config.issuer, sha256: nodeSha256 });
  if (!verified.ok) return notBelieved(core, verified.failure);
  const event = eventOf(verified.value, { jwt: jwt ?? '', body, receivedAt });
  const committed = await core.committer.commit(event);
  if (!committed.ok) return inDoubt(core, committed.failure.kind);
  told(core, committed.value, verified.value);
  return new Response(null, { status: 204 });
}

function eventOf(verified: VerifiedEvent, raw: Pick<NewEvent, 'jwt' | 'body' | 'receivedAt'>): NewEvent {
  const { envelope } = verified;
  const documentId = documentIdSchema.safeParse(envelope.data['documentId']);
  return {
    ...raw,
    eventId: envelope.id,
    integrationId: envelope.data.integrationId ?? null,
    documentId: documentId.success ? documentId.data : null,
    type: envelope.type,
    bodyDigest: hex(nodeSha256([raw.body])),
  };
}

/** After the commit and outside its transaction: who waits is told to look. */
function told(core: RelayCore, appended: Appended, verified: VerifiedEvent): void {
  const fields = { eventId: verified.envelope.id, late: verified.late };
  switch (appended.kind) {
    case 'stored':
      core.metrics.count('webhooks_stored');
      if (!appended.known) core.metrics.count('webhooks_unknown_integration');
      core.log.info('event stored', { ...fields, integrationId: appended.integrationId, seq: appended.seq, known: appended.known });
      core.bell.ring({ kind: 'seq', integrationId: appended.integrationId, seq: appended.seq });
      return;
    case 'apart':
      core.metrics.count('webhooks_apart');
      core.log.warn('event without integration kept apart', fields);
      return;
    case 'duplicate':
      core.metrics.count('webhooks_duplicate');
      return;
    case 'conflict':
      core.metrics.count('webhooks_conflict');
      core.log.error('event with a known id and another body', fields);
      return;
    default:
      unreachable(appended);
  }
}

function notBelieved(core: RelayCore, fault: WebhookFault): Response {
  switch (fault.kind) {
    case 'malformed':
      core.metrics.count('webhooks_malformed');
      core.onceLog.warn('webhook malformed', { code: fault.code });
      return problem({ status: 400, code: fault.code, detail: 'The webhook cannot be read.' });
    case 'forged':
      core.metrics.count('webhooks_forged');
      core.onceLog.warn('webhook not signed by the service', { code: fault.code });
      return problem({ status: 401, code: fault.code, detail: 'The webhook is not signed by the service.' });
    case 'unsure':
      return inDoubt(core, fault.code);
    default:
      return unreachable(fault.kind);
  }
}

function inDoubt(core: RelayCore, code: string): Response {
  core.metrics.count('webhooks_unsure');
  core.onceLog.warn('webhook in doubt', { code });
  return tryLater(code, RETRY_SECONDS);
}

/** CloudEvents' abuse protection (decision 34): yes, send here. */
function handShake(core: RelayCore): Response {
  const headers = { allow: 'POST', 'webhook-allowed-origin': core.config.webhookOrigin, 'webhook-allowed-rate': '*' };
  return new Response(null, { status: 200, headers });
}
