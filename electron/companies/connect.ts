import type { ConnectFault } from '#shared/app-api/faults.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import type { ConnectionCheck } from '#shared/domain/connection.ts';
import type { CompanyId, IntegrationCredentials } from '#shared/domain/ids.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { retryPatiently } from './retry-patiently.ts';
import { ensureDevice, ofRelay, type ProveDeps } from './prove.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { CompaniesStore } from './store.ts';

export type Check = (of: { integrationId: IntegrationId; secret: string }) => Promise<ConnectionCheck>;

export type ConnectDeps = ProveDeps & {
  readonly check: Check;
  /** Whether service and relay are set. */
  readonly ready: () => boolean;
};

/** The code by which the source of tokens says that this device has proved nothing yet. */
const NOT_PROVED = 'not-proved';

/** What a header may contain: a pasted text with anything else is not the secret. */
const SECRET = /^[\x21-\x7e]{1,500}$/;

/**
 * Verifies a pasted pair before anything is written: the relay knows the device, the token is good, the integration is valid, and the
 * secret is right (by the relay's proof, since the service's status route need not check it). Returns the secret as it is to be stored.
 */
export async function makeSure(deps: ConnectDeps, pasted: IntegrationCredentials): Promise<Result<string, ConnectFault>> {
  const { integrationId } = pasted;
  const secret = pasted.integrationSecret.trim();
  if (!deps.ready()) return fail({ kind: 'not-set-up' });
  if (!SECRET.test(secret)) return fail({ kind: 'wrong-secret' });
  const device = await ensureDevice(deps, 'absent');
  if (!device.ok) return device;
  const first = await checkAndProve(deps, { integrationId, secret });
  if (first !== 'device-unknown') return first.ok ? ok(secret) : first;
  // The relay has forgotten this device, or somebody removed it: a user who has the secret may enrol it again.
  const anew = await ensureDevice(deps, 'anew');
  if (!anew.ok) return anew;
  const second = await checkAndProve(deps, { integrationId, secret });
  if (second === 'device-unknown') return fail({ kind: 'relay-refused' });
  return second.ok ? ok(secret) : second;
}

type Pair = { readonly integrationId: IntegrationId; readonly secret: string };

async function checkAndProve(deps: ConnectDeps, pair: Pair): Promise<Result<null, ConnectFault> | 'device-unknown'> {
  const checked = await deps.check(pair);
  if (checked.kind === 'unknown' && checked.code === 'device-unknown') return 'device-unknown';
  // A relay gives its service token only to devices that have proved an integration, so the first integration is proved before it is checked.
  const first = checked.kind === 'unknown' && checked.code === NOT_PROVED;
  const fault = first ? null : faultOf(checked);
  if (fault !== null) return fail(fault);
  const proved = await retryPatiently(deps.clock, () => deps.relay.prove(pair.integrationId, pair.secret));
  if (!proved.ok) return proved.failure.kind === 'device-unknown' ? 'device-unknown' : fail(ofRelay(proved.failure, deps.clock));
  const still = first ? faultOf(await deps.check(pair)) : null;
  return still === null ? ok(null) : fail(still);
}

function faultOf(checked: ConnectionCheck): ConnectFault | null {
  switch (checked.kind) {
    case 'valid':
      return null;
    case 'partner':
    case 'own-credentials':
      return { kind: checked.kind };
    case 'invalid':
      // 401 without a reason, for a pair that a user has just pasted: most often only part of the secret was selected.
      return { kind: checked.status === 401 && checked.reason === null ? 'wrong-secret' : 'not-valid' };
    case 'unknown':
      return { kind: checked.where === 'relay' ? 'relay-unreachable' : 'service-unreachable' };
    default:
      return unreachable(checked);
  }
}

type ReconnectedDeps = { readonly clock: Clock; readonly store: Pick<CompaniesStore, 'prepareReconnect' | 'reconnect'> };

/** Makes `integrationId` the company's current one; null if there is no such company, or the integration is another company's. */
export async function reconnected(
  { clock, store }: ReconnectedDeps,
  companyId: CompanyId,
  integrationId: IntegrationId,
): Promise<Company | null> {
  // A hundred thousand documents take seconds: everything else goes on between two pages.
  while (store.prepareReconnect(companyId, integrationId)) await clock.sleep(0);
  return store.reconnect(companyId, integrationId, clock.wallMs());
}
