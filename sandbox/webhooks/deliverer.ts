import type { EventId } from '#shared/contract/ids.ts';
import { plus, SECOND_MS, type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { Core } from '../core.ts';
import type { AttemptRow, DeliveryRow } from '../store/delivery-rows.ts';
import { CLOUD_EVENTS_TYPE } from '#shared/contract/routes.ts';
import {
  ANSWER_BYTES_MAX,
  WEBHOOK_BURST_MS,
  WEBHOOK_RETRY_EVERY_MS,
  WEBHOOK_RETRY_WINDOW_MS,
  WEBHOOK_TIMEOUT_MS,
} from '#shared/contract/limits.ts';
import { digest } from '../digest.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import type { Switches } from '../switches/switches-schema.ts';

export type Deliverer = {
  /** Starts the deliveries that are due and not yet in progress. */
  begin(): void;
  /** When the next delivery that is not in progress is due; null if there is none, or no room for it. */
  nextDueAt(): WallMs | null;
  /** Makes the first attempt for an event now, and waits until it has ended. */
  deliverNow(eventId: EventId): Promise<void>;
  /** Resolves when everything in progress has ended. Closing the sandbox cuts attempts off; they stay due. */
  ended(): Promise<void>;
};

/** Concurrent attempts: a receiver that takes 10 s for each still gets more than one a second. */
const UNDER_WAY_MAX = 16;

export function deliverer(core: Core): Deliverer {
  const underWay = new Map<number, Promise<void>>();
  // A receiver is asked again after a restart. The address changes a few times at most, so this does not grow.
  const allowed = new Set<string>();

  const urlNow = (): string | null => {
    const { webhookUrl, webhooksOff } = core.switches.now();
    return webhooksOff ? null : webhookUrl;
  };
  const start = (delivery: DeliveryRow, url: string): Promise<void> => {
    const going = attempt(core, { delivery, url, allowed }).finally(() => {
      underWay.delete(delivery.id);
      core.ring();
    });
    underWay.set(delivery.id, going);
    return going;
  };
  const waiting = (): readonly DeliveryRow[] => {
    if (urlNow() === null || core.stop.aborted) return [];
    const room = UNDER_WAY_MAX - underWay.size;
    return core.store.deliveries
      .pending()
      .filter(({ id }) => !underWay.has(id))
      .slice(0, Math.max(0, room));
  };

  return {
    begin() {
      const now = core.clock.wallMs();
      const url = urlNow();
      if (url === null) return;
      for (const delivery of waiting()) if (delivery.nextAt <= now) void start(delivery, url);
    },
    nextDueAt: () => waiting()[0]?.nextAt ?? null,
    async deliverNow(eventId) {
      const url = urlNow();
      if (url === null || core.stop.aborted) return;
      const mine = core.store.deliveries.ofEvent(eventId);
      await Promise.all(mine.map((delivery) => underWay.get(delivery.id) ?? start(delivery, url)));
    },
    async ended() {
      await Promise.all(underWay.values());
    },
  };
}

type AttemptDeps = {
  readonly delivery: DeliveryRow;
  readonly url: string;
  /** Receivers that have allowed deliveries, kept by the caller. */
  readonly allowed: Set<string>;
};

type Ended = Pick<AttemptRow, 'status' | 'code'> & { readonly delivered: boolean };

/** One attempt (§ Delivery). Any 2xx acknowledges; everything else, including a redirect, is a failure. Never rejects. */
async function attempt(core: Core, of: AttemptDeps): Promise<void> {
  const { delivery } = of;
  const at = core.clock.wallMs();
  const jwt = signature(core, delivery, at);
  const ended = (await refusal(core, of)) ?? (await postWebhook(core, of, jwt));
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

async function postWebhook(core: Core, { delivery, url }: AttemptDeps, jwt: string): Promise<Ended> {
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

type Handshake = { readonly allowed: boolean; readonly status: number | null };

/** Asks a receiver whether it allows our events (CloudEvents, HTTP web hooks 4), by OPTIONS with our origin. */
async function handshake(core: Core, url: string): Promise<Handshake> {
  const origin = new URL(core.issuer).hostname;
  const answer = await core.http.send({
    method: 'OPTIONS',
    url,
    headers: { 'webhook-request-origin': origin },
    timeoutMs: WEBHOOK_TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
    stop: core.stop,
  });
  if (!answer.ok) return { allowed: false, status: null };
  const { status, headers } = answer.value;
  const allowed = headers['webhook-allowed-origin']?.trim();
  return { allowed: status >= 200 && status < 300 && (allowed === '*' || allowed === origin), status };
}

const MARK = '\u{FEFF}';

/** The bytes of an event's body, which are both signed and sent. */
function bodyBytes(body: string, as: Switches['eventBodyAs']): Uint8Array {
  switch (as) {
    case 'json':
      return utf8(body);
    case 'byte-order-mark':
      return utf8(`${MARK}${body}`);
    case 'latin-1':
      return Uint8Array.from(Buffer.from(body, 'latin1'));
    case 'utf-16':
      return Uint8Array.from(Buffer.from(`${MARK}${body}`, 'utf16le'));
    case 'cut':
      return utf8(body.slice(0, body.length / 2));
    default:
      return unreachable(as);
  }
}

type Tries = {
  /** At least 1: includes the failure just now. */
  readonly failures: number;
  readonly firstAttemptAt: WallMs;
  readonly firstFailureAt: WallMs;
  readonly burstFrom: Switches['burstFrom'];
};

/**
 * When the next attempt is made: 5, 10 and 30 s after the first failure, then every 5 minutes; or these times after the last failure,
 * if the switch says so (C33). Null if that would be later than 48 hours after the first attempt: then the delivery is given up.
 */
export function retryAt(tries: Tries, now: WallMs): WallMs | null {
  if (tries.burstFrom === 'last-failure') return within(tries, plus(now, WEBHOOK_BURST_MS[tries.failures - 1] ?? WEBHOOK_RETRY_EVERY_MS));
  const last = WEBHOOK_BURST_MS.length;
  const burstMs = WEBHOOK_BURST_MS[Math.min(tries.failures, last) - 1] ?? 0;
  const afterMs = burstMs + Math.max(0, tries.failures - last) * WEBHOOK_RETRY_EVERY_MS;
  // An attempt that timed out may have run past the next one's moment.
  return within(tries, wallMs(Math.max(now, plus(tries.firstFailureAt, afterMs))));
}

function within(tries: Tries, at: WallMs): WallMs | null {
  return at > plus(tries.firstAttemptAt, WEBHOOK_RETRY_WINDOW_MS) ? null : at;
}
