import { unreachable } from '#shared/lib/unreachable.ts';
import type { Found, Late, TakenUp } from './take-up.ts';
import type { Due, Pending } from './pending.ts';
import type { Enqueued } from './store.ts';

export type ApplyTakenDeps = {
  readonly pending: Pending;
  readonly enqueue: (file: Due, found: Found) => Promise<Enqueued>;
  readonly nowMs: number;
};

/** Applies the outcome of taking up a quiet file. Returns `Late` if the disk does not answer: the whole folder is then silent. */
export async function applyTaken(file: Due, taken: TakenUp, { pending, enqueue, nowMs }: ApplyTakenDeps): Promise<Late | null> {
  switch (taken.kind) {
    case 'inspected':
      await enqueue(file, taken);
      pending.done(file.relativePath);
      return null;
    case 'hindered':
      if (file.report) await enqueue(file, taken);
      // An unreadable file may become readable without a change that a sweep could see, so it stays pending.
      if (file.report && taken.by === 'unfinished') pending.done(file.relativePath);
      else pending.hindered(file, taken.by, { nowMs, isSendable: taken.asItIs !== null });
      return null;
    case 'in-cloud':
      pending.wentToCloud(file.relativePath);
      return null;
    case 'changed':
      pending.changed(file, taken.pair, nowMs);
      return null;
    case 'gone':
      pending.gone(file.relativePath);
      return null;
    case 'late':
      return taken;
    default:
      return unreachable(taken);
  }
}
