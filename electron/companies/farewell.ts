import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import type { Result } from '#shared/lib/result.ts';
import type { ProveDeps, RelayProblem } from './prove.ts';
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

async function leave(deps: FarewellDeps, leaving: Leaving): Promise<void> {
  const { secrets, relay, store, log } = deps;
  const { integrationId } = leaving;
  if (leaving.secret && (await secrets.dropSecret(integrationId)).ok) store.left(integrationId, 'secret');
  if (!leaving.relay) return;
  // First, since who has left may not ask it.
  if (leaving.forget && !(await forgotten(deps, integrationId))) return;
  // With no company left there is nothing to be a device for.
  const last = store.companies().length === 0 && store.leavings().filter((one) => one.relay).length === 1;
  const left = last ? await relay.leaveForGood() : await relay.leave(integrationId);
  log.info('a removed company leaves the relay', { integrationId, left: left.ok ? 'yes' : left.failure.kind });
  if (!isGone(left)) return;
  if (last && !(await secrets.dropDeviceToken()).ok) return;
  store.left(integrationId, 'relay');
}

async function forgotten({ relay, store, log }: FarewellDeps, integrationId: IntegrationId): Promise<boolean> {
  const asked = await relay.forget(integrationId);
  log.info('the relay is asked to delete what it keeps', { integrationId, deleted: asked.ok ? 'yes' : asked.failure.kind });
  if (!isGone(asked)) return false;
  store.left(integrationId, 'forget');
  return true;
}

function isGone(asked: Result<unknown, RelayProblem>): boolean {
  return asked.ok || GONE.has(asked.failure.kind) || asked.failure.code === 'absent';
}

/** The relay knows nothing of it any more, or there is none. */
const GONE: ReadonlySet<string> = new Set(['not-found', 'device-unknown', 'not-set-up']);
