import type { EventId } from '#shared/contract/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { Core } from '../core.ts';
import type { DeliveryRow } from '../store/delivery-rows.ts';
import { attempt } from './attempt.ts';

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
