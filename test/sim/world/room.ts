/** The room on the disk where journal and copies lie: none is missing until somebody leaves little of it. */
export class Room {
  readonly #used: () => number;
  #most = Number.POSITIVE_INFINITY;

  /** `used`: bytes that lie there now. */
  constructor(used: () => number) {
    this.#used = used;
  }

  /** From now on there is so much for what we add to what lies there; null takes the limit away. */
  leave(freeBytes: number | null): void {
    this.#most = freeBytes === null ? Number.POSITIVE_INFINITY : this.#used() + freeBytes;
  }

  /** Bytes that are free; null where nobody left little of it. */
  free(): number | null {
    return this.#most === Number.POSITIVE_INFINITY ? null : Math.max(0, this.#most - this.#used());
  }

  /** Whether so many bytes more find room. Looks at the files only while there is a limit. */
  takes(bytes: number): boolean {
    return this.#most === Number.POSITIVE_INFINITY || this.#used() + bytes <= this.#most;
  }
}
