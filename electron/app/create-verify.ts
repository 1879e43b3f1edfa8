import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import { DAY_MS } from '#shared/lib/duration.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { Sha256 } from '#shared/lib/sha256.ts';
import type { World } from '#shared/ports/world.ts';
import { jwksCache, type JwksCache } from '#shared/service-client/jwks-cache.ts';
import { type Unpack, verifyWebhook } from '#shared/service-client/verify-webhook.ts';
import type { Verify } from '../results/judge.ts';

export type VerifyOf = {
  readonly world: Pick<World, 'http' | 'clock'>;
  readonly profile: () => ServiceProfile | null;
  readonly token: () => Promise<Result<string, unknown>>;
  readonly by: { readonly sha256: Sha256; readonly unpack?: Unpack };
  /** Where the service's public keys are kept over restarts. */
  readonly kept: { keys(jwksUrl: string): readonly unknown[]; keep(jwksUrl: string, set: unknown): void };
};

/** A key that was exchanged under its old name is noticed within so long. */
const REFRESH_EVERY_MS = DAY_MS;

/** Verifies by the keys of the service that is set now; a key that was read once is kept for good. */
export function createVerify({ world, profile, token, by: { sha256, unpack }, kept: store }: VerifyOf): Verify {
  let refreshAtMs = 0;
  let kept: { readonly jwksUrl: string; readonly keys: JwksCache } | null = null;
  return async (webhook) => {
    const now = profile();
    // Without a service nothing can be known of its signatures: asked again when there is one.
    if (now === null) return fail({ kind: 'unsure', code: 'not-set-up' });
    const { jwksUrl, issuer } = now;
    if (kept?.jwksUrl !== jwksUrl) {
      const before = { keys: () => store.keys(jwksUrl), keep: (set: unknown) => store.keep(jwksUrl, set) };
      kept = { jwksUrl, keys: jwksCache({ http: world.http, clock: world.clock, jwksUrl, token, kept: before }) };
      refreshAtMs = 0;
    }
    if (world.clock.monotonicMs() >= refreshAtMs) {
      refreshAtMs = world.clock.monotonicMs() + REFRESH_EVERY_MS;
      await kept.keys.refresh();
    }
    return verifyWebhook(webhook, { keys: kept.keys, issuer, sha256, ...(unpack === undefined ? {} : { unpack }) });
  };
}
