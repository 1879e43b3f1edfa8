import type { ItemId } from '../domain/ids.ts';
import type { Folder } from '../domain/folder/folder.ts';
import type { FitFile, Inspected } from '../domain/folder/inspected.ts';
import type { EntriesChoice, KeptFault } from '../domain/item/entries-schemas.ts';
import type { JournalTotals, TooLarge } from '../entries/chosen-lines.ts';
import type { EntriesReading, TableRow } from '../entries/entry-lines.ts';
import type { MappingDifference } from '../entries/fit-mapping.ts';
import type { MappingGuess } from '../entries/guess-mapping.ts';
import type { EntriesMapping } from '../entries/mapping.ts';
import type { Dialect } from '../entries/quoting.ts';
import type { Result } from '../lib/result.ts';
import type { FileFault, FileStat } from './files.ts';

/** Where to write a private copy of a file's bytes: flushed, after a header that names its document. */
export type CopyTo = { readonly path: string; readonly itemId: ItemId };

export type ReadRequest = {
  /** Absolute path of a regular file under `root`; links are not followed. */
  readonly path: string;
  readonly root: string;
  /**
   * `hash`: only its SHA-256. `verdict`: also what the file is and whether it can be sent. `lines`: of a file of entries, also its lines, as they are sent.
   * `preview`: of a file of entries, what is shown of it before somebody agrees, also where it has errors. `columns`: of a file of rows, what is shown while its
   * columns are given a meaning.
   */
  readonly want: 'hash' | 'verdict' | 'lines' | 'preview' | 'columns';
  /** What the file's folder is for, on which the verdict depends; missing for an invoice of any type. */
  readonly importType?: Folder['importType'];
  /**
   * How a file of entries is read. `mapping`: of its columns; null for a file that needs none. `choice`: which of its lines are meant; null for those that
   * are proposed: all, but of the whole books of a year not the opening journals. `part`: which part of these, from 1, if they are too many for one import.
   */
  readonly entriesAs?: { readonly mapping: EntriesMapping | null; readonly choice: EntriesChoice | null; readonly part?: number };
  /** The file's own name, if the path is that of a private copy, and the place of its bytes there. */
  readonly within?: { readonly name: string; readonly from: number; readonly bytes: number };
  /**
   * The copy to make; null for none. Without `sha256` it is made only if the file can be sent without a question; with it, only if the file
   * has this hash (hexadecimal), whatever the verdict. `largeMax`: also of a file that is too large to be sent, up to this size; then it is not flushed,
   * and only to be looked at.
   */
  readonly copy: (CopyTo & { readonly sha256: string | null; readonly largeMax?: number }) | null;
  /**
   * Fetch the content if it is only in the cloud: the answer may take up to 10 minutes, and there is one such call at a time. Without it,
   * such a file is not opened (`in-cloud`).
   */
  readonly fetch?: true;
};

/** Outcome of the copy: not made (`none`), whole and flushed (`copied`), or refused by the disk (`failed`). */
export type Copied =
  | { readonly kind: 'none' }
  | { readonly kind: 'copied'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly fault: FileFault };

export type FileFacts = {
  /** The file's stat when reading began. */
  readonly stat: Pick<FileStat, 'bytes' | 'modifiedAt' | 'changedAt' | 'inode'>;
  /** Hexadecimal; null for an empty file and for one that is too large to be read whole. */
  readonly sha256: string | null;
  /** Null if only the hash was asked for. */
  readonly inspected: Inspected | null;
  /** What an unfinished file would be sent as if a user says so; null if the service does not accept such a file. */
  readonly asItIs: FitFile | null;
  /** Of a file of entries, if its lines were asked for and can be sent: the JSON text of `entries`, UTF-8. */
  readonly lines?: Uint8Array;
  /** Of a file of entries, if that was asked for and lines of it can be read. */
  readonly preview?: EntriesPreviewed;
  /** Of a file of entries that needs a mapping, if that was asked for and rows of it can be read. */
  readonly columns?: FileColumns;
  readonly copied: Copied;
};

/** What a file of rows shows while its columns are given a meaning. Small, however large the file is. */
export type FileColumns = {
  /** Null of a workbook, as `encoding`. */
  readonly dialect: Dialect | null;
  readonly encoding: { readonly name: string; readonly guessed: boolean } | null;
  /** The first ones from the top of the file, with long cells cut, and how many there are. */
  readonly rows: readonly TableRow[];
  readonly rowCount: number;
  readonly guess: MappingGuess;
  /** The guess as a whole mapping; what is open in it is filled in. */
  readonly proposed: EntriesMapping;
  /** What it comes to by the mapping that it was read by; null without one. */
  readonly tried: TriedMapping | null;
};

export type TriedMapping = {
  readonly lines: number;
  readonly debitCents: number;
  readonly creditCents: number;
  readonly errors: EntriesFaults;
  readonly warnings: EntriesFaults;
  /** Rows that are no lines. */
  readonly leftOut: number;
  /** The canonical text of the first lines. */
  readonly first: readonly string[];
  /** `blocks`: it keeps the file from being read. */
  readonly differences: readonly (MappingDifference & { readonly blocks: boolean })[];
};

/** What a file of entries shows before somebody agrees. Faults are all counted, and the first ones are there. */
export type EntriesPreviewed = {
  readonly format: EntriesReading['format'];
  /** Null of a workbook. */
  readonly encoding: { readonly name: string; readonly guessed: boolean } | null;
  readonly lines: number;
  readonly errors: EntriesFaults;
  readonly warnings: EntriesFaults;
  readonly journals: readonly JournalTotals[];
  /** The one that was asked for, else what is proposed. */
  readonly choice: EntriesChoice;
  readonly tooLarge: TooLarge | null;
  /** One `previewLine` for each line that could be read, UTF-8. */
  readonly text: Uint8Array;
  /** What these lines are compared by with those that were sent. */
  readonly lineKeys?: Uint8Array;
};

type EntriesFaults = { readonly count: number; readonly first: readonly KeptFault[] };

/**
 * Reads the user's files, one call per file: reading, hashing, inspecting and writing the private copy are one step, and the answer does
 * not carry the bytes. The real one works in separate processes (ADR-35), so that a file that hangs or crashes the inspection harms nothing else.
 */
export interface FileReader {
  read(of: ReadRequest): Promise<Result<FileFacts, FileFault>>;
  /** Hint: something will be read soon. */
  ready(): void;
}
