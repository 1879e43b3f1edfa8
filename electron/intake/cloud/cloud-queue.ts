import { backOffMs } from '#shared/lib/back-off.ts';
import { HOUR_MS, MINUTE_MS, type WallMs } from '#shared/lib/duration.ts';
import { stubOf } from '#shared/domain/item/stub-of.ts';
import type { CloudFetch } from '#shared/domain/folder/unfinished.ts';
import type { Fresh } from '../folder/sweep.ts';

/** After a try that came to nothing. Whoever is offline at noon is not kept waiting until the evening. */
const AGAIN = { firstMs: 2 * MINUTE_MS, mostMs: HOUR_MS };

type Tried = { readonly times: number; readonly untilMs: number; readonly code: string };

export type CloudAt = {
  /** At the first look of a run: when the folder was added. What is in the cloud only since before then waits for a person. */
  readonly historyUntil: WallMs | null;
  readonly isBulkArrival: (relativePath: string) => boolean;
};

/** Files of one folder whose content is in the cloud only, in memory: which of them wait for a person, and how it went with the others. */
export class CloudQueue {
  /** By the paths of the files themselves, also where stubs lie in their places. */
  readonly #held = new Set<string>();
  /** A person wants them fetched. */
  readonly #wanted = new Set<string>();
  readonly #tried = new Map<string, Tried>();
  #now: string | null = null;

  /** After a look at the disk; returns those that waited for a person and whose content is here by now. */
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

  /** It is in no flood: a person decides about it, or has. */
  isCounted(relativePath: string): boolean {
    const path = pathOf(relativePath);
    return this.#held.has(path) || this.#wanted.has(path);
  }

  isHeld(relativePath: string): boolean {
    return this.#held.has(pathOf(relativePath));
  }

  /** A person wants them; returns those that it was said of. */
  fetchHeld(relativePaths: readonly string[]): readonly string[] {
    const released = relativePaths.filter((path) => this.#held.delete(path));
    for (const path of released) this.#wanted.add(path);
    return released;
  }

  /** When it may be tried, by the monotonic clock. */
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

  /** Taken up, or not there any more. */
  done(relativePath: string): void {
    this.#tried.delete(relativePath);
    this.#wanted.delete(relativePath);
  }
}

/** Of the file itself. */
function pathOf(relativePath: string): string {
  const at = relativePath.lastIndexOf('/') + 1;
  const name = stubOf(relativePath.slice(at), 0);
  return name === null ? relativePath : relativePath.slice(0, at) + name;
}
