import type { ComputersFault } from '#shared/app-api/faults.ts';
import type { ComputersView } from '#shared/app-api/views.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { type CompanySecrets, isGone } from './company-secrets.ts';
import type { RelayDoor, RelayProblem } from './prove.ts';

/** The computers that read a company's results, as the relay knows them. */
export async function fetchComputers(relay: RelayDoor, integrationId: IntegrationId): Promise<Result<ComputersView, ComputersFault>> {
  const known = await relay.devices(integrationId);
  if (!known.ok) return fail(faultOf(known.failure));
  const { here, devices } = known.value;
  return ok({
    computers: devices.map(({ deviceId, name, createdAt }) => ({ deviceId, name, since: wallMs(createdAt), here: deviceId === here })),
  });
}

export type SendAwayDeps = { readonly relay: RelayDoor; readonly secrets: Pick<CompanySecrets, 'secretOf'> };

/** Ends the access of one of them to this company's results: it was sold, lost or stolen. The relay requires the secret, which the vault has. */
export async function sendAway(
  { relay, secrets }: SendAwayDeps,
  integrationId: IntegrationId,
  deviceId: string,
): Promise<Result<ComputersView, ComputersFault>> {
  const secret = await secrets.secretOf(integrationId);
  // Without the secret the relay shows nothing either, until the company is connected again; a locked vault has no token for it now.
  if (!secret.ok) return fail({ kind: isGone(secret.failure) ? 'not-found' : 'relay-unreachable' });
  const gone = await relay.sendAway(integrationId, deviceId, secret.value);
  return gone.ok ? fetchComputers(relay, integrationId) : fail(faultOf(gone.failure));
}

/** The relay answers "not found" for everything that it does not show: no such computer, or this one may not ask. */
function faultOf({ kind }: RelayProblem): ComputersFault {
  switch (kind) {
    case 'not-found':
    case 'refused':
    case 'device-unknown':
    case 'sent-away':
      return { kind: 'not-found' };
    case 'not-set-up':
    case 'no-device':
    case 'limited':
    case 'unreachable':
    case 'not-understood':
      return { kind: 'relay-unreachable' };
    default:
      return unreachable(kind);
  }
}
