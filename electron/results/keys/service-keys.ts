import { keyWatch, type KeyWatch } from './key-watch.ts';
import { askRelayKeys, type AskRelayKeysDeps } from './ask-relay-keys.ts';
import { createVerify, type VerifyDeps } from './create-verify.ts';
import type { Verify } from '../judge.ts';
import type { KeyStore } from '../store.ts';
import type { World } from '#shared/ports/world.ts';

export type ServiceKeysDeps = Pick<VerifyDeps, 'profile' | 'relayUrl' | 'token' | 'by'> &
  Pick<AskRelayKeysDeps, 'relay'> & { readonly world: Pick<World, 'clock' | 'log' | 'http'>; readonly kept: KeyStore };

export type ServiceKeys = {
  /** Verifies by the keys that this computer read itself. */
  readonly verify: Verify;
  /** Verifies by the keys that the relay vouches for, which prove nothing; null if it names none now. */
  readonly relayKeys: () => Promise<Verify | null>;
  readonly watch: KeyWatch;
};

/** The service's public keys, as this computer and the relay know them. */
export function serviceKeysOf(of: ServiceKeysDeps): ServiceKeys {
  const { world } = of;
  const verifying = createVerify(of);
  const askRelay = () => askRelayKeys({ ...of, clock: world.clock });
  return {
    verify: verifying.verify,
    relayKeys: async () => {
      const told = await askRelay();
      return told === null ? null : verifying.verifyBy(told);
    },
    watch: keyWatch({ world, readKeys: () => verifying.readKeys(), askRelay }),
  };
}
