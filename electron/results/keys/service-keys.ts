import { askRelayKeys, type AskRelayKeysDeps, type RelayKeys } from './ask-relay-keys.ts';
import type { Verify } from '../judge.ts';
import type { KeyOwner, KeyStore } from '../store.ts';
import type { World } from '#shared/ports/world.ts';
import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { Sha256 } from '#shared/lib/digest.ts';
import { jwksCache, type JwksCache, type KeySource } from '#shared/service-client/jwks-cache.ts';
import type { Unpack } from '#shared/service-client/read-event.ts';
import { verifyWebhook } from '#shared/service-client/verify-webhook.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS, wallMs, type WallMs } from '#shared/lib/duration.ts';
import { joseVerifierOf } from '#shared/service-client/jose-verifier.ts';
import { keyRing } from '#shared/service-client/key-ring.ts';
import { publishedKey } from '#shared/service-client/rsa-keys.ts';
import { SweepLoop } from '#shared/async/sweep-loop.ts';

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

type VerifyDeps = {
  readonly world: Pick<World, 'http' | 'clock'>;
  readonly profile: () => ServiceProfile | null;
  readonly relayUrl: () => string | null;
  readonly token: () => Promise<Result<string, unknown>>;
  readonly by: { readonly sha256: Sha256; readonly unpack?: Unpack };
  /** Where the service's public keys are stored across restarts. */
  readonly kept: Pick<KeyStore, 'keys' | 'noteReading' | 'distrusted'>;
};

type Verifying = {
  readonly verify: Verify;
  /** Reads the service's key set now; resolves to whether that succeeded. */
  readKeys(): Promise<boolean>;
  /** Verifies by keys that a relay vouches for: they prove nothing beyond what the relay says. */
  verifyBy(relayKeys: RelayKeys): Verify;
};

/** Verifies by the keys of the configured service; a key that was read once is trusted for good, unless it is distrusted. */
export function createVerify(of: VerifyDeps): Verifying {
  const { sha256, unpack } = of.by;
  let made: (KeyOwner & { readonly keys: JwksCache }) | null = null;
  const keysOf = ({ jwksUrl }: ServiceProfile): JwksCache => {
    const relayUrl = of.relayUrl();
    if (made?.jwksUrl === jwksUrl && made.relayUrl === relayUrl) return made.keys;
    const keys = keptKeys(of, { jwksUrl, relayUrl });
    made = { jwksUrl, relayUrl, keys };
    return keys;
  };
  const verifyWith = (sourceOf: (profile: ServiceProfile) => KeySource): Verify => {
    return async (webhook) => {
      const profile = of.profile();
      // Without a service its signatures cannot be judged: the event is judged again once one is set.
      if (profile === null) return fail({ kind: 'unsure', code: 'not-set-up' });
      const by = { keys: sourceOf(profile), issuer: profile.issuer, sha256, ...(unpack === undefined ? {} : { unpack }) };
      return verifyWebhook(webhook, by);
    };
  };
  return {
    verify: verifyWith(keysOf),
    verifyBy: (relayKeys) => {
      const source = relayKeySource(relayKeys, new Set(of.kept.distrusted(relayKeys.relayUrl)), sha256);
      return verifyWith(() => source);
    },
    readKeys: async () => {
      const profile = of.profile();
      return profile !== null && keysOf(profile).refresh();
    },
  };
}

function keptKeys({ world, token, by, kept }: VerifyDeps, of: KeyOwner): JwksCache {
  return jwksCache({
    http: world.http,
    clock: world.clock,
    sha256: by.sha256,
    jwksUrl: of.jwksUrl,
    token,
    book: {
      keys: async () => kept.keys(of),
      noteReading: async (published, at) => kept.noteReading(of, published, at),
    },
  });
}

/** The thumbprints of all keys that the relay's operator ever declared distrusted. */
type Distrusted = ReadonlySet<string>;

/**
 * The keys that a relay says it saw the service publish: only for what is shown as the relay's word, never as proof (C37). A key that our own
 * rules reject, or whose thumbprint is not the stated one, is left out; whatever a distrusted key signed is a forgery, under any of its names.
 */
function relayKeySource({ keys }: RelayKeys, distrusted: Distrusted, sha256: Sha256): KeySource {
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

type KeyWatchDeps = {
  readonly world: Pick<World, 'clock' | 'log'>;
  /** Reads the service's key set; resolves to whether that succeeded. */
  readonly readKeys: () => Promise<boolean>;
  /** Asks the relay which keys its operator distrusts, and stores the answer. */
  readonly askRelay: () => Promise<unknown>;
};

export type KeyWatch = {
  start(): void;
  close(): Promise<void>;
  /** Called after a connection was made, or another service or relay was set: reads now. */
  readNow(): void;
  /** After sleep, or when the network is back: reads now if the last reading is a day old. */
  lookAgain(): void;
};

/** Keys are rotated now and then, and one that was not seen while it was published is not trusted later (C37). */
const READ_EVERY_MS = DAY_MS;
const TRY_AGAIN_MS = 15 * MINUTE_MS;
/** The shortest interval, however often the settings change. */
const READ_GAP_MS = SECOND_MS;

/** Reads the service's keys at every start, at every connection and daily, and asks the relay which of them its operator distrusts. */
export function keyWatch(of: KeyWatchDeps): KeyWatch {
  const { clock, log } = of.world;
  let readAt: WallMs | null = null;
  const loop = new SweepLoop({
    clock,
    look: async () => {
      const read = await of.readKeys();
      if (read) readAt = clock.wallMs();
      await of.askRelay();
      return read ? READ_EVERY_MS : TRY_AGAIN_MS;
    },
    minGapMs: READ_GAP_MS,
    failed: { log: (fields) => log.error('reading the service’s keys broke off', fields), restMs: TRY_AGAIN_MS },
  });
  return {
    start: () => void loop.start(),
    close: () => loop.close(),
    readNow: () => loop.wake(),
    lookAgain: () => {
      if (readAt === null || clock.wallMs() - readAt >= READ_EVERY_MS) loop.wake();
    },
  };
}
