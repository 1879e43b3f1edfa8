import type { IntegrationId } from '#shared/contract/ids.ts';
import type { LogHead } from '#shared/relay-protocol/messages.ts';

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
