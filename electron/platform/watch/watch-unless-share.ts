import type { Watch, WatchRing } from '#shared/ports/files.ts';

export type WatchUnlessShareDeps = {
  /** Null while the folder is missing. */
  readonly isOnShare: (path: string) => Promise<boolean | null>;
  readonly listen: (path: string, ring: WatchRing) => Watch;
};

/** Windows connects drives some time after the person has logged in. One system call per interval, until the folder is there. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Windows: a folder on another computer is not watched. Many servers report no changes, or only some, without an error; and a watched folder
 * is held open on the server, so that nobody can rename a folder above it.
 */
export class WatchUnlessShare implements Watch {
  readonly #path: string;
  readonly #ring: WatchRing;
  readonly #by: WatchUnlessShareDeps;
  #watch: Watch | null = null;
  #later: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(path: string, ring: WatchRing, by: WatchUnlessShareDeps) {
    this.#path = path;
    this.#ring = ring;
    this.#by = by;
    void this.#begin();
  }

  /** Does not wait for a pending call: the server may be gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#later !== null) clearTimeout(this.#later);
    await this.#watch?.close();
  }

  async #begin(): Promise<void> {
    const isShare = await this.#by.isOnShare(this.#path);
    if (this.#isClosed) return;
    if (isShare === null) this.#later = setTimeout(() => void this.#begin(), LOOK_AGAIN_MS).unref();
    else if (isShare) this.#ring({ kind: 'share' });
    else this.#watch = this.#by.listen(this.#path, this.#ring);
  }
}
