import { CLOUD_EVENTS_TYPE } from '#shared/contract/headers.ts';
import { ANSWER_BYTES_MAX, WEBHOOK_TIMEOUT_MS } from '#shared/contract/limits.ts';
import { SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import type { Core } from '../core.ts';
import { digest } from '../digest.ts';
import type { AttemptRow, DeliveryRow } from '../store/delivery-rows.ts';
import { bodyBytes } from './body-bytes.ts';
import { handshake } from './handshake.ts';
import { retryAt } from './retry-at.ts';

export type AttemptDeps = {
  readonly delivery: DeliveryRow;
  readonly url: string;
  /** Receivers that have allowed deliveries, kept by the caller. */
  readonly allowed: Set<string>;
};

type Ended = Pick<AttemptRow, 'status' | 'code'> & { readonly delivered: boolean };

/** One attempt (§ Delivery). Any 2xx acknowledges; everything else, including a redirect, is a failure. Never rejects. */
export async function attempt(core: Core, of: AttemptDeps): Promise<void> {
  const { delivery } = of;
  const at = core.clock.wallMs();
  const jwt = signature(core, delivery, at);
  const ended = (await refusal(core, of)) ?? (await sent(core, of, jwt));
  // Stopped by us: as if it had not been attempted.
  if (core.stop.aborted) return;
  const { status, code, delivered } = ended;
  const begun = { ...delivery, jwt: delivery.jwt ?? jwt, firstAttemptAt: delivery.firstAttemptAt ?? at };
  const next: DeliveryRow = delivered ? { ...begun, state: 'delivered' } : failed(core, begun, begun.firstAttemptAt);
  core.store.transaction(() => core.store.deliveries.keep(next, { deliveryId: delivery.id, at, status, code }));
  if (delivered) core.log.info('event delivered', { eventId: delivery.eventId, type: delivery.type });
  else core.log.warn('event not delivered', { eventId: delivery.eventId, status, code, failures: next.failures });
}

/** With the switch `handshake`, first asks whether the receiver allows deliveries; null if it does. */
async function refusal(core: Core, { url, allowed }: AttemptDeps): Promise<Ended | null> {
  if (!core.switches.now().handshake || allowed.has(url)) return null;
  const answer = await handshake(core, url);
  if (!answer.allowed) return { status: answer.status, code: 'HANDSHAKE', delivered: false };
  allowed.add(url);
  return null;
}

async function sent(core: Core, { delivery, url }: AttemptDeps, jwt: string): Promise<Ended> {
  const { signed, signatureHeader, eventBodyAs } = core.switches.now();
  const answer = await core.http.send({
    method: 'POST',
    url,
    headers: { 'content-type': CLOUD_EVENTS_TYPE, ...(signed ? { [signatureHeader]: jwt } : {}) },
    body: [bodyBytes(delivery.body, eventBodyAs)],
    timeoutMs: WEBHOOK_TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
    stop: core.stop,
  });
  if (!answer.ok) return { status: null, code: answer.failure.code, delivered: false };
  const { status } = answer.value;
  return { status, code: null, delivered: status >= 200 && status < 300 };
}

function failed(core: Core, delivery: DeliveryRow, firstAttemptAt: WallMs): DeliveryRow {
  const now = core.clock.wallMs();
  const firstFailureAt = delivery.firstFailureAt ?? now;
  const failures = delivery.failures + 1;
  const next = retryAt({ failures, firstAttemptAt, firstFailureAt, burstFrom: core.switches.now().burstFrom }, now);
  const tried = { ...delivery, failures, firstFailureAt };
  return next === null ? { ...tried, state: 'given-up' } : { ...tried, nextAt: next };
}

/** Claims with the names of the contract (§ Webhook signature). */
function signature(core: Core, delivery: DeliveryRow, at: WallMs): string {
  const { resignRetries, hashAs, signatureLifeSeconds, eventBodyAs } = core.switches.now();
  if (delivery.jwt !== null && !resignRetries) return delivery.jwt;
  const iat = Math.floor(at / SECOND_MS);
  const hash = digest(bodyBytes(delivery.body, eventBodyAs));
  return core.signer.sign({
    iss: core.issuer,
    jti: core.random.uuid(),
    body_sha256: hashAs === 'upper' ? hash.toUpperCase() : hash,
    ce_type: delivery.type,
    iat,
    exp: iat + signatureLifeSeconds,
  });
}
