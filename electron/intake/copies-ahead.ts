import type { CopyTo } from '#shared/ports/file-reader.ts';

/** Slots for private copies of the files that are likely to be sent next. A slot that was taken is kept for a document, or given back. */
export type CopiesAhead = {
  /** Null when there are enough copies already: the file is then read again when its turn comes. */
  take(): CopyTo | null;
  /** `doubtful`: what the slot contains, or may still receive, is unknown. */
  giveBack(to: CopyTo, as: 'free' | 'doubtful'): void;
};

/** A finished copy, complete and flushed. `bytes`: size of the document alone. */
export type CopyMade = CopyTo & { readonly bytes: number };
