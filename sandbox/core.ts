import type { Clock } from '#shared/ports/clock.ts';
import type { Http } from '#shared/ports/http.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Random } from '#shared/ports/random.ts';
import type { OffsetClock } from './clock/offset-clock.ts';
import type { Store } from './store/store.ts';
import type { Switchboard } from './switches/switchboard.ts';
import type { Signer } from './webhooks/signer.ts';

/** What the sandbox needs of the world. */
export type SandboxWorld = {
  readonly clock: Clock;
  readonly random: Random;
  /** Delivers the webhooks. */
  readonly http: Http;
  readonly log: Log;
  /** A new RSA key of 2,048 bits, PKCS #8 in PEM. */
  readonly newSigningKey: () => string;
};

export type ClientCredentials = { readonly clientId: string; readonly clientSecret: string; readonly scope: string };

/** What every room of the sandbox shares. */
export type Core = Omit<SandboxWorld, 'newSigningKey' | 'clock'> & {
  /** Ahead of the world's by as much as the control API has moved it. */
  readonly clock: OffsetClock;
  readonly store: Store;
  readonly switches: Switchboard;
  readonly signer: Signer;
  readonly credentials: ClientCredentials;
  /** The claim `iss` and the CloudEvents `source`. */
  readonly issuer: string;
  /** Aborted when the sandbox closes. */
  readonly stop: AbortSignal;
  /** Something may be due now: look again. */
  readonly ring: () => void;
  /** As if so much time had passed: all that was due meanwhile happens, each at its moment. */
  readonly advance: (milliseconds: number) => Promise<void>;
};
