import { z } from 'zod';
import { jsonOf } from '#shared/lib/json-of.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type CompanySecrets, isGone } from '../company-secrets.ts';
import { ofVault } from '../prove.ts';

/** `find`: the invitation's name at the relay, which opens nothing. `key`: the claim's public key. `isClaimed`: the relay said yes to it. */
const sentClaimSchema = z.object({ find: z.string(), key: z.string(), isClaimed: z.boolean() });
type SentClaim = Readonly<z.infer<typeof sentClaimSchema>>;

/** Each has a hundred bytes; a relay forgets an invitation a month after its end. */
const SENT_MAX = 64;
const listSchema = z.array(sentClaimSchema);

type VaultProblem = ReturnType<typeof ofVault>;

/**
 * The claims that this computer has sent, also those whose companies are connected by now. Its name would not tell them from those of others: any
 * computer may use it. The relay's word alone would not either, as it could name any invitation as used here.
 */
export type SentClaims = {
  /** Durable on return. */
  note(claim: SentClaim): Promise<Result<null, VaultProblem>>;
  /** Whether this computer used the invitation. `key`: of the claim that the relay names; an older relay names none, and its yes has to do. */
  isOwn(of: Pick<SentClaim, 'find'> & { readonly key: string | undefined }): Promise<boolean>;
};

export function sentClaims(secrets: Pick<CompanySecrets, 'sentClaims' | 'keepSentClaims'>): SentClaims {
  const read = async (): Promise<Result<readonly SentClaim[], VaultProblem>> => {
    const text = await secrets.sentClaims();
    if (!text.ok) return isGone(text.failure) ? ok([]) : fail(ofVault(text.failure));
    const parsed = listSchema.safeParse(jsonOf(text.value));
    return ok(parsed.success ? parsed.data : []);
  };
  return {
    note: async (claim) => {
      const before = await read();
      if (!before.ok) return before;
      const others = before.value.filter(({ find, key }) => find !== claim.find || key !== claim.key);
      const kept = await secrets.keepSentClaims(JSON.stringify([claim, ...others].slice(0, SENT_MAX)));
      return kept.ok ? kept : fail(ofVault(kept.failure));
    },
    isOwn: async (of) => {
      const sent = await read();
      // A vault that does not open shows nothing, and the user is then asked whether it was them.
      const ofThis = sent.ok ? sent.value.filter(({ find }) => find === of.find) : [];
      return ofThis.some(({ key, isClaimed }) => (of.key === undefined ? isClaimed : key === of.key));
    },
  };
}
