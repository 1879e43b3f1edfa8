import type { AcceptFault, AcceptInvitation } from '#shared/app-api/invitation/invitation-views.ts';
import type { InstallationFault } from '#shared/app-api/installation.ts';
import { type Company, ownsIntegration } from '#shared/domain/company.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { claimInvitation, type PlainAcceptFault, refuse } from './claim-invitation.ts';
import type { InvitationDeps, LookedAt } from './invitation-deps.ts';
import { whoseRelay } from './read-invitation.ts';
import { isOtherService, isSameService } from './service-hosts.ts';

/**
 * The person said yes to what they were shown: claims the invitation and connects the company, as if its credentials had been typed in. Everything
 * that could refuse it without the relay is asked before the claim, which uses the invitation up.
 */
export async function acceptInvitation(
  deps: InvitationDeps,
  looked: LookedAt,
  input: Omit<AcceptInvitation, 'invitationId'> & { readonly pinned: readonly string[] },
): Promise<Result<Company, AcceptFault>> {
  const { place, integrationId, hasSecret } = looked;
  const refused = refusal(deps, looked, input.pinned);
  if (refused !== null) return refuse(refused, false);
  if (!hasSecret && input.integrationSecret === undefined) return refuse('secret-needed', false);
  await deps.secretsAt(place.relayUrl).beginAnew();
  const moved = await takePlace(deps, looked);
  if (!moved.ok) return refuse(placeFault(moved.failure), false);
  const claimed = await claimInvitation(deps, looked, input);
  if (!claimed.ok) return claimed;
  const secret = hasSecret ? claimed.value.secret : input.integrationSecret;
  if (secret === null || secret === undefined) return refuse('secret-needed', true);
  const connected = await deps.connect({ name: input.name, colour: input.colour ?? null, integrationId, integrationSecret: secret });
  if (!connected.ok) return fail({ ...connected.failure, isKept: true });
  const forgotten = await deps.claims.drop(place.link);
  if (!forgotten.ok) deps.log.warn('a claim that has served stays in the vault', { fault: forgotten.failure.kind });
  return ok(connected.value);
}

type Refusal = 'already-connected' | 'other-relay' | 'other-service';

/** Why it cannot be accepted, whatever the relay says: companies may have been connected since the person was asked. */
function refusal(deps: InvitationDeps, looked: LookedAt, pinned: readonly string[]): Refusal | null {
  const companies = deps.store.companies();
  const { relayUrl } = deps.settings.get();
  const { place, integrationId } = looked;
  if (companies.some((one) => ownsIntegration(one, integrationId))) return 'already-connected';
  if (companies.length === 0) return null;
  if (whoseRelay(place, { relayUrl, hasCompanies: true, pinned }) !== 'own') return 'other-relay';
  return isOtherService(deps, looked.service) ? 'other-service' : null;
}

/** Sets relay and service, which only a profile without companies lacks or may change by an invitation. */
async function takePlace(deps: InvitationDeps, { place, service }: LookedAt): Promise<Result<unknown, InstallationFault>> {
  const before = deps.settings.get();
  const isThere = before.relayUrl === place.relayUrl && before.service !== null && isSameService(before.service, service);
  return isThere ? ok(null) : deps.changePlace({ relayUrl: place.relayUrl, service });
}

function placeFault({ kind }: InstallationFault): PlainAcceptFault {
  return kind === 'secrets-wanted' ? 'own-credentials-kept' : kind;
}
