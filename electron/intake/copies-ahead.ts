import type { CopyTo } from '#shared/ports/file-reader.ts';

/** Where the reader puts private copies of what is likely to be sent next. What is taken is kept for a document, or given back. */
export type CopiesAhead = {
  /** Null when enough of them lie ahead: then the file is read once more when its turn comes. */
  take(): CopyTo | null;
  /** `doubtful`: nobody knows what lies there, or what will be written there yet. */
  giveBack(to: CopyTo, as: 'free' | 'doubtful'): void;
};

/** A copy that lies there, whole and flushed. `bytes`: of the document alone. */
export type CopyMade = CopyTo & { readonly bytes: number };
