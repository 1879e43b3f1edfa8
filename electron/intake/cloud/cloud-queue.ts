import { backOffMs } from '#shared/lib/back-off.ts';
import { HOUR_MS, MINUTE_MS, type WallMs } from '#shared/lib/duration.ts';
import type { CloudFetch } from '#shared/domain/folder/unfinished.ts';
import { stubOf } from '#shared/domain/folder/stub-of.ts';
import type { Fresh } from '../folder/sweep.ts';
import { Mutex } from '#shared/async/semaphore.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';

/** Back-off after a failed fetch. The maximum is short, so that being offline at noon delays nothing until the evening. */
const AGAIN = { firstMs: 2 * MINUTE_MS, mostMs: HOUR_MS };

type Tried = { readonly times: number; readonly untilMs: number; readonly code: string };

export type CloudAt = {
  /** When the folder was added, in the first look of a run. Placeholders written before that wait for the user. */
  readonly historyUntil: WallMs | null;
  readonly isBulkArrival: (relativePath: string) => boolean;
};

/** The placeholders and stubs of one folder, in memory: which of them wait for the user, and the state of the others. */
export class CloudQueue {
  /** By the paths of the files themselves, even where stubs stand in for them. */
  readonly #held = new Set<string>();
  /** Files that the user wants fetched. */
  readonly #wanted = new Set<string>();
  readonly #tried = new Map<string, Tried>();
  #now: string | null = null;

  /** Updates after a look at the disk; returns the files that waited for the user and whose content has arrived. */
  note(fresh: readonly Fresh[], { historyUntil, isBulkArrival }: CloudAt): readonly string[] {
    const came: string[] = [];
    for (const { relativePath, pair, special } of fresh) {
      const path = pathOf(relativePath);
      if (special === null) {
        if (this.#held.delete(path)) came.push(path);
        continue;
      }
      const isHistory = historyUntil !== null && pair.modifiedAt <= historyUntil;
      if ((isHistory || isBulkArrival(relativePath)) && !this.#wanted.has(path)) this.#held.add(path);
    }
    return came;
  }

  /** The user decides about it separately, or has decided, so it does not count towards a bulk arrival. */
  isCounted(relativePath: string): boolean {
    const path = pathOf(relativePath);
    return this.#held.has(path) || this.#wanted.has(path);
  }

  /** The user has said that it is to be fetched and sent. */
  isWanted(relativePath: string): boolean {
    return this.#wanted.has(pathOf(relativePath));
  }

  isHeld(relativePath: string): boolean {
    return this.#held.has(pathOf(relativePath));
  }

  /** Releases the held ones of these for fetching, and returns them. */
  fetchHeld(relativePaths: readonly string[]): readonly string[] {
    const released = relativePaths.filter((path) => this.#held.delete(path));
    for (const path of released) this.#wanted.add(path);
    return released;
  }

  /** When it may be tried, in monotonic milliseconds. */
  dueAtMs(relativePath: string): number {
    return this.#tried.get(relativePath)?.untilMs ?? 0;
  }

  fetching(relativePath: string | null): void {
    this.#now = relativePath;
  }

  failed(relativePath: string, code: string, nowMs: number): void {
    const times = (this.#tried.get(relativePath)?.times ?? 0) + 1;
    this.#tried.set(relativePath, { times, code, untilMs: nowMs + backOffMs(times, 1, AGAIN) });
  }

  stateOf(relativePath: string): CloudFetch {
    if (this.#now === relativePath) return { kind: 'fetching' };
    const tried = this.#tried.get(relativePath);
    return tried === undefined ? { kind: 'waiting' } : { kind: 'failed', code: tried.code };
  }

  /** The file was taken up, or is gone. */
  done(relativePath: string): void {
    this.#tried.delete(relativePath);
    this.#wanted.delete(relativePath);
  }
}

/** Path of the file itself, also for a stub. */
function pathOf(relativePath: string): string {
  const at = relativePath.lastIndexOf('/') + 1;
  const name = stubOf(relativePath.slice(at), 0);
  return name === null ? relativePath : relativePath.slice(0, at) + name;
}

/** The reader, with calls that may fetch a file from the cloud run one at a time, whoever makes them. */
export function oneFetchAtATime(reader: FileReader): FileReader {
  const fetches = new Mutex();
  return { ...reader, read: (of) => (of.fetch === true ? fetches.run(() => reader.read(of)) : reader.read(of)) };
}
