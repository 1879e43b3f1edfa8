import { SECOND_MS } from '#shared/lib/duration.ts';

/** The system sends no event when the network returns; polling it is cheap. */
const LOOK_EVERY_MS = 5 * SECOND_MS;

/**
 * Calls `onReturn` when the network was away and is back. The system's "offline" is reliable, its "online" proves nothing: so this is a
 * doorbell, and only trying shows whether the service can be reached. Returns a function that stops it.
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
