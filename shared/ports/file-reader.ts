import type { ItemId } from '../domain/ids.ts';
import type { FitFile, Inspected } from '../domain/folder/inspected.ts';
import type { Result } from '../lib/result.ts';
import type { FileFault, FileStat } from './files.ts';

/** Where a private copy of a file's bytes is to be written, flushed, behind a header that says whose it is. */
export type CopyTo = { readonly path: string; readonly itemId: ItemId };

export type ReadRequest = {
  /** Absolute, of a regular file under `root`; no link is followed. */
  readonly path: string;
  readonly root: string;
  /** `hash`: its SHA-256 alone. `verdict`: also what it is and whether it can be sent. */
  readonly want: 'hash' | 'verdict';
  /**
   * Null where none is wanted. Without `sha256` it is made of a file that can be sent without a question; with it, of the file with this
   * hash (hexadecimal) and no other, whatever its verdict is.
   */
  readonly copy: (CopyTo & { readonly sha256: string | null }) | null;
  /**
   * Its content may be in the cloud only, and is to be fetched: the answer may take up to 10 minutes, and there is one such call at a
   * time. Without it, such a file is not opened (`in-cloud`).
   */
  readonly fetch?: true;
};

/** What came of the copy: there is none (`none`), it lies there whole and flushed, or the disk did not take it. */
export type Copied =
  | { readonly kind: 'none' }
  | { readonly kind: 'copied'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly fault: FileFault };

export type FileFacts = {
  /** As it was when its reading began. */
  readonly stat: Pick<FileStat, 'bytes' | 'modifiedAt' | 'changedAt' | 'inode'>;
  /** Hexadecimal; null of an empty file, and of one that is too large to be read whole. */
  readonly sha256: string | null;
  /** Null where none was wanted. */
  readonly inspected: Inspected | null;
  /** What an unfinished file would be sent as if a person says so; null where the service takes no such file. */
  readonly asItIs: FitFile | null;
  readonly copied: Copied;
};

/**
 * Reads files of the person's, one call a file: reading, hashing, looking into it and writing the private copy are one thing, and the bytes
 * never come back by the answer. The real one works in processes of its own (ADR-35), so that a file that hangs or
 * breaks what looks into it harms nothing else.
 */
export interface FileReader {
  read(of: ReadRequest): Promise<Result<FileFacts, FileFault>>;
  /** Something will be read before long. */
  ready(): void;
}
