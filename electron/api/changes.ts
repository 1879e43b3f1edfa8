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
  const tellers = new Set<() => void>();
  const readers = new Set<() => void>();
  let revision = 1;
  let closed = false;
  let open = 0;
  const over = (stop: Stop | undefined): boolean => closed || stop?.aborted === true;
  const moved = (seen: number, stop: Stop | undefined): Promise<void> =>
    new Promise((resolve) => {
      if (revision !== seen || over(stop)) return resolve();
      const wake = (): void => {
        readers.delete(wake);
        stop?.removeEventListener('abort', wake);
        resolve();
      };
      readers.add(wake);
      stop?.addEventListener('abort', wake, { once: true });
    });
  return {
    ring: () => {
      revision += 1;
      for (const tell of tellers) tell();
      wakeAll(readers);
    },
    onRing: (tell) => {
      tellers.add(tell);
      return () => tellers.delete(tell);
    },
    revisions: async function* (stop) {
      if (open >= READERS_MAX) return;
      open += 1;
      try {
        let seen = 0;
        while (!over(stop)) {
          if (seen !== revision) yield { revision: (seen = revision) };
          await moved(seen, stop);
        }
      } finally {
        open -= 1;
      }
    },
    close: () => {
      closed = true;
      wakeAll(readers);
    },
  };
}

/** Each wakes once and takes itself off. */
function wakeAll(readers: ReadonlySet<() => void>): void {
  for (const wake of readers) wake();
}
