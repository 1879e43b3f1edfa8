import { MINUTE_MS } from '#shared/lib/duration.ts';

/** More unknown files than this in one sweep are not a day's work but an archive (invariant 12). */
const BULK_ARRIVAL_MORE_THAN = 50;
/** Copying takes time: files that arrive within this gap of the last one count as the same bulk arrival. */
const TAIL_MS = MINUTE_MS;

/** Files that arrived together with too many others, held until the person decides (invariant 12). */
export class BulkArrival {
  readonly #held = new Set<string>();
  #untilMs = Number.NEGATIVE_INFINITY;

  /** Notes all unknown files of one sweep. */
  note(relativePaths: readonly string[], nowMs: number): void {
    const more = relativePaths.filter((path) => !this.#held.has(path));
    const bulkArrivals = relativePaths.length > BULK_ARRIVAL_MORE_THAN || nowMs < this.#untilMs;
    if (!bulkArrivals || more.length === 0) return;
    this.hold(more);
    this.#untilMs = nowMs + TAIL_MS;
  }

  hold(relativePaths: readonly string[]): void {
    for (const path of relativePaths) this.#held.add(path);
  }

  has(relativePath: string): boolean {
    return this.#held.has(relativePath);
  }

  /** The file was taken up, or is gone. */
  release(relativePath: string): void {
    this.#held.delete(relativePath);
  }
}
