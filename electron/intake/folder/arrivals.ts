import type { Waits } from '#shared/domain/folder/waits.ts';
import { SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import type { Fresh } from './sweep.ts';

/** File systems keep times in steps of up to two seconds, and a file server has a clock of its own. */
const STEP_MS = 5 * SECOND_MS;
/** The window names a file just before it is found. */
const NAMED_MAX = 1_000;

/** How new files of one folder came: those that were moved there, or that the window put there, are whole (C51). */
export class Arrivals {
  /** Of the last look: what programs were still writing under another name, by inode. */
  #unfinished: ReadonlySet<number> = new Set();
  /** When that look began; null before the first one of a run. */
  #lookedAt: WallMs | null = null;
  #looksAt: WallMs | null = null;
  readonly #put = new Set<string>();

  putWhole(relativePath: string): void {
    if (this.#put.size >= NAMED_MAX) this.#put.clear();
    this.#put.add(relativePath);
  }

  /**
   * Whether nobody has written the file since it is where it is: the last look did not see it there, but under the name of a file that is being written, or
   * it was written before that look. A folder whose scanner writes page after page may write each page like that.
   */
  isWhole({ relativePath, pair, kind, special, isNew }: Fresh, { kind: waits }: Waits): boolean {
    if (this.#put.delete(relativePath)) return true;
    if (!isNew || kind !== 'file' || special !== null || this.#lookedAt === null || waits === 'pages') return false;
    return this.#unfinished.has(pair.inode ?? Number.NaN) || pair.modifiedAt < this.#lookedAt - STEP_MS;
  }

  /** A look begins. */
  looks(at: WallMs): void {
    this.#looksAt = at;
  }

  /** It has ended. */
  looked(unfinished: ReadonlySet<number>): void {
    this.#unfinished = unfinished;
    this.#lookedAt = this.#looksAt;
  }
}
