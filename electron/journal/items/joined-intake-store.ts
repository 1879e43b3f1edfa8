import type { IntakeStore } from '#electron/intake/store.ts';
import type { Journal } from '../open-journal.ts';

/** The journal as intake writes to it: frequent writes share a commit with others, and are durable when their promise resolves. */
export function joinedIntakeStore({ intake, join }: Pick<Journal, 'intake' | 'join'>): IntakeStore {
  return {
    ...intake,
    enqueue: (found) => join(() => intake.enqueue(found)),
    noteSame: (folderId, files) => join(() => void intake.noteSame(folderId, files)),
    // Twenty folders are swept at about the same time: one flush for all of them, instead of twenty every half minute.
    swept: (folderId, seen) => join(() => void intake.swept(folderId, seen)),
  };
}
