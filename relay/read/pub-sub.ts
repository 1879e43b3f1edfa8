import type { IntegrationId } from '#shared/contract/ids.ts';
import type { LogHead } from '#shared/relay-protocol/messages.ts';

/**
 * `seq`: an integration's log has grown. `links`: what a device may read has changed, or the device is gone. `heads`: what
 * the sweep found for a device; null when it is gone. `revocation`: one came that does not say whose; it concerns everybody.
 */
export type Ring =
  | { readonly kind: 'seq'; readonly integrationId: IntegrationId; readonly seq: number }
  | { readonly kind: 'links'; readonly deviceId: string }
  | { readonly kind: 'revocation' }
  | { readonly kind: 'heads'; readonly deviceId: string; readonly heads: readonly LogHead[] | null };

export type Subscription = {
  /** Whose logs it wants to hear of; replaces what it followed before. */
  follow(integrationIds: Iterable<IntegrationId>): void;
  close(): void;
};

export type PubSub = {
  publish(ring: Ring): void;
  /** A listener only notes and returns: it is called in the path of a webhook. */
  subscribe(deviceId: string, listener: (ring: Ring) => void): Subscription;
  /** Devices of which somebody has subscribed. */
  devices(): readonly string[];
  /** How many subscriptions are open. */
  readonly size: number;
};

type Listener = { readonly hear: (ring: Ring) => void; follows: ReadonlySet<IntegrationId> };

/**
 * The doorbell inside this process: published after the commit, it carries no truth, and whoever misses it looks later. A ring reaches those
 * whom it concerns without visiting the thousands of others.
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
