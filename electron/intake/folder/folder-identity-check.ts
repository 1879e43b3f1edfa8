import type { Folder, FolderState, PassedOver } from '#shared/domain/folder/folder.ts';
import { compareBirths, type FileIdentity, isBirthProven, sameFolder, sameInode, seenAgain } from '#shared/domain/folder/same-folder.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Swept } from './sweep.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';

/** Sub-folders that the last sweep did not enter. */
export type FoldersPassedOver = { readonly tooDeep: PassedOver | null; readonly linked: PassedOver | null };

type Seen = Pick<Extract<Swept, { kind: 'seen' }>, 'identity' | 'mount' | 'tooDeep' | 'linked'>;

const NONE: FoldersPassedOver = { tooDeep: null, linked: null };

/** What this run has seen of a folder's identity on the disk (C41). */
export class FolderIdentityCheck {
  readonly #files: Files;
  #identity: FileIdentity | null = null;
  #mount: string | null = null;
  #passedOver: FoldersPassedOver = NONE;

  constructor(files: Files) {
    this.#files = files;
  }

  /** Identity when the right folder was last seen; null before that. */
  get identity(): FileIdentity | null {
    return this.#identity;
  }

  /** As of the last sweep. */
  get passedOver(): FoldersPassedOver {
    return this.#passedOver;
  }

  /** Forgets the previous folder, because the user said that the one there now is the right one. */
  forget(): void {
    this.#identity = null;
    this.#mount = null;
    this.#passedOver = NONE;
  }

  judge(folder: Folder, swept: Swept): FolderState {
    if (swept.kind === 'away') return swept.state;
    const { identity: found, mount, expected: known, recognised: unchanged } = swept;
    const sameMount = mount !== null && mount === this.#mount;
    return judgeFolder({ recorded: this.#identity ?? folder.identity, found, sameMount, known, unchanged });
  }

  /** True when the folders passed over have changed. */
  note(folder: Folder, { identity, mount, tooDeep, linked }: Seen): boolean {
    this.#identity = newestOf(this.#identity ?? folder.identity, identity);
    this.#mount = mount;
    const before = this.#passedOver;
    this.#passedOver = { tooDeep, linked };
    return isOther(before.tooDeep, tooDeep) || isOther(before.linked, linked);
  }

  /** Whether the same disk is still mounted as at the last sweep; if false, a new sweep is needed. */
  async isStill(path: string): Promise<boolean> {
    const stat = await this.#files.stat(path);
    if (!stat.ok || this.#identity === null || !sameFolder(this.#identity, stat.value.identity)) return false;
    return isBirthProven(this.#identity.inode) || (await this.#files.findMount(path)) === this.#mount;
  }
}

function isOther(before: PassedOver | null, now: PassedOver | null): boolean {
  return before?.folders !== now?.folders || before?.first !== now?.first;
}

export type FolderSeen = {
  /** Identity when it was last seen; null before it was first seen. */
  readonly recorded: FileIdentity | null;
  readonly found: FileIdentity;
  /** The disk has stayed mounted since the previous look of this run. */
  readonly sameMount: boolean;
  readonly known: number;
  readonly unchanged: number;
};

/**
 * Whether the folder is the chosen one (C41). Its birth time decides if both looks have seen it. Device numbers change with a restart, and on
 * network shares and memory sticks inodes do too; so if at least half of the known files are unchanged in their places, that is proof as
 * well. A folder that keeps its inode on a renumbered disk is accepted if no files are known that could be missing. The absence of all known
 * files counts against it only where neither birth time nor mount proves it, since people do file away all scans at once.
 */
export function judgeFolder({ recorded, found, sameMount, known, unchanged }: FolderSeen): 'present' | 'swapped' {
  if (recorded === null) return 'present';
  const births = compareBirths(recorded.inode, found.inode);
  if (births === 'other') return 'swapped';
  const isProven = births === 'same' || sameMount;
  if (sameFolder(recorded, found) && (isProven || known === 0 || unchanged > 0)) return 'present';
  if (unchanged > 0 && unchanged * 2 >= known) return 'present';
  return known === 0 && sameInode(recorded.inode, found.inode) ? 'present' : 'swapped';
}

/** Device and inode numbers may change with a restart. A birth time is proven by the first look at which it differs from all the other times. */
export function newestOf(recorded: FileIdentity | null, found: FileIdentity): FileIdentity {
  if (recorded === null) return found;
  return isBirthProven(recorded.inode) && !isBirthProven(found.inode)
    ? recorded
    : { ...found, inode: seenAgain(recorded.inode, found.inode) };
}

/**
 * Two sweeps with equal inodes prove that the file system keeps them, if they are far enough apart that the second does not just read the
 * cache of the first.
 */
const AGREEING_SWEEPS = 2;
const APART_MS = 10 * SECOND_MS;
/** With proven inodes, this many differences at once are not files replaced by a user or a program. */
const MANY = 8;

/** Among known files with unchanged size, modification time and change time: how many have their inode, and how many another one. */
type InodesSeen = { readonly same: number; readonly other: number; readonly nowMs: number };

/** `leave`: draw no conclusion · `adopt`: the inodes were reassigned, so store the new ones · `look`: read those files again. */
type InodeVerdict = 'leave' | 'adopt' | 'look';

/**
 * Whether the inodes of one folder say anything about its files. Network file systems, FUSE and FAT invent them, some at every mount, some
 * whenever a file leaves the cache, and no list of file systems is complete. So inodes are trusted once they were seen to stay, and are no
 * longer trusted until the next start once they changed although the files did not.
 */
export class InodeTrust {
  #state: 'unproven' | 'proven' | 'lost' = 'unproven';
  #adopted = false;
  #agreed = 0;
  #countedAtMs = Number.NEGATIVE_INFINITY;

  /** Verdict after a sweep. */
  note({ same, other, nowMs }: InodesSeen): InodeVerdict {
    if (this.#state === 'lost') return 'leave';
    if (other > same && (this.#state === 'unproven' || other >= MANY)) return this.#givenAnew();
    if (same > 0 && nowMs - this.#countedAtMs >= APART_MS) {
      this.#agreed += 1;
      this.#countedAtMs = nowMs;
    }
    if (this.#agreed >= AGREEING_SWEEPS) this.#state = 'proven';
    return this.#state === 'proven' ? 'look' : 'leave';
  }

  /** A file whose inode alone changed turned out to have its old content. */
  wasWrong(): void {
    this.#state = 'lost';
  }

  /** Once may be the mount of a share; if it could happen again, every row would be written at every sweep. */
  #givenAnew(): InodeVerdict {
    if (this.#adopted || this.#state === 'proven') {
      this.#state = 'lost';
      return 'leave';
    }
    this.#adopted = true;
    return 'adopt';
  }
}
