import type { ItemId } from '#shared/domain/ids.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { DeliveryStore } from './store.ts';

export type DueNowDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<DeliveryStore, 'makeAllDueNow' | 'makeDueNow'>;
  /** True when nothing may be touched any more. */
  readonly isClosed: () => boolean;
};

export type DueNow = {
  readonly makeAllDueNow: () => void;
  /** Runs an attempt. If everything is made due meanwhile, so is its item afterwards: it may have failed because of what has changed since. */
  readonly attempt: (itemId: ItemId, run: () => Promise<void>) => Promise<void>;
};

/** Has what waits out its back-off tried at once. If the disk does not take it, everything stays due when it was. */
export function dueNow({ clock, log, store, isClosed }: DueNowDeps): DueNow {
  let times = 0;
  const write = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      log.warn('what waits was not made due', { error: error instanceof Error ? error.name : typeof error });
    }
  };
  return {
    makeAllDueNow: () => {
      times += 1;
      write(() => store.makeAllDueNow(clock.wallMs()));
    },
    attempt: async (itemId, run) => {
      const before = times;
      await run();
      if (times !== before && !isClosed()) write(() => store.makeDueNow(itemId, clock.wallMs()));
    },
  };
}
