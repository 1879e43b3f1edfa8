import { wallMs } from '#shared/lib/duration.ts';
import type { Sha256 } from '#shared/lib/sha256.ts';
import { joseVerifierOf } from '#shared/service-client/jose-verifier.ts';
import type { KeySource } from '#shared/service-client/jwks-cache.ts';
import { keyRing } from '#shared/service-client/key-ring.ts';
import { publishedKey } from '#shared/service-client/rsa-keys.ts';
import type { RelayKeys } from './ask-relay-keys.ts';

/** The thumbprints of all keys that the relay's operator ever declared distrusted. */
export type Distrusted = ReadonlySet<string>;

/**
 * The keys that a relay says it saw the service publish: only for what is shown as the relay's word, never as proof (C37). A key that our own
 * rules reject, or whose thumbprint is not the stated one, is left out; whatever a distrusted key signed is a forgery, under any of its names.
 */
export function relayKeySource({ keys }: RelayKeys, distrusted: Distrusted, sha256: Sha256): KeySource {
  const ring = keyRing(joseVerifierOf, () => true);
  ring.hold(
    keys.flatMap(({ kid, thumbprint, jwk, firstSeenAt, lastSeenAt, departedAt }) => {
      const key = publishedKey({ ...jwk, kid }, sha256);
      if (key?.thumbprint !== thumbprint) return [];
      const times = { firstSeenAt: wallMs(firstSeenAt), lastSeenAt: wallMs(lastSeenAt), missingSince: null };
      const left = departedAt === null ? null : wallMs(departedAt);
      return [{ ...key, ...times, departedAt: left, distrustedAt: distrusted.has(thumbprint) ? times.lastSeenAt : null }];
    }),
  );
  return ring;
}
