import type { Stop } from '#shared/ports/stop.ts';

export type Places = {
  /** Waits for a place, in the order of coming. False on `stop`, and then there is none to leave. */
  enter(): Promise<boolean>;
  /** Who has one leaves it, once. */
  leave(): void;
  /** Lets in whom there is room for by now. */
  admit(): void;
};

/** The places of uploads: what is ready waits here, so that a place that falls free is taken at once. `room` is asked each time. */
export function createPlaces(room: () => number, stop: Stop): Places {
  // As many as are made ready ahead, at most.
  const waiting: ((entered: boolean) => void)[] = [];
  let taken = 0;
  const admit = (): void => {
    while (waiting.length > 0 && taken < room() && !stop.aborted) {
      taken += 1;
      waiting.shift()?.(true);
    }
  };
  const sendAway = (): void => {
    for (const tell of waiting.splice(0)) tell(false);
  };
  stop.addEventListener('abort', sendAway, { once: true });
  return {
    enter: () =>
      new Promise((resolve) => {
        if (stop.aborted) return resolve(false);
        waiting.push(resolve);
        admit();
      }),
    leave: () => {
      taken -= 1;
      admit();
    },
    admit,
  };
}
