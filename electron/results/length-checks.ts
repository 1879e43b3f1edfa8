import type { IntegrationId } from '#shared/contract/ids.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { RelayFault } from '#shared/relay-protocol/messages.ts';
import type { RelayClient } from './relay-client.ts';

export type LengthChecks = {
  /** For a log with nothing at or after this position: whether the log ends before it. False while no check is due. */
  endsBefore(id: IntegrationId, at: { readonly epoch: string; readonly seq: number }): Promise<Result<boolean, RelayFault>>;
  /** The relay may have been away: every log is checked once more. */
  doubtAll(): void;
};

export type LengthChecksDeps = { readonly clock: Clock; readonly relay: Pick<RelayClient, 'heads'> };

/** The interval if no connection shows that the relay was restarted. */
const CHECK_EVERY_MS = 15 * MINUTE_MS;

/**
 * What was read and acknowledged is kept only for a while, so a log without events was either quiet for long, or is a restored copy that is
 * shorter than what was read. The relay's heads tell which.
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
      // An answer from before the doubt does not settle it.
      if (!ends && asked === doubts) checkedAt.set(id, clock.monotonicMs());
      return ok(ends);
    },
  };
}
