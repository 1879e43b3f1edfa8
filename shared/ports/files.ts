import type { FileIdentity } from '../domain/folder/same-folder.ts';
import type { WallMs } from '../lib/duration.ts';
import type { Result } from '../lib/result.ts';

export type FileStat = {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly bytes: number;
  /** When the content was last written. Any program may set it to any time. */
  readonly modifiedAt: WallMs;
  /**
   * When the content, the name, the owner or the rights last changed (ctime; the change time of NTFS), in whole milliseconds of the file
   * server's clock. No program can set it. File systems without one return `modifiedAt`.
   */
  readonly changedAt: WallMs;
  readonly identity: FileIdentity;
  /** The inode alone, for comparing; a 64-bit number is folded into one that JavaScript represents exactly. */
  readonly inode: number;
  /**
   * The file has a size but occupies no block on this disk. That is so if its content is only in the cloud, but also for sparse files, for
   * small and compressed ones on some file systems, and for every file of many FUSE mounts: by itself it proves nothing.
   */
  readonly noBlocks: boolean;
};

/**
 * What an entry is beyond its stat. `placeholder`: its content is only in the cloud, and reading it fetches the content · `stub`: a stand-in
 * under another name (`stubOf`) while the content is only in the cloud; reading it fetches nothing · `folder-link`: a link known to lead to a
 * folder; if that is not known it counts as an ordinary link.
 */
export type Special = 'placeholder' | 'stub' | 'folder-link';

export type FileEntry = { readonly name: string; readonly stat: FileStat; readonly special: Special | null };

/**
 * `gone`: it does not exist · `busy`: another program holds it · `denied`: no permission · `escaped`: a link or junction leads out of the
 * root · `full`: the disk is full · `unreachable`: the drive or share reports that it is away · `silent`: it does not answer at all ·
 * `in-cloud`: the content is only in the cloud, and was not to be fetched or is not handed out · `other`: see `code`.
 */
export type FileFault = {
  readonly kind: 'gone' | 'busy' | 'denied' | 'escaped' | 'full' | 'unreachable' | 'silent' | 'in-cloud' | 'other';
  readonly code: string;
};

export type FileRead = {
  readonly stat: FileStat;
  /** The whole file, or null if it is larger than `bytesMax`: nothing is ever truncated. */
  readonly bytes: Uint8Array | null;
  /** Of a larger file, if it was to be hashed: its SHA-256 and its first bytes. */
  readonly large?: LargeFile | undefined;
};

export type LargeFile = {
  readonly hash: Uint8Array<ArrayBuffer>;
  readonly head: Uint8Array;
  /** If it was to be copied: what kept our own disk from taking the copy; null if it is whole. */
  readonly copyFault?: FileFault | null;
};

/**
 * `hashMax`: larger files up to this size are hashed piece by piece. `copyLarge`: each piece of such a file is also written there, after `head`, in a file
 * of our own that is not flushed; it is whole or not, and of the wanted content or not, as the answer says.
 */
export type ReadOptions = {
  readonly root: string;
  readonly bytesMax: number;
  readonly hashMax?: number | undefined;
  readonly copyLarge?: { readonly path: string; readonly head: Uint8Array } | undefined;
  readonly fetch?: boolean | undefined;
};

/** `bytes`: the content of `from`, as just read. `resumed`: an earlier try under this same name was interrupted. */
export type Move = {
  readonly root: string;
  readonly from: string;
  readonly to: string;
  readonly bytes: Uint8Array;
  readonly resumed: boolean;
};

/** `taken`: a file of that name exists · `changed`: something else is at the old name, and stayed there. */
export type Moved = 'moved' | 'taken' | 'changed';

/**
 * What a watcher rings with: "look again", never the truth. `lost`: it no longer hears of changes, until `restored`; `share`: the folder is on
 * another computer and is not watched. Sweeps go on.
 */
export type WatchRing = (ring: { readonly kind: 'look' | 'restored' | 'share' } | { readonly kind: 'lost'; readonly code: string }) => void;

export interface Watch {
  close(): Promise<void>;
}

/**
 * The disk as a port. Paths are absolute. Watched trees are only read, except by `moveWithoutReplacing` and `writeBeside`,
 * which the user chose.
 */
export interface Files {
  stat(path: string): Promise<Result<FileStat, FileFault>>;
  /**
   * An id of the mount that holds the place, unique until that mount ends; null where the system does not tell. It serves as evidence for
   * disks without birth times (`samePlace`), and differs after a restart.
   */
  findMount(path: string): Promise<string | null>;
  /** How many bytes this user may still write to the disk of `path`; null where the system does not tell. */
  room(path: string): Promise<number | null>;
  /** The path with links resolved, as the system spells it. */
  realPath(path: string): Promise<Result<string, FileFault>>;
  /** One level, links not followed. */
  list(path: string): Promise<Result<readonly FileEntry[], FileFault>>;
  /**
   * Opens without following a link, checks that it is a regular file under `root`, reads it once. A file whose content is only in the cloud
   * is not opened (`in-cloud`) unless `fetch` is set; then the answer may take minutes.
   */
  read(path: string, options: ReadOptions): Promise<Result<FileRead, FileFault>>;
  /** Our own files only (key file, notes): written to a temporary file, flushed, renamed into place; readable by this user alone. */
  writeDurably(path: string, bytes: Uint8Array): Promise<Result<null, FileFault>>;
  /**
   * Our own files only: writes the parts one after the other over the file's beginning, flushed; a longer file keeps its end. A missing
   * file is created, readable by this user alone. A power cut may leave any mix of old and new: only for content that is
   * known by its hash, over content that nobody needs.
   */
  writeOver(path: string, parts: readonly Uint8Array[]): Promise<Result<null, FileFault>>;
  /** Our own files only: as many bytes of a file from this offset on, fewer if it ends before. */
  readPart(path: string, from: number, bytes: number): Promise<Result<Uint8Array, FileFault>>;
  /** Our own files only. A missing file counts as removed. */
  remove(path: string): Promise<Result<null, FileFault>>;
  /** Moves within one folder, and only because the user chose it. Never replaces another file, never loses one. */
  moveWithoutReplacing(of: Move): Promise<Result<Moved, FileFault>>;
  /** Writes a new file next to the user's, because they chose it; whole or not at all, and never over another one. */
  writeBeside(path: string, bytes: Uint8Array): Promise<Result<'written' | 'taken', FileFault>>;
  /** Also creates missing parents. `ours`: for this user alone; a user's folder gets the usual rights, since a scanner may write to it. */
  makeFolder(path: string, whose?: 'ours' | 'user'): Promise<Result<null, FileFault>>;
  watch(path: string, ring: WatchRing): Watch;
}
