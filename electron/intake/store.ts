import type { Folder, FolderState } from '#shared/domain/folder/folder.ts';
import type { Chore } from '#shared/domain/item/advance.ts';
import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import type { Inspected } from '#shared/domain/folder/inspected.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { CopyMade } from '#shared/ports/copies-ahead.ts';
import type { FileIdentity } from '#shared/domain/folder/same-folder.ts';

/** How a file was when it was last looked at and dealt with. One that is still so needs no second look (ADR-28). */
export type KnownFile = {
  readonly bytes: number;
  readonly modifiedAt: WallMs;
  /** In a row of a version that kept none: when it was dealt with. */
  readonly changedAt: WallMs;
  /** Null in a row of a version that kept none. */
  readonly inode: number | null;
};

/** A known file that has its content, and how it is now. */
export type SameFile = { readonly relativePath: string; readonly known: KnownFile };

export type FoundFile = {
  readonly folderId: FolderId;
  /** Below the folder, with `/` between its parts. */
  readonly relativePath: string;
  readonly known: KnownFile;
  readonly inspected: Inspected;
  /** Its private copy, which is kept under this id if the document is new and waits to be sent. */
  readonly copy?: CopyMade | null;
  /** It was there before the folder was added, or came with too many others: held until a person says (invariant 12). */
  readonly flood: boolean;
  /** A person wants it sent whatever is wrong with its content: also where that is known, and was found unfit (C40). */
  readonly byPerson?: true;
};

/**
 * `chores`: what is to be done about a new item whose result was known already, since another computer had sent it. `released`: the
 * content was known as unfit, and is sent now because a person said so.
 */
export type Enqueued = {
  readonly itemId: ItemId;
  readonly made: boolean;
  readonly released?: true;
  readonly chores: readonly Chore[];
};

/** What intake asks of the journal. Every call is durable when it returns, or when its promise resolves. */
export interface IntakeStore {
  folders(): readonly Folder[];
  /** Null when it is not on the list: the question of each of its loops at every turn, so no other folder is read for it. */
  folder(folderId: FolderId): Folder | null;
  /** By relative path; a page at a time, each read when it is asked for, so that the caller can let others go on in between. */
  knownFiles(folderId: FolderId): Iterable<readonly (readonly [string, KnownFile])[]>;
  /** Paths of files that a person was told of because they could not be read. */
  unreadable(folderId: FolderId): readonly string[];
  /**
   * When the newest file of a flood in this folder was found about which nobody has decided, or when the newest was written that is still to
   * be taken up; null when there is none of either.
   */
  floodedAt(folderId: FolderId): WallMs | null;
  /** Files of a flood are still to be taken up in this folder, the newest written `until` then; null when there are none, or no more. */
  noteFlood(folderId: FolderId, until: WallMs | null): void;
  /** Links the file to the item of its content, or makes the item; says which. */
  enqueue(found: FoundFile): Enqueued | Promise<Enqueued>;
  /** This item is to be sent, and its upload has not begun. */
  isWaiting(itemId: ItemId): boolean;
  /** The file is no longer where it was; the item stays. */
  forget(folderId: FolderId, relativePaths: readonly string[]): void;
  /** What lies there as far as it is known: the hash of its content, null where it was never read. Null when nothing is known there. */
  contentAt(folderId: FolderId, relativePath: string): { readonly sha256: string | null } | null;
  /** The same contents under another change time or inode: the rows learn it, and nobody else. */
  noteSame(folderId: FolderId, files: readonly SameFile[]): void | Promise<void>;
  swept(
    folderId: FolderId,
    seen: { readonly state: FolderState; readonly identity: FileIdentity | null; readonly at: WallMs },
  ): void | Promise<void>;
}
