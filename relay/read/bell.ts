import type { IntegrationId } from '#shared/contract/ids.ts';

/** `seq`: an integration's log has grown. `links`: what a device may read has changed, or the device is gone. */
export type Ring =
  | { readonly kind: 'seq'; readonly integrationId: IntegrationId; readonly seq: number }
  | { readonly kind: 'links'; readonly deviceId: string };

export type Bell = {
  ring(ring: Ring): void;
  /** Returns what ends it. A listener only notes and returns: it is called in the path of a webhook. */
  listen(listener: (ring: Ring) => void): () => void;
};

/** The doorbell inside this process: rung after the commit, carries no truth, and who misses it looks later. */
export function bell(): Bell {
  const listeners = new Set<(ring: Ring) => void>();
  return {
    ring(ring) {
      for (const listener of listeners) listener(ring);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
