import { SECOND_MS } from '#shared/lib/duration.ts';

/** The system rings nobody when its network comes back; a look at it costs nothing. */
const LOOK_EVERY_MS = 5 * SECOND_MS;

/**
 * Rings when the network was away and is there again. "Online" of the system proves nothing, and only "offline" does: so this is a
 * doorbell, and whether the service is reached is known by trying. Returns how to stop.
 */
export function watchNetwork(network: { readonly isOnline: () => boolean; readonly onReturn: () => void }): () => void {
  let online = network.isOnline();
  const timer = setInterval(() => {
    const before = online;
    online = network.isOnline();
    if (online && !before) network.onReturn();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
