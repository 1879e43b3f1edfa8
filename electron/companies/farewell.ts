import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import type { ProveDeps } from './prove.ts';
import type { CompaniesStore, Leaving } from './store.ts';

export type FarewellDeps = ProveDeps & {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: CompaniesStore;
  /** Never beside a connection that is being made: it could be of the very integration that is left. */
  readonly inTurn: <T>(act: () => Promise<T>) => Promise<T>;
};

export type Farewell = { start(): void; close(): Promise<void>; lookAgain(): void };

/** A vault that is locked, a relay that is away: tried again for as long as it takes, and nobody waits for it. */
const LOOK_EVERY_MS = 15 * MINUTE_MS;

/** Leaves behind what belonged to removed companies: their secrets in the vault, and this computer's place at the relay. */
export function createFarewell(deps: FarewellDeps): Farewell {
  const { clock, log, store, inTurn } = deps;
  const stop = new AbortController();
  let alarm = new AbortController();
  let loop: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    for (const leaving of store.leavings()) if (!stop.signal.aborted) await leave(deps, leaving);
  };
  const looks = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      alarm = new AbortController();
      try {
        if (store.leavings().length > 0) await inTurn(look);
      } catch (error) {
        // A full disk under the journal, or a bug: the next look tries again.
        log.error('leaving a removed company broke off', { name: error instanceof Error ? error.name : 'unknown' });
      }
      if (!stop.signal.aborted) await clock.sleep(LOOK_EVERY_MS, alarm.signal);
    }
  };
  return {
    start: () => {
      loop = looks();
    },
    close: async () => {
      stop.abort();
      alarm.abort();
      await loop;
    },
    lookAgain: () => alarm.abort(),
  };
}

async function leave({ secrets, relay, store, log }: FarewellDeps, leaving: Leaving): Promise<void> {
  const { integrationId } = leaving;
  if (leaving.secret && (await secrets.dropSecret(integrationId)).ok) store.left(integrationId, 'secret');
  if (!leaving.relay) return;
  // With no company left there is nothing to be a device for.
  const last = store.companies().length === 0 && store.leavings().filter((one) => one.relay).length === 1;
  const left = last ? await relay.leaveForGood() : await relay.leave(integrationId);
  const isGone = left.ok || GONE.has(left.failure.kind) || left.failure.code === 'absent';
  log.info('a removed company leaves the relay', { integrationId, left: left.ok ? 'yes' : left.failure.kind });
  if (!isGone) return;
  if (last && !(await secrets.dropDeviceToken()).ok) return;
  store.left(integrationId, 'relay');
}

/** The relay knows nothing of it any more, or there is none. */
const GONE: ReadonlySet<string> = new Set(['not-found', 'device-unknown', 'not-set-up']);
