import type { ServiceKeys } from '#shared/relay-protocol/messages.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { RelayClient } from '../relay-client.ts';
import type { KeyStore } from '../store.ts';

export type AskRelayKeysDeps = {
  readonly clock: Clock;
  readonly relay: Pick<RelayClient, 'serviceKeys'>;
  readonly relayUrl: () => string | null;
  readonly kept: Pick<KeyStore, 'distrust'>;
};

/** What a relay says about the service's keys. */
export type RelayKeys = { readonly relayUrl: string; readonly keys: ServiceKeys['keys'] };

/**
 * Asks the relay for the service's keys as it saw them, and stores which of them its operator distrusts. Null if an older relay does not
 * know the question, or if it cannot be reached now; the question is repeated later.
 */
export async function askRelayKeys({ clock, relay, relayUrl, kept }: AskRelayKeysDeps): Promise<RelayKeys | null> {
  const url = relayUrl();
  const told = url === null ? null : await relay.serviceKeys();
  if (url === null || told?.ok !== true) return null;
  const { keys } = told.value;
  const distrusted = keys.filter(({ distrustedAt }) => distrustedAt !== null);
  const thumbprints = distrusted.map(({ thumbprint }) => thumbprint);
  kept.distrust(url, thumbprints, clock.wallMs());
  return { relayUrl: url, keys };
}
