import type { Folder, FolderState } from '#shared/domain/folder/folder.ts';
import type { Chore } from '#shared/domain/item/advance.ts';
import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import type { NoteBeside } from '#shared/domain/item/note-schemas.ts';
import type { Inspected } from '#shared/domain/folder/inspected.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { CopyMade } from '#shared/ports/copies-ahead.ts';
import type { FileIdentity } from '#shared/domain/folder/same-folder.ts';

/** A file's state when it was last looked at and dealt with. A file that still matches needs no second look (ADR-28). */
export type KnownFile = {
  readonly bytes: number;
  readonly modifiedAt: WallMs;
  /** In a row from a version that did not store it: when the file was dealt with. */
  readonly changedAt: WallMs;
  /** Null in a row from a version that did not store it. */
  readonly inode: number | null;
};

/** A known file with unchanged content, and its current state. */
export type SameFile = { readonly relativePath: string; readonly known: KnownFile };

export type FoundFile = {
  readonly folderId: FolderId;
  /** Relative to the folder, separated by `/`. */
  readonly relativePath: string;
  readonly known: KnownFile;
  readonly inspected: Inspected;
  /** Of a file of entries: the hash of the folder's mapping when it was read; null for none. */
  readonly mapping?: string | null | undefined;
  /** Its private copy, kept under this id if the document is new and waits to be sent. */
  readonly copy?: CopyMade | null;
  /** It came by one move, or from the window: nothing was written where it lies. */
  readonly cameWhole?: true | undefined;
  /** It was there before the folder was added, or is part of a bulk arrival: held until the user decides (invariant 12). */
  readonly bulkArrival: boolean;
  /** The user has said that this file is to be fetched from the cloud and sent: its sub-folder needs no second word. */
  readonly wanted?: true | undefined;
  /** The note file beside it, as it was read. */
  readonly note?: NoteBeside | undefined;
  /** The user wants it sent despite any problem with its content, even where that content is known as unfit (C40). */
  readonly byUser?: true;
};

/**
 * `chores`: what remains to be done for a new item whose result was known already, because another computer had sent the document.
 * `released`: the content was known as unfit, and is sent now because the user said so.
 */
export type Enqueued = {
  readonly itemId: ItemId;
  readonly made: boolean;
  readonly released?: true;
  readonly chores: readonly Chore[];
};

/** What intake needs from the journal. Every call is durable when it returns, or when its promise resolves. */
export interface IntakeStore {
  folders(): readonly Folder[];
  /** Null when it is not on the list. Every loop asks this in every round, so the call reads no other folder. */
  folder(folderId: FolderId): Folder | null;
  /** Pages of known files by relative path. Each page is read on demand, so that the caller can yield to other work in between. */
  knownFiles(folderId: FolderId): Iterable<readonly (readonly [string, KnownFile])[]>;
  /**
   * Paths of files that are to be read again although they did not change: they were reported to the user as unreadable, or are judged by another mapping
   * than their folder's.
   */
  toReadAgain(folderId: FolderId): readonly string[];
  /** The mapping of files of entries with this hash; null if it is not there. */
  mapping(sha256: string): EntriesMapping | null;
  /**
   * When the newest undecided file of a bulk arrival in this folder was found, or when the newest one still to be taken up was written; null when
   * there is neither.
   */
  bulkArrivedAt(folderId: FolderId): WallMs | null;
  /** Whether any file of a bulk arrival in this folder, of its company and type, still waits for the user's answer. */
  isAskedAbout(folder: Pick<Folder, 'id' | 'companyId' | 'importType'>): boolean;
  /** Records that files of a bulk arrival are still to be taken up, the newest written at `until`; null when there are none left. */
  noteBulkArrival(folderId: FolderId, until: WallMs | null): void;
  /** Links the file to the item with its content, or creates the item; the result says which. */
  enqueue(found: FoundFile): Enqueued | Promise<Enqueued>;
  /** A note file beside this path was read: it goes with the document there, if there is one, while that can still have it. */
  noteBeside(folderId: FolderId, relativePath: string, note: NoteBeside): void | Promise<void>;
  /** This item is to be sent, and its upload has not begun. */
  isWaiting(itemId: ItemId): boolean;
  /** The file is no longer where it was; the item stays. */
  forget(folderId: FolderId, relativePaths: readonly string[]): void;
  /**
   * These files have vanished for long enough to be found elsewhere; `any`: so have all that vanished in earlier runs. Their documents need
   * nobody any more, unless a file of theirs is known elsewhere.
   */
  noteGone(folderId: FolderId, vanished: readonly string[] | 'any'): void;
  /** The last known content at this path: its SHA-256, or null if it was never read. Null when the path is unknown. */
  contentAt(folderId: FolderId, relativePath: string): { readonly sha256: string | null } | null;
  /** The same content with another change time or inode: only the rows are updated, and nothing is announced. */
  noteSame(folderId: FolderId, files: readonly SameFile[]): void | Promise<void>;
  /** Files beside the watched folders, in this folder, that the user ignores: names, and when each was written. */
  ignoredMisplaced(parent: string): ReadonlyMap<string, WallMs>;
  /** Exactly these are ignored from now on. */
  ignoreMisplaced(parent: string, files: ReadonlyMap<string, WallMs>): void;
  swept(
    folderId: FolderId,
    seen: { readonly state: FolderState; readonly identity: FileIdentity | null; readonly at: WallMs },
  ): void | Promise<void>;
}
