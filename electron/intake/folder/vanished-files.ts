import type { Folder } from '#shared/domain/folder/folder.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { IntakeStore, KnownFile } from '../store.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import { endOfTurn } from '#shared/node/end-of-turn.ts';

export type VanishedFilesDeps = {
  readonly clock: Clock;
  readonly store: Pick<IntakeStore, 'forget' | 'noteGone'>;
  readonly sweepEveryMs: number;
};

/** Every other folder is swept once in this many intervals, even where a sweep has just begun. */
const SWEEPS = 2;

/**
 * Files of one folder that a sweep has certainly seen vanish. Perhaps they were only moved into another watched folder, so they count as gone
 * only after that one has had time to find them. In memory only: what vanished in earlier runs is asked of the journal, once.
 */
export class VanishedFiles {
  readonly #by: VanishedFilesDeps;
  readonly #atMs = new Map<string, number>();
  /** When this run first saw the folder; null once the journal was asked. */
  #firstMs: number | null | undefined;

  constructor(by: VanishedFilesDeps) {
    this.#by = by;
  }

  /** After each complete sweep. */
  note({ id, settleMs }: Folder, vanished: readonly string[]): void {
    const { clock, store, sweepEveryMs } = this.#by;
    const nowMs = clock.monotonicMs();
    if (vanished.length > 0) store.forget(id, vanished);
    for (const path of vanished) this.#atMs.set(path, nowMs);
    if (this.#firstMs === undefined) this.#firstMs = nowMs;
    const gone = this.#takeBefore(nowMs - SWEEPS * sweepEveryMs - settleMs);
    if (gone.length > 0) store.noteGone(id, gone);
  }

  #takeBefore(untilMs: number): readonly string[] | 'any' {
    const gone = Array.from(this.#atMs).flatMap(([path, atMs]) => (atMs <= untilMs ? [path] : []));
    for (const path of gone) this.#atMs.delete(path);
    if (typeof this.#firstMs !== 'number' || this.#firstMs > untilMs) return gone;
    this.#firstMs = null;
    return 'any';
  }
}

/**
 * All known files of a folder, by relative path. A hundred thousand rows are read in a hundred turns of the event loop, so that other work
 * goes on. The unreadable ones are added to `changed`: their content is unknown, and they may be readable by now.
 */
export async function loadKnownFiles(
  store: Pick<IntakeStore, 'knownFiles' | 'unreadable'>,
  folderId: FolderId,
  changed: Set<string>,
): Promise<Map<string, KnownFile>> {
  const known = new Map<string, KnownFile>();
  for (const page of store.knownFiles(folderId)) {
    if (known.size > 0) await new Promise<void>((resolve) => endOfTurn(resolve));
    for (const [path, pair] of page) known.set(path, pair);
  }
  for (const path of store.unreadable(folderId)) changed.add(path);
  return known;
}
