import type { IntegrationId } from '#shared/contract/ids.ts';
import type { LogHead } from '#shared/relay-protocol/messages.ts';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { throttle } from '#shared/async/single-flight.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { Store, StoreRing } from '../store/store.ts';

/**
 * `seq`: an integration's log has grown. `links`: what a device may read has changed, or the device is gone. `heads`: what
 * the sweep found for a device; null if it is gone. `revocation`: one that names no integration, so it concerns everybody.
 */
export type Ring =
  | { readonly kind: 'seq'; readonly integrationId: IntegrationId; readonly seq: number }
  | { readonly kind: 'links'; readonly deviceId: string }
  | { readonly kind: 'revocation' }
  | { readonly kind: 'heads'; readonly deviceId: string; readonly heads: readonly LogHead[] | null };

export type Subscription = {
  /** The integrations whose logs it wants to hear about; replaces the previous ones. */
  follow(integrationIds: Iterable<IntegrationId>): void;
  close(): void;
};

export type PubSub = {
  publish(ring: Ring): void;
  /** The listener must only take note and return: it is called while a webhook is handled. */
  subscribe(deviceId: string, listener: (ring: Ring) => void): Subscription;
  /** The devices that have a subscription. */
  devices(): readonly string[];
  /** The number of open subscriptions. */
  readonly size: number;
};

type Listener = { readonly hear: (ring: Ring) => void; follows: ReadonlySet<IntegrationId> };

/**
 * The doorbell inside this process. It is published after the commit and carries no truth: a listener that misses it looks later. A ring
 * reaches those whom it concerns without visiting the thousands of others.
 */
export function pubSub(): PubSub {
  const ofDevice = new Map<string, Set<Listener>>();
  const ofIntegration = new Map<IntegrationId, Set<Listener>>();
  let size = 0;
  const concernedBy = (ring: Ring): Iterable<Listener> => {
    if (ring.kind === 'revocation') return Array.from(ofDevice.values(), (listeners) => [...listeners]).flat();
    return (ring.kind === 'seq' ? ofIntegration.get(ring.integrationId) : ofDevice.get(ring.deviceId)) ?? [];
  };

  return {
    publish(ring) {
      for (const listener of concernedBy(ring)) listener.hear(ring);
    },
    subscribe(deviceId, hear) {
      const listener: Listener = { hear, follows: new Set() };
      add(ofDevice, deviceId, listener);
      size += 1;
      let open = true;
      const unfollow = (): void => {
        for (const id of listener.follows) remove(ofIntegration, id, listener);
      };
      return {
        follow(integrationIds) {
          if (!open) return;
          unfollow();
          listener.follows = new Set(integrationIds);
          for (const id of listener.follows) add(ofIntegration, id, listener);
        },
        close() {
          if (!open) return;
          open = false;
          size -= 1;
          unfollow();
          remove(ofDevice, deviceId, listener);
        },
      };
    },
    devices: () => [...ofDevice.keys()],
    get size() {
      return size;
    },
  };
}

function add<K>(to: Map<K, Set<Listener>>, key: K, listener: Listener): void {
  const known = to.get(key);
  if (known === undefined) to.set(key, new Set([listener]));
  else known.add(listener);
}

function remove<K>(from: Map<K, Set<Listener>>, key: K, listener: Listener): void {
  const known = from.get(key);
  known?.delete(listener);
  if (known?.size === 0) from.delete(key);
}

/** Messages within this time are announced together: at most 20 announcements a second, however many events there are. */
const ANNOUNCE_EVERY_MS = 50;
/** The delay of a device when every announcement is lost. */
const SWEEP_MS = 5 * SECOND_MS;
const DEVICES_OF_QUESTION = 500;

type NodePubSubDeps = {
  readonly store: Pick<Store, 'nodes' | 'readHeads' | 'changedElsewhere'>;
  readonly clock: Clock;
  readonly stop: Stop;
  readonly onceLog: Pick<Log, 'warn'>;
};

type NodePubSub = PubSub & {
  /** Receives from the other nodes until `stop`, and resolves after it. Does nothing if there are none. */
  run(): Promise<void>;
};

/**
 * PubSub for all processes on one store: what is published here is announced to the others, what they announce is published here, and a sweep
 * finds what was lost in between. Without other nodes, it sweeps when a command has written.
 */
export function nodePubSub(local: PubSub, deps: NodePubSubDeps): NodePubSub {
  const announcer = announcing(deps);
  return {
    publish(ring) {
      local.publish(ring);
      announcer.note(ring);
    },
    subscribe: (deviceId, listener) => local.subscribe(deviceId, listener),
    devices: () => local.devices(),
    get size() {
      return local.size;
    },
    async run() {
      const { store } = deps;
      const { nodes } = store;
      if (nodes === undefined && store.changedElsewhere === undefined) return;
      if (nodes === undefined) return sweepLoop(local, deps, () => store.changedElsewhere?.() === true).start();
      const loop = sweepLoop(local, deps, () => true);
      const unlisten = await nodes.listen((rings) => {
        if (rings === 'lost') loop.wake();
        else for (const ring of rings) local.publish(ring);
      });
      await loop.start();
      await unlisten();
      await announcer.close();
    },
  };
}

function sweepLoop(local: PubSub, deps: NodePubSubDeps, isDue: () => boolean): SweepLoop {
  const { clock, stop, onceLog } = deps;
  return new SweepLoop({
    clock,
    stop,
    look: async () => {
      if (isDue()) await sweep(local, deps);
      return SWEEP_MS;
    },
    failed: { log: () => onceLog.warn('doorbell sweep failed'), restMs: SWEEP_MS },
    firstAfterMs: SWEEP_MS,
  });
}

/** What was published here since the last announcement; of each log only the newest `seq`. */
function announcing({ store, clock, stop, onceLog }: NodePubSubDeps) {
  const seqs = new Map<IntegrationId, number>();
  const links = new Set<string>();
  let revocation = false;

  const announce = async (): Promise<void> => {
    const rings: StoreRing[] = [
      ...(revocation ? [{ kind: 'revocation' } as const] : []),
      ...Array.from(seqs, ([integrationId, seq]) => ({ kind: 'seq', integrationId, seq }) as const),
      ...Array.from(links, (deviceId) => ({ kind: 'links', deviceId }) as const),
    ];
    if (rings.length === 0) return;
    revocation = false;
    seqs.clear();
    links.clear();
    // A lost announcement does no harm: the other nodes sweep.
    await store.nodes?.announce(rings).catch(() => onceLog.warn('doorbell not announced'));
  };
  const announced = throttle({ clock, everyMs: ANNOUNCE_EVERY_MS, edge: 'leading', stop }, announce);
  return {
    note(ring: Ring): void {
      if (store.nodes === undefined || ring.kind === 'heads') return;
      // A revocation lost here arrives late: each connection is checked every quarter of an hour.
      if (ring.kind === 'revocation') revocation = true;
      else if (ring.kind === 'links') links.add(ring.deviceId);
      else seqs.set(ring.integrationId, Math.max(ring.seq, seqs.get(ring.integrationId) ?? 0));
      // Commits during shutdown are announced too; otherwise the other nodes would find them five seconds later.
      if (stop.aborted) void announce();
      else announced.call();
    },
    close: async () => {
      await announced.idle();
      await announce();
    },
  };
}

async function sweep(local: PubSub, { store, stop }: NodePubSubDeps): Promise<void> {
  const devices = local.devices();
  for (let at = 0; at < devices.length && !stop.aborted; at += DEVICES_OF_QUESTION) {
    const some = devices.slice(at, at + DEVICES_OF_QUESTION);
    const heads = await store.readHeads(some);
    for (const deviceId of some) local.publish({ kind: 'heads', deviceId, heads: heads.get(deviceId) ?? null });
  }
}
