import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { base64urlBytes, hex } from '#shared/lib/bytes.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { isClaimKey, sealAnswer } from '#shared/node/invitation-keys.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import {
  type ClaimAnswer,
  claimRequestSchema,
  type LookAnswer,
  lookRequestSchema,
  type OverInvitation,
} from '#shared/relay-protocol/invitations.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import type { DeviceEnv, RelayCore } from '../relay-core.ts';
import { addressOf } from '../http/caller-address.ts';
import { limited, rateLimit } from '../http/limited.ts';
import { notFound, problem } from '../http/problem.ts';
import { readJson } from '../http/read-body.ts';
import type { Claimed, StoredInvitation, Undone } from '../store/invitations/invitation-store.ts';

/** A user opens one invitation, with two or three requests; thirty computers of an office may do so at once. */
const REQUESTS_OF_DEVICE = { burst: 20, perMinute: 6 };
const REQUESTS_OF_ADDRESS = { burst: 120, perMinute: 30 };
const NO_STORE = { 'cache-control': 'no-store' };

type Asked<T> = { readonly wanted: T; readonly address: string; readonly deviceId: string };

/**
 * What a device may do with the code of an invitation: look at it, claim it, undo the claim. The code itself never gets here, only what is derived
 * from it. None of this gives access to a log: that takes a proof, as always.
 */
export function invitationRoutes(core: RelayCore): Hono<DeviceEnv> {
  const asked = askedWithinLimits(core);
  const unknown = ({ address, deviceId }: Asked<unknown>): Response => {
    core.metrics.invitations.inc({ happening: 'unknown' });
    core.refusals.note({ what: 'invitation', code: 'unknown', address, ids: { deviceId } });
    return notFound();
  };

  return new Hono<DeviceEnv>()
    .post(RELAY_PATHS.invitationLook, async (context) => {
      const look = await asked(context, lookRequestSchema);
      if (!look.ok) return look.failure;
      const found = await core.store.invitation(digestOf(look.value.wanted.find), core.clock.wallMs());
      return found === null ? unknown(look.value) : Response.json(lookAnswer(core, found), { headers: NO_STORE });
    })
    .post(RELAY_PATHS.invitationClaim, async (context) => {
      const claim = await asked(context, claimRequestSchema);
      if (!claim.ok) return claim.failure;
      const { find, key, number } = claim.value.wanted;
      const claimKey = base64urlBytes(key);
      if (claimKey === null || !isClaimKey(claimKey)) return badKey();
      const claimed = await core.store.claimInvitation({
        findDigest: digestOf(find),
        device: context.get('device'),
        key,
        numberDigest: number === undefined ? null : digestOf(number),
        at: core.clock.wallMs(),
      });
      if (claimed.kind === 'unknown') return unknown(claim.value);
      return claimAnswer(core, { claimed, claimKey, ...claim.value });
    })
    .post(RELAY_PATHS.invitationUndo, async (context) => {
      const undo = await asked(context, lookRequestSchema);
      if (!undo.ok) return undo.failure;
      const { wanted, deviceId } = undo.value;
      const undone = await core.store.undoInvitation({ findDigest: digestOf(wanted.find), by: deviceId, at: core.clock.wallMs() });
      return undone.kind === 'unknown' ? unknown(undo.value) : undoAnswer(core, { undone, ...undo.value });
    });
}

type ReadAsked = <T>(context: Context<DeviceEnv>, schema: z.ZodType<T>) => Promise<Result<Asked<T>, Response>>;

/** Reads a request, if device and address are within their limits. */
function askedWithinLimits(core: RelayCore): ReadAsked {
  const ofDevice = rateLimit(core.clock, REQUESTS_OF_DEVICE);
  const ofAddress = rateLimit(core.clock, REQUESTS_OF_ADDRESS);
  return async (context, schema) => {
    const wanted = await readJson(context.req.raw, schema);
    if (!wanted.ok) return wanted;
    const { deviceId } = context.get('device');
    const address = addressOf(context, core.config);
    const waitMs = ofAddress(address) || ofDevice(deviceId);
    if (waitMs > 0) return fail(limited(core, { what: 'invitation', waitMs, address }));
    return ok({ wanted: wanted.value, address, deviceId });
  };
}

type UndoneBy = Asked<unknown> & { readonly undone: Exclude<Undone, { readonly kind: 'unknown' }> };

function undoAnswer(core: RelayCore, { undone, address, deviceId }: UndoneBy): Response {
  if (undone.kind === 'open') return notClaimed();
  if (undone.kind === 'over') return overProblem(undone.invitation);
  const { invitation, unlinked } = undone;
  const { invitationId, integrationId, claim, hasSecret } = invitation;
  if (unlinked && claim !== null) core.pubSub.publish({ kind: 'links', deviceId: claim.deviceId });
  core.metrics.invitations.inc({ happening: 'undone' });
  const ended = claim?.deviceId ?? '';
  core.log.warn('invitation undone', { invitationId, integrationId, by: deviceId, ended, unlinked, from: core.hashOf(address) });
  return Response.json({ integrationId, secretGivenOut: hasSecret }, { headers: NO_STORE });
}

type ClaimedBy = Asked<unknown> & { readonly claimed: Exclude<Claimed, { readonly kind: 'unknown' }>; readonly claimKey: Uint8Array };

function claimAnswer(core: RelayCore, { claimed, claimKey, address, deviceId }: ClaimedBy): Response {
  const { invitationId, integrationId } = claimed.invitation;
  const ids = { invitationId, integrationId, deviceId };
  switch (claimed.kind) {
    case 'claimed': {
      core.metrics.invitations.inc({ happening: claimed.isRepeated ? 'repeated' : 'claimed' });
      core.log.info('invitation claimed', { ...ids, isRepeated: claimed.isRepeated, from: core.hashOf(address) });
      const sealed = claimed.deposit === null ? null : sealAnswer(claimed.deposit, claimKey, core.random);
      const answer: ClaimAnswer = { integrationId, sealed };
      return Response.json(answer, { headers: NO_STORE });
    }
    case 'wrong-number':
    case 'number-needed': {
      const happening = claimed.kind === 'wrong-number' ? 'wrong_number' : 'number_needed';
      core.metrics.invitations.inc({ happening });
      core.refusals.note({ what: 'invitation', code: claimed.kind, address, ids });
      return numberProblem(claimed.kind, claimed.left);
    }
    case 'over':
      core.metrics.invitations.inc({ happening: 'over' });
      core.refusals.note({ what: 'invitation', code: 'over', address, ids });
      return overProblem(claimed.invitation);
    default:
      return unreachable(claimed);
  }
}

function lookAnswer({ config }: RelayCore, invitation: StoredInvitation): LookAnswer {
  if (invitation.ended !== null) return overInvitation(invitation);
  const { integrationId, company, accountant, hasSecret, expiresAt } = invitation;
  const { baseUrl, authUrl, jwksUrl, issuer, scope, apiKeyHeader, signatureHeader } = config;
  const service = { baseUrl, authUrl, jwksUrl, issuer, scope, apiKeyHeader, signatureHeader };
  return { state: 'open', integrationId, company, accountant, service, hasSecret, expiresAt };
}

/** What the store keeps of something that only the code's holder can compute. 256 random bits need no salt and no slow hash. */
function digestOf(base64url: string): string {
  return hex(nodeSha256([base64urlBytes(base64url) ?? new Uint8Array()]));
}

function badKey(): Response {
  return problem({ status: 422, code: 'claim-key', detail: 'Nothing can be encrypted to this key: make another.' });
}

const DETAILS = {
  spent: 'Another computer, or another program on this one, has used it.',
  ended: 'It has ended and cannot be used any more.',
  'wrong-number': 'Not the number that belongs to it.',
  'number-needed': 'It takes the number that was told by another channel.',
} as const;

/** How an invitation that is no longer open is told. */
function overInvitation({ claim, ended }: StoredInvitation): OverInvitation {
  if (ended === null) throw new Error('the invitation is open');
  const { at, why } = ended;
  if (why !== 'claimed') return { state: 'ended', why, at };
  return { state: 'spent', at, by: claim?.name ?? '', ...(claim === null ? {} : { key: claim.key }) };
}

/** 409: a claim comes too late, or there is no claim to undo any more. */
function overProblem(stored: StoredInvitation): Response {
  const invitation = overInvitation(stored);
  return problem({ status: 409, code: invitation.state, detail: DETAILS[invitation.state], members: { invitation } });
}

/** 403, with the number of tries that are left. */
function numberProblem(code: 'wrong-number' | 'number-needed', left: number): Response {
  return problem({ status: 403, code, detail: DETAILS[code], members: { left } });
}

/** 409: nobody has claimed it, so there is nothing to undo. */
function notClaimed(): Response {
  return problem({ status: 409, code: 'not-claimed', detail: 'Nobody has used it yet. Its operator can withdraw it.' });
}
