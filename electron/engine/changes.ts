import { Emitter } from '#shared/async/emitter.ts';
import type { Stop } from '#shared/ports/stop.ts';

export type Changes = {
  /** Something changed: "look again". */
  ring(): void;
  /** Calls back synchronously at every ring. */
  onRing(tell: () => void): () => void;
  /** Yields the current revision at once, then the newest after each change; a slow reader skips revisions, so no queue builds up. */
  revisions(stop: Stop | undefined): AsyncGenerator<{ readonly revision: number }, void, void>;
  /** Ends every stream. */
  close(): void;
};

/** Streams per engine; further ones end at once, since each costs memory for as long as it is open. */
const READERS_MAX = 64;

export function createChanges(): Changes {
  const told = new Emitter();
  const moved = new Emitter();
  let revision = 1;
  let closed = false;
  let open = 0;
  const over = (stop: Stop | undefined): boolean => closed || stop?.aborted === true;
  return {
    ring: () => {
      revision += 1;
      told.emit();
      moved.emit();
    },
    onRing: told.subscribe,
    revisions: async function* (stop) {
      if (open >= READERS_MAX) return;
      open += 1;
      try {
        let seen = 0;
        while (!over(stop)) {
          if (seen !== revision) yield { revision: (seen = revision) };
          // The revision may have moved on while the reader took this one.
          if (seen === revision && !over(stop)) await moved.next(stop);
        }
      } finally {
        open -= 1;
      }
    },
    close: () => {
      closed = true;
      moved.emit();
    },
  };
}
