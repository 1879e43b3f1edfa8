import { base64urlnopad } from '@scure/base';
import { Mutex } from '#shared/async/semaphore.ts';
import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { AcceptFault, AcceptInvitation, ReadInvitationFault } from '#shared/app-api/invitation/invitation-views.ts';
import { parseInvitationLink } from '#shared/domain/invitation/invitation.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type ClaimKeys, invitationKeys, newClaimKeys, numberProof, openAnswer, openSecret } from '#shared/node/invitation-keys.ts';
import type { InvitationDeps, LookedAt, Place } from './invitation-deps.ts';
import { asDevice, lookAtInvitation, overView } from './look-at-invitation.ts';
import { isConfirmed, isOtherService, isSameService, type KnownRelays, readInvitation, whoseRelay } from './read-invitation.ts';
import type { InstallationFault } from '#shared/app-api/installation.ts';
import { type Company, ownsIntegration } from '#shared/domain/company.ts';
import { base64urlBytes } from '#shared/lib/bytes.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { ClaimOutcome, ClaimRequest } from '#shared/relay-protocol/invitations.ts';
import type { KeptClaim } from './kept-claims.ts';

/** An invitation that reached Intray from outside the window: by a link, or by a file that was opened. */
export type ArrivedInvitations = Pick<AppHandlers['invitations'], 'arrived' | 'dismiss'>;

export type InvitationHandlersDeps = InvitationDeps & {
  /** Origins of relays that this build knows. */
  readonly pinned: readonly string[];
  readonly arrived: ArrivedInvitations;
};

/** Questions that are open at once: one in each window. */
const LOOKED_MAX = 8;

/** Opens invitations. The engine enforces each of the rules here, whoever calls: window, command line or another program. */
export function invitationHandlers(deps: InvitationHandlersDeps): AppHandlers['invitations'] {
  const looked = new Map<string, LookedAt>();
  const turns = new Mutex();
  return {
    read: ({ text }) => readInvitation(text, knownOf(deps)),
    look: async ({ link, relayHost }) => {
      const place = placeOf(deps, link);
      if (!place.ok) return place;
      const found = await lookAtInvitation(deps, place.value, relayHost);
      if (!found.ok) return found;
      const { view, at } = found.value;
      if (view.state === 'open' && at !== null) remember(looked, view.invitationId, at);
      return ok(view);
    },
    accept: async ({ invitationId, ...input }) => {
      const at = looked.get(invitationId);
      if (at === undefined) return fail({ kind: 'look-again', isKept: false });
      return turns.run(() => acceptInvitation(deps, at, { ...input, pinned: deps.pinned }));
    },
    partner: async () => ({ partner: await deps.partner() }),
    undo: async ({ link, relayHost }) => {
      const place = placeOf(deps, link);
      if (!place.ok) return place;
      if (place.value.relay === 'other' && !isConfirmed(place.value.host, relayHost)) return fail({ kind: 'relay-not-confirmed' });
      const { relayUrl, find } = place.value;
      const undone = await asDevice(deps, place.value, () => deps.relayAt(relayUrl).undo(find));
      const outcome = undone.ok ? undone.value : undone.failure;
      deps.log.info('an invitation was to be undone', { outcome: outcome.kind });
      if (outcome.kind === 'undone') return ok({ secretGivenOut: outcome.secretGivenOut });
      if (outcome.kind === 'over') return fail({ kind: 'over', over: await overView(deps, place.value, outcome.over) });
      return fail(outcome.kind === 'not-claimed' ? { kind: 'not-used' } : outcome);
    },
    begun: async () => {
      const all = await deps.claims.all();
      // A vault that does not open says so itself, in the overview.
      const claims = all.ok ? all.value : [];
      return claims.map(({ link, company, claimedAt }) => ({
        link,
        relayHost: parseInvitationLink(link)?.host ?? '',
        company,
        claimedAt,
      }));
    },
    ...deps.arrived,
  };
}

/** The link again, by the rules as they are now: companies may have been connected or removed since it was read. */
function placeOf(deps: InvitationHandlersDeps, text: string): Result<Place, ReadInvitationFault> {
  const read = readInvitation(text, knownOf(deps));
  if (!read.ok) return read;
  const { link, relay } = read.value;
  const parsed = parseInvitationLink(link);
  if (parsed === null) return fail({ kind: 'damaged' });
  const { relayUrl } = deps.settings.get();
  const find = base64urlnopad.encode(invitationKeys(parsed.code).find);
  return ok({ ...parsed, find, link, relay, relayUrl: relay === 'own' && relayUrl !== null ? relayUrl : parsed.relayUrl });
}

function knownOf({ settings, store, pinned }: InvitationHandlersDeps): KnownRelays {
  return { relayUrl: settings.get().relayUrl, hasCompanies: store.companies().length > 0, pinned };
}

function remember(looked: Map<string, LookedAt>, invitationId: string, at: LookedAt): void {
  looked.set(invitationId, at);
  const [oldest] = looked.keys();
  if (looked.size > LOOKED_MAX && oldest !== undefined) looked.delete(oldest);
}

/**
 * The user said yes to what they were shown: claims the invitation and connects the company, as if its credentials had been typed in. Everything
 * that could refuse it without the relay is asked before the claim, which uses the invitation up.
 */
async function acceptInvitation(
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

/** Why it cannot be accepted, whatever the relay says: companies may have been connected since the user was asked. */
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

/**
 * Claims the invitation, or goes on with this computer's claim of it. The claim is in the vault before it is sent, and so is the secret before
 * anything is done with it: whatever happens then, neither is lost.
 */
async function claimInvitation(
  deps: InvitationDeps,
  looked: LookedAt,
  { number }: Pick<AcceptInvitation, 'number'>,
): Promise<Result<KeptClaim, AcceptFault>> {
  const { place, hasSecret } = looked;
  const begun = await deps.claims.of(place.link);
  if (!begun.ok) return refuse(begun.failure.kind, false);
  if (begun.value?.isClaimed === true) return ok(begun.value);
  const { number: numberKey } = invitationKeys(place.code);
  const proof = number === undefined ? (begun.value?.number ?? null) : base64urlnopad.encode(numberProof(numberKey, number));
  if (hasSecret && proof === null) return refuse('number-needed', false);
  // The relay gives the same answer once more, but only to the same key.
  const keys = (begun.value === null ? null : keysOf(begun.value)) ?? newClaimKeys(deps.random);
  const sent = claimOf(deps, looked, { keys, number: hasSecret ? proof : null });
  const kept = await keep(deps, place, sent);
  if (!kept.ok) return refuse(kept.failure.kind, false);
  const request: ClaimRequest = {
    find: place.find,
    key: sent.publicKey,
    ...(sent.number === null ? {} : { number: sent.number }),
  };
  const said = await asDevice(deps, place, () => deps.relayAt(place.relayUrl).claim(request));
  if (said.ok) return conclude(deps, looked, { sent, said: said.value });
  // The relay does not know it, so it has given nothing out. After every other fault it may have.
  return said.failure.kind === 'unknown'
    ? dropped(deps, place.link, { kind: 'unknown', isKept: false })
    : fail({ ...said.failure, isKept: true });
}

type Answered = { readonly sent: KeptClaim; readonly said: ClaimOutcome };

async function conclude(deps: InvitationDeps, looked: LookedAt, { sent, said }: Answered): Promise<Result<KeptClaim, AcceptFault>> {
  const { place } = looked;
  const { link } = place;
  switch (said.kind) {
    case 'over':
      return dropped(deps, link, { kind: 'over', over: await overView(deps, place, said.over) });
    case 'number':
      return dropped(
        deps,
        link,
        said.code === 'wrong-number' ? { kind: 'wrong-number', left: said.left } : { kind: 'number-needed', isKept: false },
      );
    case 'claimed': {
      const secret = secretIn(said, sent, looked);
      const isAsShown = said.integrationId === looked.integrationId && (secret !== null) === looked.hasSecret;
      if (!isAsShown) return dropped(deps, link, { kind: 'unreadable', isKept: false });
      const claimed: KeptClaim = { ...sent, isClaimed: true, secret };
      const kept = await keep(deps, place, claimed);
      deps.log.info('an invitation was claimed', { integrationId: looked.integrationId, secret: secret !== null });
      return kept.ok ? ok(claimed) : refuse(kept.failure.kind, true);
    }
    default:
      return unreachable(said);
  }
}

/** The claim itself first: it may hold a secret that nobody can ask for again. */
async function keep(deps: InvitationDeps, { find }: Place, claim: KeptClaim): ReturnType<InvitationDeps['claims']['keep']> {
  const kept = await deps.claims.keep(claim);
  return kept.ok ? deps.sent.note({ find, key: claim.publicKey, isClaimed: claim.isClaimed }) : kept;
}

function secretIn(
  { sealed }: Extract<ClaimOutcome, { kind: 'claimed' }>,
  sent: KeptClaim,
  { place, integrationId }: LookedAt,
): string | null {
  const keys = keysOf(sent);
  if (sealed === null || keys === null) return null;
  const deposit = openAnswer(sealed, keys);
  return deposit === null ? null : openSecret(deposit, { sealKey: invitationKeys(place.code).seal, integrationId });
}

type Made = { readonly keys: ClaimKeys; readonly number: string | null };

function claimOf(deps: InvitationDeps, { place, ...shown }: LookedAt, { keys, number }: Made): KeptClaim {
  const [publicKey, privateKey] = [base64urlnopad.encode(keys.publicKey), base64urlnopad.encode(keys.privateKey)];
  return { ...shown, link: place.link, claimedAt: deps.clock.wallMs(), publicKey, privateKey, number, isClaimed: false, secret: null };
}

function keysOf({ publicKey, privateKey }: KeptClaim): ClaimKeys | null {
  const [shared, own] = [base64urlBytes(publicKey), base64urlBytes(privateKey)];
  return shared === null || own === null ? null : { publicKey: shared, privateKey: own };
}

async function dropped(deps: InvitationDeps, link: string, fault: AcceptFault): Promise<Result<never, AcceptFault>> {
  // A vault that has been locked since keeps a claim of no use, which is forgotten after the relay's ten minutes.
  await deps.claims.drop(link);
  return fail(fault);
}

type PlainAcceptFault = Extract<AcceptFault, { isKept: boolean }>['kind'];

function refuse(kind: PlainAcceptFault, isKept: boolean): Result<never, AcceptFault> {
  return fail({ kind, isKept });
}
