import type { FileIdentity } from '../domain/folder/same-folder.ts';
import type { WallMs } from '../lib/duration.ts';
import type { Result } from '../lib/result.ts';

export type FileStat = {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly bytes: number;
  /** When its content was last written. Any program may set it to any time. */
  readonly modifiedAt: WallMs;
  /**
   * When the content, the name, the owner or the rights last changed (ctime; the change time of NTFS), in whole milliseconds of the file
   * server's clock. No program can set it. File systems that keep none give `modifiedAt` again.
   */
  readonly changedAt: WallMs;
  readonly identity: FileIdentity;
  /** The inode alone, for comparing; a number of 64 bits is folded into one that is exact in JavaScript. */
  readonly inode: number;
  /**
   * It has a size and takes no block on this disk. So does a file whose content is in the cloud only, and so do sparse files, small and
   * compressed ones on some file systems, and every file of many FUSE mounts: by itself it proves nothing.
   */
  readonly noBlocks: boolean;
};

/**
 * What an entry is besides what its stat says. `placeholder`: its content is in the cloud only, and reading it fetches the content · `stub`:
 * another file in its place, under another name (`stubOf`), while the content is in the cloud only; reading it fetches nothing ·
 * `folder-link`: a link that is known to lead to a folder; one of which that is not known is an ordinary link.
 */
export type Special = 'placeholder' | 'stub' | 'folder-link';

export type FileEntry = { readonly name: string; readonly stat: FileStat; readonly special: Special | null };

/**
 * `gone` it is not there · `busy` another program holds it · `denied` we may not · `escaped` a link or junction leads
 * out · `full` the disk is full · `unreachable` the drive or share says that it is away · `silent` it says nothing at all · `in-cloud` the
 * content is in the cloud only, and was not to be fetched, or is not given out · `other` see `code`.
 */
export type FileFault = {
  readonly kind: 'gone' | 'busy' | 'denied' | 'escaped' | 'full' | 'unreachable' | 'silent' | 'in-cloud' | 'other';
  readonly code: string;
};

export type FileRead = {
  readonly stat: FileStat;
  /** The whole file, or null when it is larger than `bytesMax`: nothing is ever cut. */
  readonly bytes: Uint8Array | null;
};

export type ReadOptions = { readonly root: string; readonly bytesMax: number; readonly fetch?: boolean | undefined };

/** `bytes`: what lies at `from`, as it was just read. `resumed`: an earlier try under this very name was interrupted. */
export type Move = {
  readonly root: string;
  readonly from: string;
  readonly to: string;
  readonly bytes: Uint8Array;
  readonly resumed: boolean;
};

/** `taken`: there is a file of that name · `changed`: something else lies at the old name, and stayed there. */
export type Moved = 'moved' | 'taken' | 'changed';

/** What a watcher rings with: "look again", never truth. `lost`: it no longer hears of changes, until `restored`; `share`: the folder is on another computer and is not watched. Sweeps go on. */
export type WatchRing = (ring: { readonly kind: 'look' | 'restored' | 'share' } | { readonly kind: 'lost'; readonly code: string }) => void;

export interface Watch {
  close(): Promise<void>;
}

/**
 * The disk as a port. Paths are absolute. Watched trees are only read, but for `moveWithoutReplacing` and `writeBeside`,
 * which the person chose.
 */
export interface Files {
  stat(path: string): Promise<Result<FileStat, FileFault>>;
  /**
   * Which mount the place lies on, by a name that no other mount has until this one ends; null where the system does not tell. It is a
   * witness for disks without birth times (`samePlace`), and it is not the same after a restart.
   */
  mountOf(path: string): Promise<string | null>;
  /** How many bytes this user may still write to the disk of `path`; null where the system does not tell. */
  room(path: string): Promise<number | null>;
  /** The same place without links, as the system spells it. */
  realPath(path: string): Promise<Result<string, FileFault>>;
  /** One level, links not followed. */
  list(path: string): Promise<Result<readonly FileEntry[], FileFault>>;
  /**
   * Opens without following a link, checks that it is a regular file under `root`, reads it once. One whose content is in the cloud only is
   * not opened (`in-cloud`), unless it is to be fetched: then the answer may take minutes.
   */
  read(path: string, options: ReadOptions): Promise<Result<FileRead, FileFault>>;
  /** Ours only (key file, notes): written beside, flushed to the disk, renamed into place; readable by this user alone. */
  writeDurably(path: string, bytes: Uint8Array): Promise<Result<null, FileFault>>;
  /**
   * Ours only: the parts one after the other, over what lies there from its beginning, flushed; what was longer keeps its end. A file
   * that is not there is made, readable by this user alone. After a power cut meanwhile any of old and new may be there: only for
   * what is known by its hash, over what nobody needs.
   */
  writeOver(path: string, parts: readonly Uint8Array[]): Promise<Result<null, FileFault>>;
  /** Ours only: the first bytes of a file, fewer where it has fewer. */
  readStart(path: string, bytes: number): Promise<Result<Uint8Array, FileFault>>;
  /** Ours only. What is not there counts as removed. */
  remove(path: string): Promise<Result<null, FileFault>>;
  /** Within one chosen folder, and only because the person chose it. Never over another file, never losing one. */
  moveWithoutReplacing(of: Move): Promise<Result<Moved, FileFault>>;
  /** A new file beside the person's, because they chose it; whole or not at all, and never over another one. */
  writeBeside(path: string, bytes: Uint8Array): Promise<Result<'written' | 'taken', FileFault>>;
  /** With those above it. `ours` is for this user alone; a person's own has the usual rights, since a scanner may write to it. */
  makeFolder(path: string, whose?: 'ours' | 'person'): Promise<Result<null, FileFault>>;
  watch(path: string, ring: WatchRing): Watch;
}
