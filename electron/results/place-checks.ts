import type { IntegrationId } from '#shared/contract/ids.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { RelayFault } from '#shared/relay-protocol/relay-fault.ts';
import type { RelayClient } from './relay-client.ts';
import type { Link } from './store.ts';

export type PlaceChecks = {
  /** Whether the log is still the one that was read, as far as is to be asked now; `another` when the relay says so twice. */
  check(link: Link, stop: Stop): Promise<Result<'same' | 'another', RelayFault>>;
  /** The relay may have been away: every log is asked about once more. */
  doubtAll(): void;
};

export type PlaceChecksBy = { readonly clock: Clock; readonly relay: Pick<RelayClient, 'page' | 'heads'> };

/** Where no connection tells that the relay was restarted. */
const CHECK_EVERY_MS = 15 * MINUTE_MS;

/**
 * A relay that was restored from an older copy, by somebody who did not know of epochs, gives the numbers that we have read already to new
 * events (C39). So after each reconnection the event at our cursor is asked for and compared, whatever the relay says of its epoch.
 */
export function placeChecks({ clock, relay }: PlaceChecksBy): PlaceChecks {
  const checkedAt = new Map<IntegrationId, number>();
  const look = async ({ integrationId, cursor }: Link, stop: Stop): Promise<Result<'same' | 'another', RelayFault>> => {
    if (cursor === null || cursor.seq === 0) return ok('same');
    const page = await relay.page(integrationId, cursor.seq - 1, stop, { rows: 1, waitSeconds: 0 });
    if (!page.ok) return page;
    // Another epoch is another log by the relay's own word, and the reader deals with it.
    if (page.value.epoch !== cursor.epoch) return ok('same');
    const [first] = page.value.events;
    if (first?.seq === cursor.seq) return ok(isSame(first.eventId, cursor.eventId) ? 'same' : 'another');
    // What was there is not kept any more, but what came after it is.
    if (first !== undefined) return ok('same');
    const heads = await relay.heads();
    if (!heads.ok) return heads;
    const head = heads.value.find((one) => one.integrationId === integrationId);
    return ok(head !== undefined && head.epoch === cursor.epoch && head.seq < cursor.seq ? 'another' : 'same');
  };
  return {
    doubtAll: () => checkedAt.clear(),
    check: async (link, stop) => {
      const last = checkedAt.get(link.integrationId);
      if (last !== undefined && clock.monotonicMs() - last < CHECK_EVERY_MS) return ok('same');
      const found = await look(link, stop);
      const again = found.ok && found.value === 'another' ? await look(link, stop) : found;
      if (again.ok) checkedAt.set(link.integrationId, clock.monotonicMs());
      return again;
    },
  };
}

/** An event of before this was noted cannot be compared. */
function isSame(eventId: string, known: string | null): boolean {
  return known === null || eventId.toLowerCase() === known.toLowerCase();
}
