import type { Folder } from '#shared/domain/folder/folder.ts';
import type { AsItIs } from '#shared/domain/folder/unfinished.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { answerOf } from './answer-of.ts';
import type { FolderIdentityCheck } from './folder/folder-identity-check.ts';
import type { Due, Pending } from './pending.ts';
import type { Enqueued } from './store.ts';
import { type Found, takeUp, type TakeUpDeps } from './take-up.ts';

export type SendAsItIsDeps = TakeUpDeps & {
  readonly pending: Pending;
  readonly place: Pick<FolderIdentityCheck, 'isStill'>;
  readonly enqueue: (file: Due, found: Found) => Promise<Enqueued>;
};

/**
 * Sends an unfinished file as it is, at the user's request. The file is read again, and becomes a document if it has not changed since it
 * was found incomplete; meanwhile the folder's loop skips it. Null when no such file is waiting.
 */
export async function sendAsItIs(folder: Folder, relativePath: string, deps: SendAsItIsDeps): Promise<AsItIs | null> {
  const { pending, clock } = deps;
  const file = pending.claim(relativePath, clock.wallMs());
  if (file === null || typeof file === 'string') return file;
  try {
    return await take(folder, file, deps);
  } finally {
    pending.release(relativePath);
  }
}

async function take(folder: Folder, file: Due, deps: SendAsItIsDeps): Promise<AsItIs | null> {
  const { pending, place, enqueue, clock, stop } = deps;
  // Since the last sweep another disk may have been mounted there, with a file of the same name.
  const still = await answerOf(place.isStill(folder.path), deps);
  if (still.kind === 'late' || !still.value) return 'unreadable';
  const taken = await takeUp(folder, file, deps);
  if (stop.aborted) return 'unreadable';
  switch (taken.kind) {
    case 'inspected':
    case 'hindered': {
      // It may be complete by now, or something else entirely: then that is what is sent.
      const inspected = taken.kind === 'inspected' ? taken.inspected : taken.asItIs;
      if (inspected === null) return 'unreadable';
      const { made, released } = await enqueue(file, { inspected, pair: taken.pair, copy: taken.copy, byUser: true });
      pending.done(file.relativePath);
      return made || released === true ? 'taken' : 'known';
    }
    case 'changed':
      pending.changed(file, taken.pair, clock.monotonicMs());
      return 'changed';
    case 'gone':
      pending.gone(file.relativePath);
      return null;
    case 'in-cloud':
      pending.wentToCloud(file.relativePath);
      return 'unreadable';
    case 'late':
      return 'unreadable';
    default:
      return unreachable(taken);
  }
}
