import { SECOND_MS } from '#shared/lib/duration.ts';

/**
 * Limits for rereading files because of their change time alone: this much at once, refilled within half a minute, the time between two
 * sweeps. 4 MB/s is noticed neither on a disk nor on an office share. 100,000 files touched by a `chmod -R` or a backup take three hours, and
 * a single changed file is read at the next sweep.
 */
const FILES_MAX = 256;
const BYTES_MAX = 128_000_000;
const WITHIN_MS = 30 * SECOND_MS;

/** One meter for all folders, on the monotonic clock. */
export class RereadMeter {
  #files = FILES_MAX;
  #bytes = BYTES_MAX;
  #atMs = Number.NEGATIVE_INFINITY;

  /** Whether a file of this many bytes may be read now; if so, it is counted as read. */
  take(bytes: number, nowMs: number): boolean {
    const share = Math.min(1, (nowMs - this.#atMs) / WITHIN_MS);
    this.#atMs = nowMs;
    this.#files = Math.min(FILES_MAX, this.#files + share * FILES_MAX);
    this.#bytes = Math.min(BYTES_MAX, this.#bytes + share * BYTES_MAX);
    // The last file may be larger than the remaining budget; otherwise a large one would wait for ever behind small ones.
    if (this.#files < 1 || this.#bytes <= 0) return false;
    this.#files -= 1;
    this.#bytes -= bytes;
    return true;
  }
}
