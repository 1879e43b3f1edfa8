import { QUICK_MS, type Waits } from '#shared/domain/folder/waits.ts';
import type { Fresh } from './sweep.ts';

/** The window names a file just before it is found. */
const NAMED_MAX = 1_000;

/** How new files of one folder came: those that were moved there, or that the window put there, are whole (C51). */
export class Arrivals {
  /** Of the last look: what programs were still writing under another name, by inode. */
  #unfinished: ReadonlySet<number> = new Set();
  readonly #put = new Set<string>();

  /** The window is about to put a whole file there. */
  putWhole(relativePath: string): void {
    if (this.#put.size >= NAMED_MAX) this.#put.clear();
    this.#put.add(relativePath);
  }

  /**
   * Whether nobody has written the file since it is where it is: at the last look it had the name of a file that is being written, or it had been quiet for
   * long when it was moved. Both times are of one clock, the disk's. A folder whose scanner writes page after page may get each page like that, and one that a person has set waits as it is set.
   */
  isWhole({ relativePath, pair, kind, special, isNew }: Fresh, { kind: waits }: Waits): boolean {
    const isPut = this.#put.delete(relativePath);
    if (isPut && isNew) return true;
    if (!isNew || kind !== 'file' || special !== null || waits === 'pages' || waits === 'chosen') return false;
    return this.#unfinished.has(pair.inode ?? Number.NaN) || pair.changedAt - pair.modifiedAt >= QUICK_MS;
  }

  /** What a look has seen under the names of unfinished files. */
  looked(unfinished: ReadonlySet<number>): void {
    this.#unfinished = unfinished;
  }
}
