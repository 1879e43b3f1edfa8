import { Emitter } from '#shared/async/emitter.ts';
import type { Stop } from '#shared/ports/stop.ts';

export type Changes = {
  /** Something changed: "look again". */
  ring(): void;
  /** Calls back at every ring, at once. */
  onRing(tell: () => void): () => void;
  /** The first revision at once, then the newest whenever it moved on; a slow reader skips, and never makes a queue. */
  revisions(stop: Stop | undefined): AsyncGenerator<{ readonly revision: number }, void, void>;
  /** Ends every stream. */
  close(): void;
};

/** Windows that watch one engine; one more is refused, since each costs memory for as long as it is open. */
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
          // While it was handed out it may have become old.
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
