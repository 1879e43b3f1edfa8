/** The free room on the disk of journal and copies: unlimited until a scenario limits it. */
export class Room {
  readonly #used: () => number;
  #most = Number.POSITIVE_INFINITY;

  /** `used`: bytes in use now. */
  constructor(used: () => number) {
    this.#used = used;
  }

  /** From now on this many bytes can be added to those in use; null removes the limit. */
  leave(freeBytes: number | null): void {
    this.#most = freeBytes === null ? Number.POSITIVE_INFINITY : this.#used() + freeBytes;
  }

  /** Free bytes; null without a limit. */
  free(): number | null {
    return this.#most === Number.POSITIVE_INFINITY ? null : Math.max(0, this.#most - this.#used());
  }

  /** Whether this many more bytes fit. Looks at the files only while there is a limit. */
  takes(bytes: number): boolean {
    return this.#most === Number.POSITIVE_INFINITY || this.#used() + bytes <= this.#most;
  }
}
