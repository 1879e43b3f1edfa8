import type { Clock, Log, Random, World } from '#shared/ports/world.ts';
import type { Http } from '#shared/ports/http.ts';
import type { JwksCache } from '#shared/service-client/jwks-cache.ts';
import type { TokenSource } from '#shared/service-client/token-cache.ts';
import type { RelayConfig } from './config.ts';
import type { Committer } from './ingest/committer.ts';
import type { KeyUses } from './keys/key-uses.ts';
import type { Metrics } from './metrics.ts';
import type { CallerHash, Lending } from './misuse/caller-hash.ts';
import type { Refusals } from './misuse/refusals.ts';
import type { OnceLog } from './once-log.ts';
import type { PubSub } from './read/pub-sub.ts';
import type { Held } from './read/held.ts';
import type { Store } from './store/store.ts';
import type { Registry } from 'prom-client';
import type { Env } from 'hono';
import type { Device } from '#shared/relay-protocol/messages.ts';
import type { OpenStream } from './http/stream-sink.ts';

/** What every route of the relay shares. */
export type RelayCore = {
  readonly config: RelayConfig;
  readonly clock: Clock;
  readonly random: Random;
  readonly http: Http;
  readonly log: Log;
  /** For events that strangers can cause. */
  readonly onceLog: OnceLog;
  readonly metrics: Metrics;
  /** The hash of an address, for the log. */
  readonly hashOf: CallerHash['of'];
  readonly refusals: Refusals;
  /** Call it when an access token was handed out. */
  readonly lent: (lending: Lending) => void;
  readonly store: Store;
  /** When the current log began, in milliseconds since 1970; 0 if that is not known. */
  readonly logBegan: () => Promise<number>;
  readonly keys: JwksCache;
  readonly keyUses: KeyUses;
  readonly tokens: TokenSource;
  readonly committer: Committer;
  readonly pubSub: PubSub;
  /** Streams and long polls of all devices behind one address. */
  readonly heldByAddress: Held;
  /** No new work should come here: the relay is about to close, or has closed. */
  readonly isDraining: () => boolean;
  /** Aborted when the relay closes: streams and long polls end. */
  readonly stop: AbortSignal;
};

/** The part of the world that the relay uses; its store is passed separately. */
export type RelayWorld = Pick<World, 'clock' | 'random' | 'http' | 'log'> & {
  /**
   * Resolves when everything that has already arrived was processed, so that one transaction can take all of it. Without
   * it every event is written at once, alone.
   */
  readonly nextTurn?: () => Promise<void>;
  /** Adds the figures of the process (memory, loop, descriptors) to the metrics. */
  readonly watchProcess?: (registry: Registry) => void;
};

export interface DeviceEnv extends Env {
  Variables: { device: Device };
  /** `stream`: opens an endless answer on the caller's connection, if there is one. */
  Bindings: { remoteAddress?: string; stream?: OpenStream };
}
