import type { IntegrationId } from '#shared/contract/ids.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { RelayFault } from '#shared/relay-protocol/relay-fault.ts';
import type { RelayClient } from './relay-client.ts';

export type LengthChecks = {
  /** Of a log that has nothing at this place nor behind it: whether it ends before it, as far as is to be asked now. */
  endsBefore(id: IntegrationId, at: { readonly epoch: string; readonly seq: number }): Promise<Result<boolean, RelayFault>>;
  /** The relay may have been away: every log is asked about once more. */
  doubtAll(): void;
};

export type LengthChecksDeps = { readonly clock: Clock; readonly relay: Pick<RelayClient, 'heads'> };

/** Where no connection tells that the relay was restarted. */
const CHECK_EVERY_MS = 15 * MINUTE_MS;

/**
 * What was read and acknowledged is kept for a while only, so a log of which nothing comes is either one that was quiet for long, or a
 * restored copy that is shorter than what was read. The relay's heads tell which.
 */
export function lengthChecks({ clock, relay }: LengthChecksDeps): LengthChecks {
  const checkedAt = new Map<IntegrationId, number>();
  let doubts = 0;
  return {
    doubtAll: () => {
      doubts += 1;
      checkedAt.clear();
    },
    endsBefore: async (id, { epoch, seq }) => {
      const last = checkedAt.get(id);
      if (last !== undefined && clock.monotonicMs() - last < CHECK_EVERY_MS) return ok(false);
      const asked = doubts;
      const heads = await relay.heads();
      if (!heads.ok) return heads;
      const head = heads.value.find((one) => one.integrationId === id);
      const ends = head !== undefined && head.epoch === epoch && head.seq < seq;
      // An answer from before the doubt does not end it.
      if (!ends && asked === doubts) checkedAt.set(id, clock.monotonicMs());
      return ok(ends);
    },
  };
}
