import { SECOND_MS } from '#shared/lib/duration.ts';

/**
 * Two sweeps with equal inodes prove that the file system keeps them, if they are far enough apart that the second does not just read the
 * cache of the first.
 */
const AGREEING_SWEEPS = 2;
const APART_MS = 10 * SECOND_MS;
/** With proven inodes, this many differences at once are not files replaced by a person or a program. */
const MANY = 8;

/** Among known files with unchanged size, modification time and change time: how many have their inode, and how many another one. */
export type InodesSeen = { readonly same: number; readonly other: number; readonly nowMs: number };

/** `leave`: draw no conclusion · `adopt`: the inodes were reassigned, so store the new ones · `look`: read those files again. */
export type InodeVerdict = 'leave' | 'adopt' | 'look';

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
