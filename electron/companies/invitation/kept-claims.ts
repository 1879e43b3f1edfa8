import { z } from 'zod';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { serviceProfileSchema } from '#shared/contract/service-profile.ts';
import { wallMsSchema } from '#shared/domain/wall-ms-schema.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { plus } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/world.ts';
import { CLAIM_REPEAT_MS } from '#shared/relay-protocol/invitations.ts';
import { type CompanySecrets, isGone } from '../company-secrets.ts';
import { ofVault } from '../prove.ts';

/** A claim that was, or may have been, made at the relay, and whose company is not connected yet. */
const keptClaimSchema = z.object({
  /** By `https`; it contains the code. */
  link: z.string(),
  integrationId: integrationIdSchema,
  company: z.string().nullable(),
  accountant: z.string().nullable(),
  service: serviceProfileSchema,
  hasSecret: z.boolean(),
  claimedAt: wallMsSchema,
  /** The key pair that the answer is encrypted to, in base64url: the same claim can be repeated with it. */
  publicKey: z.string(),
  privateKey: z.string(),
  /** The proof of the number that was sent. */
  number: z.string().nullable(),
  /** The relay said yes. */
  isClaimed: z.boolean(),
  /** What it gave out; null if nothing was deposited, or if the answer is still missing. */
  secret: z.string().nullable(),
});
export type KeptClaim = Readonly<z.infer<typeof keptClaimSchema>>;

/** More are not begun at once; the oldest make room. */
const CLAIMS_MAX = 8;
const listSchema = z.array(keptClaimSchema);

type VaultProblem = ReturnType<typeof ofVault>;

export type KeptClaims = {
  /** Those that can still be gone on with, newest first. */
  all(): Promise<Result<readonly KeptClaim[], VaultProblem>>;
  of(link: string): Promise<Result<KeptClaim | null, VaultProblem>>;
  /** Durable on return, in the vault: a claim's answer may contain a secret that nobody can ask for again. */
  keep(claim: KeptClaim): Promise<Result<null, VaultProblem>>;
  drop(link: string): Promise<Result<null, VaultProblem>>;
};

export type KeptClaimsDeps = {
  readonly clock: Clock;
  readonly secrets: Pick<CompanySecrets, 'invitationClaims' | 'keepInvitationClaims'>;
};

export function keptClaims({ clock, secrets }: KeptClaimsDeps): KeptClaims {
  const read = async (): Promise<Result<readonly KeptClaim[], VaultProblem>> => {
    const text = await secrets.invitationClaims();
    if (!text.ok) return isGone(text.failure) ? ok([]) : fail(ofVault(text.failure));
    const parsed = listSchema.safeParse(jsonOf(text.value));
    // After the relay's ten minutes a claim whose answer never came is of no use.
    const isUseful = ({ isClaimed, claimedAt }: KeptClaim): boolean => isClaimed || clock.wallMs() < plus(claimedAt, CLAIM_REPEAT_MS);
    return ok(parsed.success ? parsed.data.filter(isUseful) : []);
  };
  const write = async (claims: readonly KeptClaim[]): Promise<Result<null, VaultProblem>> => {
    const text = claims.length === 0 ? null : JSON.stringify(claims.slice(0, CLAIMS_MAX));
    const kept = await secrets.keepInvitationClaims(text);
    return kept.ok ? kept : fail(ofVault(kept.failure));
  };
  const others = async (link: string): Promise<Result<readonly KeptClaim[], VaultProblem>> => {
    const all = await read();
    return all.ok ? ok(all.value.filter((one) => one.link !== link)) : all;
  };
  return {
    all: read,
    of: async (link) => {
      const all = await read();
      return all.ok ? ok(all.value.find((one) => one.link === link) ?? null) : all;
    },
    keep: async (claim) => {
      const rest = await others(claim.link);
      return rest.ok ? write([claim, ...rest.value]) : rest;
    },
    drop: async (link) => {
      const rest = await others(link);
      return rest.ok ? write(rest.value) : rest;
    },
  };
}
