import { MINUTE_MS } from '#shared/lib/duration.ts';

/** More unknown files than this in one sweep are not a day's work but an archive (invariant 12). */
const BULK_ARRIVAL_MORE_THAN = 50;
/** Copying takes time: files that arrive within this gap of the last one count as the same bulk arrival. */
const TAIL_MS = MINUTE_MS;

/** Files that arrived together with too many others, held until the user decides (invariant 12). The answer ends it: what comes later is new. */
export class BulkArrival {
  readonly #held = new Set<string>();
  #untilMs = Number.NEGATIVE_INFINITY;
  #isAsked: () => boolean = never;
  /** The user was asked; when nothing asks any more, by whatever way, there was an answer. */
  #wasAsked = false;
  #isAnswered = false;

  /** Notes all unknown files of one sweep. `isAsked`: whether the journal still asks the user about files that arrived together in this folder. */
  note(relativePaths: readonly string[], nowMs: number, isAsked: () => boolean = never): void {
    this.#isAsked = isAsked;
    const more = relativePaths.filter((path) => !this.#held.has(path));
    if (more.length === 0) return;
    if (this.#wasAsked && !isAsked()) this.#answered();
    // Those of an arrival that was answered, and that are still to be read, make no new one of the next file.
    const together = this.#isAnswered ? more.length : relativePaths.length;
    if (together <= BULK_ARRIVAL_MORE_THAN && nowMs >= this.#untilMs) return;
    this.hold(more);
    this.#isAnswered = false;
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
    if (this.#held.delete(relativePath) && !this.#wasAsked) this.#wasAsked = this.#isAsked();
  }

  #answered(): void {
    this.#wasAsked = false;
    this.#isAnswered = true;
    this.#untilMs = Number.NEGATIVE_INFINITY;
  }
}

function never(): boolean {
  return false;
}
