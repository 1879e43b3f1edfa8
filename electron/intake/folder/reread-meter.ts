import { SECOND_MS } from '#shared/lib/duration.ts';

/**
 * What is read again for its change time alone: at most so much in one go, and as much anew in half a minute, the time between two
 * sweeps. 4 MB/s is felt neither by a disk nor by a share in the office; 100,000 files that a `chmod -R` or a backup touched take three
 * hours, and one file that was changed is read at the next sweep.
 */
const FILES_MAX = 256;
const BYTES_MAX = 128_000_000;
const WITHIN_MS = 30 * SECOND_MS;

/** One for all folders. By the monotonic clock. */
export class RereadMeter {
  #files = FILES_MAX;
  #bytes = BYTES_MAX;
  #atMs = Number.NEGATIVE_INFINITY;

  /** Whether a file of so many bytes may be read now; it counts as read then. */
  take(bytes: number, nowMs: number): boolean {
    const share = Math.min(1, (nowMs - this.#atMs) / WITHIN_MS);
    this.#atMs = nowMs;
    this.#files = Math.min(FILES_MAX, this.#files + share * FILES_MAX);
    this.#bytes = Math.min(BYTES_MAX, this.#bytes + share * BYTES_MAX);
    // The last one may be larger than what is left: else a large one would wait for ever behind small ones.
    if (this.#files < 1 || this.#bytes <= 0) return false;
    this.#files -= 1;
    this.#bytes -= bytes;
    return true;
  }
}
