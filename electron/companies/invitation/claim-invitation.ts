import { base64urlnopad } from '@scure/base';
import type { AcceptFault, AcceptInvitation } from '#shared/app-api/invitation/invitation-views.ts';
import { base64urlBytes } from '#shared/lib/base64url.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { type ClaimKeys, invitationKeys, newClaimKeys, numberProof, openAnswer, openSecret } from '#shared/node/invitation-keys.ts';
import type { ClaimOutcome, ClaimRequest } from '#shared/relay-protocol/invitations.ts';
import type { InvitationDeps, LookedAt, Place } from './invitation-deps.ts';
import type { KeptClaim } from './kept-claims.ts';
import { asDevice, overView } from './look-at-invitation.ts';

/**
 * Claims the invitation, or goes on with this computer's claim of it. The claim is in the vault before it is sent, and so is the secret before
 * anything is done with it: whatever happens then, neither is lost.
 */
export async function claimInvitation(
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

export type PlainAcceptFault = Extract<AcceptFault, { isKept: boolean }>['kind'];

export function refuse(kind: PlainAcceptFault, isKept: boolean): Result<never, AcceptFault> {
  return fail({ kind, isKept });
}
