import { type SharedTimeout, sharedTimeout } from '#shared/async/with-timeout.ts';
import { EVENT_TYPES } from '#shared/contract/events.ts';
import { WEBHOOK_BYTES_MAX } from '#shared/contract/limits.ts';
import { MINUTE_MS, SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Posted, TakePosted } from '../http/plain-post.ts';
import type { VerifiedEvent } from '#shared/service-client/verify-webhook.ts';
import type { WebhookFault } from '#shared/service-client/compact-jws.ts';
import { callerAddress } from '../http/caller-address.ts';
import type { Refusal } from '../misuse/refusals.ts';
import { problem, tryLater } from '../http/problem.ts';
import { readBody, tooLarge } from '../http/read-body.ts';
import type { DeviceEnv, RelayCore } from '../relay-core.ts';
import type { Appended, NewQuarantined } from '../store/store.ts';
import { newEvent, readWebhook } from './read-webhook.ts';
import { Hono } from 'hono';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';

/** The service retries after 5 s anyway. */
const RETRY_SECONDS = 5;
/** The sender gives up after 10 s (§ Delivery), so our answer has to arrive before. */
const ANSWER_MS = 8 * SECOND_MS;

/**
 * The receiver (§ Webhooks; C24 to C28). A 2xx means: verified on the raw bytes, and on the disk. Anything in
 * doubt is 503, so that the service repeats it. Rejects with what a store threw, or a caller that hung up.
 */
export function webhookReceiver(core: RelayCore): TakePosted {
  const by = sharedTimeout({ clock: core.clock, withinMs: ANSWER_MS, stop: core.stop });
  const of = { core, keepApart: quarantine(core), noteVerified: verifiedNote(core) };
  return (posted) => inTime(of, by, posted);
}

type Receiver = { readonly core: RelayCore; readonly keepApart: Quarantine; readonly noteVerified: (at: WallMs) => Promise<void> };

/** Stored: 204, no body. */
const TAKEN = 'taken';

/** Answers in any case. A webhook that is written after its 503 is recognised when the service repeats it. */
async function inTime(of: Receiver, by: SharedTimeout, posted: Posted): Promise<Response | null> {
  const { core } = of;
  const startedMs = core.clock.monotonicMs();
  try {
    const answer = await by(received(of, posted));
    return answer === null ? inDoubt(core, 'time') : answer === TAKEN ? null : answer;
  } finally {
    core.metrics.webhookSeconds.observe((core.clock.monotonicMs() - startedMs) / SECOND_MS);
  }
}

async function received(of: Receiver, posted: Posted): Promise<Response | typeof TAKEN> {
  const { core } = of;
  if (core.stop.aborted) return inDoubt(core, 'closing');
  const receivedAt = core.clock.wallMs();
  const wire = await posted.body(WEBHOOK_BYTES_MAX);
  if (wire === null) {
    core.metrics.webhooks.inc({ outcome: 'too_large' });
    refused(core, posted, { what: 'tooLarge', code: 'too-large' });
    return tooLarge(WEBHOOK_BYTES_MAX);
  }
  const jwt = posted.header(core.config.signatureHeader);
  const encoding = posted.header('content-encoding') ?? undefined;
  const { read, body } = await readWebhook(core, { jwt, body: wire, receivedAt, encoding });
  const raw = { jwt: jwt ?? '', body, receivedAt };
  const answer = read.ok ? await stored(core, read.value, raw) : await notAnEvent(of, read.failure, { ...raw, posted });
  const key = read.ok ? read.value.key : read.failure.kind === 'odd' ? read.failure.key : null;
  if (key === null) return answer;
  core.keyUses.note(key);
  await of.noteVerified(receivedAt);
  return answer;
}

type Raw = Pick<NewQuarantined, 'jwt' | 'body' | 'receivedAt'>;

async function stored(core: RelayCore, verified: VerifiedEvent, raw: Raw): Promise<Response | typeof TAKEN> {
  const { envelope, bodyDigest } = verified;
  const committed = await core.committer.commit(newEvent(envelope, { ...raw, bodyDigest }));
  if (!committed.ok) return inDoubt(core, committed.failure.kind);
  announceStored(core, committed.value, verified);
  return TAKEN;
}

/** Runs after the commit and outside its transaction: counts, logs, and tells waiting readers to look. */
function announceStored(core: RelayCore, appended: Appended, verified: VerifiedEvent): void {
  const fields = { eventId: verified.envelope.id, late: verified.late };
  const count = (outcome: 'stored' | 'unknown_integration' | 'apart' | 'duplicate' | 'conflict'): void => {
    core.metrics.webhooks.inc({ outcome });
  };
  for (const shape of verified.odd) {
    core.metrics.oddEvents.inc({ shape });
    core.onceLog.outside('event of an odd shape read all the same', { shape });
  }
  switch (appended.kind) {
    case 'stored':
      count(appended.known ? 'stored' : 'unknown_integration');
      core.log.info('event stored', { ...fields, integrationId: appended.integrationId, seq: appended.seq, known: appended.known });
      core.pubSub.publish({ kind: 'seq', integrationId: appended.integrationId, seq: appended.seq });
      return;
    case 'apart':
      count('apart');
      core.log.warn('event without integration kept apart', fields);
      if (verified.envelope.type === EVENT_TYPES.revocation) core.pubSub.publish({ kind: 'revocation' });
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

async function notAnEvent(
  of: Receiver,
  fault: WebhookFault,
  { posted, ...raw }: Raw & { readonly posted: Posted },
): Promise<Response | typeof TAKEN> {
  const { core } = of;
  switch (fault.kind) {
    case 'odd':
      return storeInQuarantine(of, { ...raw, bodyDigest: fault.bodyDigest, code: fault.code });
    case 'malformed':
      core.metrics.webhooks.inc({ outcome: 'malformed' });
      refused(core, posted, { what: 'malformed', code: fault.code });
      return problem({ status: 400, code: fault.code, detail: 'The webhook cannot be read.' });
    case 'forged':
      core.metrics.webhooks.inc({ outcome: 'forged' });
      refused(core, posted, { what: 'forged', code: fault.code });
      return problem({ status: 401, code: fault.code, detail: 'The webhook is not signed by the service.' });
    case 'unknown-key':
      // Not counted as in doubt: anybody can invent a key name, and that must not wake an operator.
      core.metrics.webhooks.inc({ outcome: 'unknown_key' });
      refused(core, posted, { what: 'unknownKey', code: fault.code });
      return problem({ status: 401, code: fault.code, detail: 'The service does not publish the key of this signature.' });
    case 'unsure':
      return inDoubt(core, fault.code);
    default:
      return unreachable(fault);
  }
}

/** Nothing that the service signed is lost because of its shape: it is kept on the disk, apart, until a version can read it (C27). */
async function storeInQuarantine({ core, keepApart }: Receiver, webhook: NewQuarantined): Promise<Response | typeof TAKEN> {
  if ((await keepApart(webhook)) === 'full') return inDoubt(core, 'quarantine-full');
  core.metrics.webhooks.inc({ outcome: 'quarantined' });
  core.onceLog.outside('webhook in quarantine', { code: webhook.code });
  return TAKEN;
}

/** Only a refusal needs the caller's address: finding it costs half as much as everything else about a webhook. */
function refused(core: RelayCore, posted: Posted, of: Pick<Refusal, 'what' | 'code'>): void {
  core.refusals.note({ ...of, address: callerAddress(posted, core.config) });
}

function inDoubt(core: RelayCore, code: string): Response {
  core.metrics.webhooks.inc({ outcome: 'unsure' });
  core.onceLog.warn('webhook in doubt', { code });
  return tryLater(code, RETRY_SECONDS);
}

/** Readers of this time think in hours, so a minute is exact enough; a write for each webhook would double the work of the disk. */
const EVERY_MS = MINUTE_MS;

/**
 * Notes when this relay last verified a webhook of the service, whatever became of it and whichever integration it was for (C38): to the
 * minute, across restarts, for all nodes. Never rejects: if a time cannot be noted, the next webhook tries again.
 */
function verifiedNote({ store, clock, onceLog }: Pick<RelayCore, 'store' | 'clock' | 'onceLog'>): (at: WallMs) => Promise<void> {
  let nextMs = -Infinity;
  return async (at) => {
    const now = clock.monotonicMs();
    if (now < nextMs) return;
    nextMs = now + EVERY_MS;
    try {
      await store.noteVerified(at);
    } catch {
      nextMs = now;
      onceLog.warn('last verified webhook not noted');
    }
  };
}

/**
 * Bytes of the bodies in quarantine: 80,000 events of 3 KB, or a thousand of the largest. A service that begins to sign unreadable events must
 * not fill the disk that the results need. What it sends beyond this limit it keeps, and repeats for 48 hours.
 */
const BYTES_MAX = 268_435_456;
/** A limit for small bodies: beside each is a signature, which may be longer than the body. */
const ROWS_MAX = 100_000;
/** The least time between two counts, since a count goes through all rows. */
const COUNT_EVERY_MS = MINUTE_MS;

/** Writes one webhook to the disk, apart from all logs. `full`: it was not kept. Rejects with what the store threw. */
type Quarantine = (webhook: NewQuarantined) => Promise<'kept' | 'known' | 'full'>;

function quarantine({ store, clock }: Pick<RelayCore, 'store' | 'clock'>): Quarantine {
  let [rows, bytes] = [0, 0];
  let countAtMs = -Infinity;
  return async (webhook) => {
    if (clock.monotonicMs() >= countAtMs) {
      ({ quarantined: rows, quarantinedBytes: bytes } = await store.totals());
      countAtMs = clock.monotonicMs() + COUNT_EVERY_MS;
    }
    if (rows >= ROWS_MAX || bytes + webhook.body.byteLength > BYTES_MAX) {
      // If its first answer was lost, the webhook is on the disk already, and the service must not be told to repeat it.
      return (await store.quarantinedOne(webhook.bodyDigest)) === null ? 'full' : 'known';
    }
    const done = await store.quarantine(webhook);
    if (done === 'kept') {
      rows += 1;
      bytes += webhook.body.byteLength;
    }
    return done;
  };
}

/** The receiver as a route. A server that holds the connection may give it most webhooks without a `Request`. */
export function webhookRoute(core: RelayCore, take: TakePosted): Hono<DeviceEnv> {
  return new Hono<DeviceEnv>()
    .post(RELAY_PATHS.webhooks, async ({ env, req: { raw } }) => {
      const remoteAddress = env.remoteAddress ?? '';
      const posted = {
        remoteAddress,
        header: (name: string) => raw.headers.get(name),
        body: (bytesMax: number) => readBody(raw, bytesMax),
      };
      return (await take(posted)) ?? new Response(null, { status: 204 });
    })
    .options(RELAY_PATHS.webhooks, () => handShake(core))
    .all(RELAY_PATHS.webhooks, () =>
      problem({ status: 405, code: 'method', detail: 'Webhooks are sent by POST.', headers: { allow: 'POST, OPTIONS' } }),
    );
}

/** CloudEvents' abuse protection (C34): allows the sender to send here. */
function handShake(core: RelayCore): Response {
  const headers = { allow: 'POST', 'webhook-allowed-origin': core.config.webhookOrigin, 'webhook-allowed-rate': '*' };
  return new Response(null, { status: 200, headers });
}
