import { type LoopControl, SweepLoop } from '#shared/async/sweep-loop.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import type { Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { isGone } from './company-secrets.ts';
import type { ProveDeps, RelayProblem } from './prove.ts';
import type { CompaniesStore, Leaving } from './store.ts';

export type CompanyCleanupDeps = ProveDeps & {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: CompaniesStore;
  /** Never runs beside a connection that is being made, which could be for the very integration that is left. */
  readonly inTurn: <T>(act: () => Promise<T>) => Promise<T>;
};

export type CompanyCleanup = LoopControl;

/** A locked vault or an absent relay is retried for as long as it takes, and nobody waits for it. */
const LOOK_EVERY_MS = 15 * MINUTE_MS;

/** Removes what belonged to removed companies: their secrets in the vault, and this computer's place at the relay. */
export function createCompanyCleanup(deps: CompanyCleanupDeps): CompanyCleanup {
  const { clock, log, store, inTurn } = deps;
  return new SweepLoop({
    clock,
    look: async ({ stop }) => {
      const leave = async (): Promise<void> => {
        for (const leaving of store.leavings()) if (!stop.aborted) await leaveBehind(deps, leaving);
      };
      if (store.leavings().length > 0) await inTurn(leave);
      return LOOK_EVERY_MS;
    },
    failed: { log: (fields) => log.error('leaving a removed company broke off', fields), restMs: LOOK_EVERY_MS },
  });
}

async function leaveBehind(deps: CompanyCleanupDeps, leaving: Leaving): Promise<void> {
  const { secrets, relay, store, log } = deps;
  const { integrationId } = leaving;
  // This comes first: it needs the secret, and a device that has left may not ask for it.
  if (leaving.relay && leaving.forget && !(await forgotten(deps, integrationId))) return;
  if (leaving.secret && (await secrets.dropSecret(integrationId)).ok) store.left(integrationId, 'secret');
  if (!leaving.relay) return;
  // With no company left there is nothing to be a device for.
  const last = store.companies().length === 0 && store.leavings().filter((one) => one.relay).length === 1;
  const left = last ? await relay.leaveForGood() : await relay.leave(integrationId);
  log.info('a removed company leaves the relay', { integrationId, left: left.ok ? 'yes' : left.failure.kind });
  if (!isOver(left)) return;
  if (last && !(await secrets.dropDeviceToken()).ok) return;
  store.left(integrationId, 'relay');
}

/** The relay has deleted its data, or never will: it accepts no other secret than the one that we have, or have lost. */
async function forgotten({ secrets, relay, store, log }: CompanyCleanupDeps, integrationId: IntegrationId): Promise<boolean> {
  const secret = await secrets.secretOf(integrationId);
  if (!secret.ok && !isGone(secret.failure)) return false;
  const asked = secret.ok ? await relay.forget(integrationId, secret.value) : null;
  const deleted = asked === null ? 'secret-gone' : asked.ok ? 'yes' : asked.failure.kind;
  log.info('the relay is asked to delete what it keeps', { integrationId, deleted });
  if (asked !== null && !isOver(asked)) return false;
  store.left(integrationId, 'forget');
  return true;
}

function isOver(asked: Result<unknown, RelayProblem>): boolean {
  return asked.ok || knowsNothing(asked.failure.kind) || asked.failure.code === 'absent';
}

/** The relay no longer knows it, another computer ended it there, or there is no relay. */
function knowsNothing(kind: RelayProblem['kind']): boolean {
  switch (kind) {
    case 'not-found':
    case 'device-unknown':
    case 'sent-away':
    case 'not-set-up':
      return true;
    case 'no-device':
    case 'refused':
    case 'limited':
    case 'unreachable':
    case 'not-understood':
      return false;
    default:
      return unreachable(kind);
  }
}
