import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { Sha256 } from '#shared/lib/sha256.ts';
import type { World } from '#shared/ports/world.ts';
import { jwksCache, type KeySource } from '#shared/service-client/jwks-cache.ts';
import { verifyWebhook } from '#shared/service-client/verify-webhook.ts';
import type { Verify } from '../results/judge.ts';

export type VerifyOf = {
  readonly world: Pick<World, 'http' | 'clock'>;
  readonly profile: () => ServiceProfile | null;
  readonly token: () => Promise<Result<string, unknown>>;
  readonly sha256: Sha256;
};

/** Verifies by the keys of the service that is set now; keys are kept as long as its address stays. */
export function createVerify({ world, profile, token, sha256 }: VerifyOf): Verify {
  let kept: { readonly jwksUrl: string; readonly keys: KeySource } | null = null;
  return async (webhook) => {
    const now = profile();
    // Without a service nothing can be known of its signatures: asked again when there is one.
    if (now === null) return fail({ kind: 'unsure', code: 'not-set-up' });
    const { jwksUrl, issuer } = now;
    if (kept?.jwksUrl !== jwksUrl) kept = { jwksUrl, keys: jwksCache({ http: world.http, clock: world.clock, jwksUrl, token }) };
    return verifyWebhook(webhook, { keys: kept.keys, issuer, sha256 });
  };
}
