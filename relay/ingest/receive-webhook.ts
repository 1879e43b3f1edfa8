import { EVENT_TYPES } from '#shared/contract/events.ts';
import { documentIdSchema } from '#shared/contract/ids.ts';
import { WEBHOOK_BYTES_MAX } from '#shared/contract/limits.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Envelope } from '#shared/contract/events.ts';
import type { Posted, TakePosted } from '#shared/node/plain-post.ts';
import type { VerifiedEvent, WebhookFault } from '#shared/service-client/verify-webhook.ts';
import { problem, tryLater } from '../problem.ts';
import { tooLarge } from '../read-body.ts';
import type { RelayCore } from '../relay-core.ts';
import type { Appended, NewEvent } from '../store/store.ts';
import { type Deadline, deadline } from './deadline.ts';
import { readWebhook } from './read-webhook.ts';

/** The service tries again after 5 s anyway. */
const RETRY_SECONDS = 5;
/** The sender gives up after 10 s (contract, Delivery rules 3); our answer has to be there before. */
const ANSWER_MS = 8 * SECOND_MS;
/** A type is one word; what is longer is cut here, and whole in the body. */
const TYPE_CHARACTERS_MAX = 200;

/**
 * The receiver (contract, Events; decisions 24 to 28). A 2xx means: verified on the raw bytes, and on the disk. Whatever
 * is in doubt is 503, so that the service comes again. Rejects with what a store or a caller who hung up threw.
 */
export function webhookReceiver(core: RelayCore): TakePosted {
  const by = deadline(core, ANSWER_MS);
  return (posted) => inTime(core, by, posted);
}

/** There is nothing to say to it. */
const TAKEN = 'taken';

/** An answer in any case. What is written after a 503 was given is known when it comes again. */
async function inTime(core: RelayCore, by: Deadline, posted: Posted): Promise<Response | null> {
  const startedMs = core.clock.monotonicMs();
  try {
    const answer = await by(received(core, posted));
    return answer === null ? inDoubt(core, 'time') : answer === TAKEN ? null : answer;
  } finally {
    core.metrics.webhookSeconds.observe((core.clock.monotonicMs() - startedMs) / SECOND_MS);
  }
}

async function received(core: RelayCore, posted: Posted): Promise<Response | typeof TAKEN> {
  if (core.stop.aborted) return inDoubt(core, 'closing');
  const receivedAt = core.clock.wallMs();
  const wire = await posted.body(WEBHOOK_BYTES_MAX);
  if (wire === null) {
    core.metrics.webhooks.inc({ outcome: 'too_large' });
    return tooLarge(WEBHOOK_BYTES_MAX);
  }
  const jwt = posted.header(core.config.signatureHeader);
  const encoding = posted.header('content-encoding') ?? undefined;
  const read = await readWebhook(core, { jwt, body: wire, receivedAt, encoding });
  if (!read.ok) return notBelieved(core, read.failure);
  const { verified, body } = read.value;
  const committed = await core.committer.commit(eventOf(verified, { jwt: jwt ?? '', body, receivedAt }));
  if (!committed.ok) return inDoubt(core, committed.failure.kind);
  told(core, committed.value, verified);
  return TAKEN;
}

function eventOf(verified: VerifiedEvent, raw: Pick<NewEvent, 'jwt' | 'body' | 'receivedAt'>): NewEvent {
  const { envelope } = verified;
  const documentId = documentIdSchema.safeParse(envelope.data['documentId']);
  return {
    ...raw,
    eventId: envelope.id,
    integrationId: envelope.data.integrationId ?? null,
    documentId: documentId.success ? documentId.data : null,
    // PostgreSQL takes no NUL in a text; an event must not be lost for it.
    type: envelope.type.replaceAll('\0', '').slice(0, TYPE_CHARACTERS_MAX),
    bodyDigest: verified.bodyDigest,
    ...(envelope.type === EVENT_TYPES.revocation ? { revokedAt: revokedAt(envelope, raw.receivedAt) } : {}),
  };
}

/** The service's own time of it, but never later than now: a date of next year would void every proof until then. */
function revokedAt(envelope: Envelope, receivedAt: number): number {
  const at = Date.parse(envelope.time);
  return Number.isNaN(at) ? receivedAt : Math.min(at, receivedAt);
}

/** After the commit and outside its transaction: who waits is told to look. */
function told(core: RelayCore, appended: Appended, verified: VerifiedEvent): void {
  const fields = { eventId: verified.envelope.id, late: verified.late };
  const count = (outcome: 'stored' | 'unknown_integration' | 'apart' | 'duplicate' | 'conflict'): void => {
    core.metrics.webhooks.inc({ outcome });
    if (outcome !== 'duplicate') core.metrics.lastEvent.set(core.clock.wallMs() / SECOND_MS);
  };
  switch (appended.kind) {
    case 'stored':
      count(appended.known ? 'stored' : 'unknown_integration');
      core.log.info('event stored', { ...fields, integrationId: appended.integrationId, seq: appended.seq, known: appended.known });
      core.bell.ring({ kind: 'seq', integrationId: appended.integrationId, seq: appended.seq });
      return;
    case 'apart':
      count('apart');
      core.log.warn('event without integration kept apart', fields);
      if (verified.envelope.type === EVENT_TYPES.revocation) core.bell.ring({ kind: 'revocation' });
      return;
    case 'duplicate':
      count('duplicate');
      return;
    case 'conflict':
      count('conflict');
      core.onceLog.outside('event with a known id and another body', { eventId: fields.eventId });
      return;
    default:
      unreachable(appended);
  }
}

function notBelieved(core: RelayCore, fault: WebhookFault): Response {
  switch (fault.kind) {
    case 'malformed':
      core.metrics.webhooks.inc({ outcome: 'malformed' });
      core.onceLog.outside('webhook malformed', { code: fault.code });
      return problem({ status: 400, code: fault.code, detail: 'The webhook cannot be read.' });
    case 'forged':
      core.metrics.webhooks.inc({ outcome: 'forged' });
      core.onceLog.outside('webhook not signed by the service', { code: fault.code });
      return problem({ status: 401, code: fault.code, detail: 'The webhook is not signed by the service.' });
    case 'unsure':
      return inDoubt(core, fault.code);
    default:
      return unreachable(fault.kind);
  }
}

function inDoubt(core: RelayCore, code: string): Response {
  core.metrics.webhooks.inc({ outcome: 'unsure' });
  core.onceLog.warn('webhook in doubt', { code });
  return tryLater(code, RETRY_SECONDS);
}
