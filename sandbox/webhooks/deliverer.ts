import { CLOUD_EVENTS_TYPE, SIGNATURE_HEADER } from '#shared/contract/headers.ts';
import type { EventId } from '#shared/contract/ids.ts';
import { ANSWER_BYTES_MAX, WEBHOOK_TIMEOUT_MS } from '#shared/contract/limits.ts';
import { SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import { utf8 } from '#shared/lib/utf8.ts';
import type { Core } from '../core.ts';
import { digest } from '../digest.ts';
import type { AttemptRow, DeliveryRow } from '../store/delivery-rows.ts';
import { retryAt } from './retry-at.ts';

export type Deliverer = {
  /** Begins what is due and not under way. */
  begin(): void;
  /** When the next one is due that is not under way; null when there is none or no room for it. */
  nextDueAt(): WallMs | null;
  /** Makes the first attempt of an event now, and waits for how it ends. */
  deliverNow(eventId: EventId): Promise<void>;
  /** What was under way has ended. When the sandbox closes it is cut, and stays due. */
  ended(): Promise<void>;
};

/** At once; a receiver that takes 10 s for each still gets about one a second. */
const UNDER_WAY_MAX = 16;
/** Life of one signature: a receiver that trusts `exp` sees a retry that was not signed again as late. */
const SIGNATURE_LIFE_SECONDS = 300;

export function deliverer(core: Core): Deliverer {
  const underWay = new Map<number, Promise<void>>();

  const start = (delivery: DeliveryRow, url: string): Promise<void> => {
    const going = attempt(core, { delivery, url }).finally(() => {
      underWay.delete(delivery.id);
      core.ring();
    });
    underWay.set(delivery.id, going);
    return going;
  };
  const waiting = (): readonly DeliveryRow[] => {
    if (core.switches.now().webhookUrl === null || core.stop.aborted) return [];
    const room = UNDER_WAY_MAX - underWay.size;
    return core.store.deliveries
      .pending()
      .filter(({ id }) => !underWay.has(id))
      .slice(0, Math.max(0, room));
  };

  return {
    begin() {
      const now = core.clock.wallMs();
      const url = core.switches.now().webhookUrl;
      if (url === null) return;
      for (const delivery of waiting()) if (delivery.nextAt <= now) void start(delivery, url);
    },
    nextDueAt: () => waiting()[0]?.nextAt ?? null,
    async deliverNow(eventId) {
      const url = core.switches.now().webhookUrl;
      if (url === null || core.stop.aborted) return;
      const mine = core.store.deliveries.ofEvent(eventId);
      await Promise.all(mine.map((delivery) => underWay.get(delivery.id) ?? start(delivery, url)));
    },
    async ended() {
      await Promise.all(underWay.values());
    },
  };
}

type AttemptOf = { readonly delivery: DeliveryRow; readonly url: string };

/** One attempt (contract, Events, Delivery rules): any 2xx acknowledges; all else, a redirect too, is a failure. Never rejects. */
async function attempt(core: Core, of: AttemptOf): Promise<void> {
  const { delivery } = of;
  const at = core.clock.wallMs();
  const jwt = signature(core, delivery, at);
  const answer = await core.http.send({
    method: 'POST',
    url: of.url,
    headers: { 'content-type': CLOUD_EVENTS_TYPE, [SIGNATURE_HEADER]: jwt },
    body: [utf8(delivery.body)],
    timeoutMs: WEBHOOK_TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
    stop: core.stop,
  });
  // Stopped by us: as if it had not been tried.
  if (core.stop.aborted) return;
  const status = answer.ok ? answer.value.status : null;
  const code = answer.ok ? null : answer.failure.code;
  const made: AttemptRow = { deliveryId: delivery.id, at, status, code };
  const begun = { ...delivery, jwt: delivery.jwt ?? jwt, firstAttemptAt: delivery.firstAttemptAt ?? at };
  const delivered = status !== null && status >= 200 && status < 300;
  const next: DeliveryRow = delivered ? { ...begun, state: 'delivered' } : failed(begun, begun.firstAttemptAt, core.clock.wallMs());
  core.store.transaction(() => core.store.deliveries.keep(next, made));
  if (delivered) core.log.info('event delivered', { eventId: delivery.eventId, type: delivery.type });
  else core.log.warn('event not delivered', { eventId: delivery.eventId, status, code, failures: next.failures });
}

function failed(delivery: DeliveryRow, firstAttemptAt: WallMs, now: WallMs): DeliveryRow {
  const firstFailureAt = delivery.firstFailureAt ?? now;
  const failures = delivery.failures + 1;
  const next = retryAt({ failures, firstAttemptAt, firstFailureAt }, now);
  const tried = { ...delivery, failures, firstFailureAt };
  return next === null ? { ...tried, state: 'given-up' } : { ...tried, nextAt: next };
}

/** Claims as the contract names them (Authentication, Webhook signature). */
function signature(core: Core, delivery: DeliveryRow, at: WallMs): string {
  if (delivery.jwt !== null && !core.switches.now().resignRetries) return delivery.jwt;
  const iat = Math.floor(at / SECOND_MS);
  return core.signer.sign({
    iss: core.issuer,
    jti: core.random.uuid(),
    body_sha256: digest(delivery.body),
    ce_type: delivery.type,
    iat,
    exp: iat + SIGNATURE_LIFE_SECONDS,
  });
}
