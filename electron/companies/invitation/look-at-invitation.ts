import { type ConnectFault, isCredentialFault, type RelayCallFault } from '#shared/app-api/faults.ts';
import type { InvitationView, LookFault, OpenInvitationView, OverInvitationView } from '#shared/app-api/invitation/invitation-views.ts';
import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import { ownsIntegration } from '#shared/domain/company.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { OverInvitation } from '#shared/relay-protocol/invitations.ts';
import type { ShownPartner } from '#shared/relay-protocol/partner.ts';
import { deviceNameOf, ensureDevice, ofRelay, type RelayProblem } from '../prove.ts';
import { retryPatiently } from '../retry-patiently.ts';
import type { InvitationDeps, LookedAt, Place } from './invitation-deps.ts';
import type { KeptClaim } from './kept-claims.ts';
import { isConfirmed, isOtherService, serviceHosts } from './read-invitation.ts';

/** What the relay tells, with the question that the user is asked about it. */
export type Looked = { readonly view: InvitationView; readonly at: LookedAt | null };

/**
 * Asks the relay what an invitation is for, which changes nothing there. Before that, nothing is sent to a relay that is neither this profile's
 * nor known to this build, unless the user typed its domain. A claim of this computer is gone on with, whatever the relay says of it.
 */
export async function lookAtInvitation(deps: InvitationDeps, place: Place, typed: string | undefined): Promise<Result<Looked, LookFault>> {
  const begun = await deps.claims.of(place.link);
  if (!begun.ok) return begun;
  if (begun.value !== null) return questionOf(deps, place, { ...begun.value, begun: begun.value, partner: null });
  if (place.relay === 'other' && !isConfirmed(place.host, typed)) return fail({ kind: 'relay-not-confirmed' });
  const answer = await asDevice(deps, place, () => deps.relayAt(place.relayUrl).look(place.find));
  if (!answer.ok) return answer;
  if (answer.value.state === 'open') {
    const partner = await deps.relayAt(place.relayUrl).partner();
    return questionOf(deps, place, { ...answer.value, begun: null, partner });
  }
  return ok({ view: await overView(deps, place, answer.value), at: null });
}

/** `unknown`: the relay has no such invitation. */
export type AskFault = {
  readonly kind: 'unknown' | RelayCallFault;
  readonly againAt?: WallMs | undefined;
};

/** Makes a request as a device of the relay, which is enrolled there if it is none yet, or none any longer. */
export async function asDevice<T>(
  deps: InvitationDeps,
  { relayUrl }: Pick<Place, 'relayUrl'>,
  ask: () => Promise<Result<T, RelayProblem>>,
): Promise<Result<T, AskFault>> {
  const of = { clock: deps.clock, relay: deps.relayAt(relayUrl), secrets: deps.secretsAt(relayUrl), deviceName: deps.deviceName };
  for (const when of ['absent', 'anew'] as const) {
    const device = await ensureDevice(of, when);
    if (!device.ok) return fail(askFaultOf(device.failure));
    const answer = await retryPatiently(deps.clock, ask);
    if (answer.ok) return answer;
    if (answer.failure.kind === 'device-unknown' && when === 'absent') continue;
    return fail(answer.failure.kind === 'not-found' ? { kind: 'unknown' } : askFaultOf(ofRelay(answer.failure, deps.clock)));
  }
  return fail({ kind: 'relay-refused' });
}

function askFaultOf({ kind, ...rest }: ConnectFault): AskFault {
  return { kind: isCredentialFault(kind) ? 'relay-refused' : kind, ...rest };
}

type Told = Pick<KeptClaim, 'integrationId' | 'company' | 'accountant' | 'hasSecret'> & {
  readonly service: ServiceProfile;
  readonly begun: KeptClaim | null;
  readonly partner: ShownPartner | null;
};

function questionOf(deps: InvitationDeps, place: Place, told: Told): Result<Looked, LookFault> {
  const { integrationId, company, accountant, service, hasSecret, begun, partner } = told;
  const hosts = serviceHosts(service);
  if (hosts === null) return fail({ kind: 'unsafe-service' });
  const companies = deps.store.companies();
  if (isOtherService(deps, service)) return fail({ kind: 'other-service' });
  const owner = companies.find((one) => ownsIntegration(one, integrationId));
  const view: OpenInvitationView = {
    state: 'open',
    invitationId: deps.random.uuid(),
    integrationId,
    company,
    accountant,
    relayHost: place.host,
    partner,
    serviceHosts: hosts,
    hasSecret,
    connectedAs: owner?.name ?? null,
    isKnownName: company !== null && companies.some(({ name }) => isSameName(name, company)),
    begun: begun === null ? null : begun.secret === null ? 'claimed' : 'secret',
  };
  return ok({ view, at: { place, integrationId, company, accountant, service, hasSecret } });
}

/** As a user reads it: without regard to case, accents and spaces at the ends. */
function isSameName(one: string, other: string): boolean {
  return one.trim().localeCompare(other.trim(), undefined, { sensitivity: 'base' }) === 0;
}

type OverDeps = Pick<InvitationDeps, 'deviceName' | 'sent'>;

/** Who used it is told by the key of the claim: a name is what a computer calls itself, and only a hint. */
export async function overView(deps: OverDeps, { find }: Pick<Place, 'find'>, over: OverInvitation): Promise<OverInvitationView> {
  const at = wallMs(over.at);
  if (over.state === 'ended') return { state: 'ended', why: over.why, at };
  const by = deviceNameOf(over.by);
  const isOwn = await deps.sent.isOwn({ find, key: over.key });
  const isNamesake = isSameName(by, deviceNameOf(deps.deviceName()));
  return { state: 'spent', at, by, who: isOwn ? 'here' : isNamesake ? 'namesake' : 'other' };
}
