import { Emitter } from '#shared/async/emitter.ts';
import { useSyncExternalStore } from 'react';

/** `closed`: only a reload can connect again. `signed-out`: the user has to open a new address. */
export type LinkState = 'connecting' | 'up' | 'down' | 'closed' | 'signed-out';

/** The observable state of the link. A final state never changes. */
export class LinkWatch {
  #state: LinkState = 'connecting';
  readonly #changed = new Emitter();

  readonly current = (): LinkState => this.#state;

  readonly subscribe = this.#changed.subscribe;

  set(state: LinkState): void {
    if (state === this.#state || this.#state === 'closed') return;
    this.#state = state;
    this.#changed.emit();
  }
}

export function useLinkState(watch: LinkWatch): LinkState {
  return useSyncExternalStore(watch.subscribe, watch.current);
}
