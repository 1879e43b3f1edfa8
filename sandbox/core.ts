import type { Clock, Log, Random } from '#shared/ports/world.ts';
import type { Http } from '#shared/ports/http.ts';
import type { OffsetClock } from './clock/offset-clock.ts';
import type { Store } from './store/store.ts';
import type { DecodeFile } from './decoding/decode-in-thread.ts';
import type { Switchboard } from './switches/switchboard.ts';
import type { Signer } from './webhooks/signer.ts';
import type { WallMs } from '#shared/lib/duration.ts';

/** What the sandbox needs from the world. */
export type SandboxWorld = {
  readonly clock: Clock;
  readonly random: Random;
  /** Delivers the webhooks. */
  readonly http: Http;
  readonly log: Log;
  /** Generates a new RSA key of 2,048 bits, as PKCS #8 in PEM. */
  readonly newSigningKey: () => string;
  /** Called only if the switch `decodesFiles` wants it. */
  readonly decodeFile: DecodeFile;
};

export type ClientCredentials = { readonly clientId: string; readonly clientSecret: string; readonly scope: string };

/** Shared by all parts of the sandbox. */
export type Core = Omit<SandboxWorld, 'newSigningKey' | 'clock'> & {
  /** Ahead of the world's clock by as much as the control API has moved it. */
  readonly clock: OffsetClock;
  readonly store: Store;
  readonly switches: Switchboard;
  readonly signer: Signer;
  readonly credentials: ClientCredentials;
  /** The claim `iss`, and the CloudEvents `source`. */
  readonly issuer: string;
  /** Aborted when the sandbox closes. */
  readonly stop: AbortSignal;
  /** Wakes the loop: something may be due now. */
  readonly ring: () => void;
  /** As if this time had passed: everything that falls due meanwhile happens, each at its own moment. */
  readonly advance: (milliseconds: number) => Promise<void>;
};

/** ISO 8601 in UTC, with milliseconds. */
export function iso(at: WallMs): string {
  return new Date(at).toISOString();
}
