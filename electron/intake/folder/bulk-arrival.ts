import { MINUTE_MS } from '#shared/lib/duration.ts';

/** So many unknown files in one sweep are no day's work but somebody's archive (invariant 12). */
const BULK_ARRIVAL_MORE_THAN = 50;
/** Copying takes its time: until so long nothing more came, what comes belongs to it. */
const TAIL_MS = MINUTE_MS;

/** Which files came with too many others, and are held until a person says what becomes of them (invariant 12). */
export class BulkArrival {
  readonly #held = new Set<string>();
  #untilMs = Number.NEGATIVE_INFINITY;

  /** All files of one sweep that are not known. */
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

  /** Taken up, or gone. */
  release(relativePath: string): void {
    this.#held.delete(relativePath);
  }
}
