import { SECOND_MS } from '#shared/lib/duration.ts';

/** Two sweeps that find the same numbers prove that they are kept, where the second one does not just read the first one's cache. */
const AGREEING_SWEEPS = 2;
const APART_MS = 10 * SECOND_MS;
/** Where numbers are proven, so many at once that differ are no files that a person or a program replaced. */
const MANY = 8;

/** Of the known files whose size, time of writing and change time are as they were: how many have their inode, and how many another one. */
export type InodesSeen = { readonly same: number; readonly other: number; readonly nowMs: number };

/** `leave`: nothing follows from them · `adopt`: the numbers were given anew, and these are to be remembered · `look`: those files are looked at. */
export type InodeVerdict = 'leave' | 'adopt' | 'look';

/**
 * Whether the inodes of one folder say anything about its files. Network file systems, FUSE and FAT make numbers up, some at every mount,
 * some whenever a file leaves the system's memory; no list of file systems knows them all. So the numbers are believed where they were
 * seen to stay, and not any more, until the next start, where they changed without a change of the files.
 */
export class InodeTrust {
  #state: 'unproven' | 'proven' | 'lost' = 'unproven';
  #adopted = false;
  #agreed = 0;
  #countedAtMs = Number.NEGATIVE_INFINITY;

  /** After a sweep. */
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

  /** A file with another inode, and nothing else of it changed, has the content that it had. */
  wasWrong(): void {
    this.#state = 'lost';
  }

  /** Once is the mount of a share; what happens twice would have every row written at every sweep. */
  #givenAnew(): InodeVerdict {
    if (this.#adopted || this.#state === 'proven') {
      this.#state = 'lost';
      return 'leave';
    }
    this.#adopted = true;
    return 'adopt';
  }
}
