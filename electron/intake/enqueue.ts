import type { CopiesAhead } from '#shared/ports/copies-ahead.ts';
import type { Enqueued, FoundFile, IntakeStore } from './store.ts';

export type EnqueueDeps = {
  readonly store: Pick<IntakeStore, 'enqueue' | 'isWaiting'>;
  readonly copies: Pick<CopiesAhead, 'keep' | 'drop'>;
  /** After the commit. */
  readonly enqueued: (enqueued: Enqueued) => void;
};

/** Makes a found file's document durable, and hands its copy to delivery. */
export async function enqueue(found: FoundFile, { store, copies, enqueued }: EnqueueDeps): Promise<Enqueued> {
  const { copy = null } = found;
  // Before delivery can hear of the document.
  if (copy !== null) copies.keep(copy);
  let isKept = false;
  try {
    const done = await store.enqueue(found);
    isKept = done.made && done.itemId === copy?.itemId && store.isWaiting(done.itemId);
    enqueued(done);
    return done;
  } finally {
    if (copy !== null && !isKept) copies.drop(copy.itemId);
  }
}
