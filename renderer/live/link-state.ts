import { useSyncExternalStore } from 'react';

/** `closed`: only a new document can connect again. `signed-out`: the person has to open a new address. */
export type LinkState = 'connecting' | 'up' | 'down' | 'closed' | 'signed-out';

/** What is known about the link, for those who show it. A final state stays. */
export class LinkWatch {
  #state: LinkState = 'connecting';
  readonly #listeners = new Set<() => void>();

  readonly current = (): LinkState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(state: LinkState): void {
    if (state === this.#state || this.#state === 'closed') return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

export function useLinkState(watch: LinkWatch): LinkState {
  return useSyncExternalStore(watch.subscribe, watch.current);
}
