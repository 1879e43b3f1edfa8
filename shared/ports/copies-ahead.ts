import type { ItemId } from '../domain/ids.ts';
import type { CopyTo } from './file-reader.ts';

/** A copy that is whole and flushed. `bytes`: of the document alone. */
export type CopyMade = CopyTo & { readonly bytes: number };

/**
 * How intake hands the bytes of a document to delivery: as a private copy that is written while intake reads the file. Delivery
 * implements it. Only a shortcut: without a copy, delivery reads the file when the document's turn comes, and compares.
 */
export interface CopiesAhead {
  /** Where to write the copy of a file; null when enough copies are ahead, or disk space is low. Each is kept or given back. */
  take(): CopyTo | null;
  /** `doubtful`: nobody knows what is there, or what may still be written there. */
  giveBack(to: CopyTo, as: 'free' | 'doubtful'): void;
  /** The document is about to be sent and this is its copy: said before delivery can hear of the document. */
  keep(copy: CopyMade): void;
  /** No document came of a copy that was kept. */
  drop(itemId: ItemId): void;
  /** Null when more may come. Otherwise resolves once enough was sent, or soon: files beyond that would be read a second time. */
  waitForCapacity(): Promise<unknown> | null;
}
