import type { CloudFetch, Unfinished, UnfinishedFile } from '#shared/domain/folder/unfinished.ts';
import { shownName } from '#shared/lib/file-names.ts';
import { SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import type { Hindrance, Settling } from './settle.ts';
import type { Fresh } from './folder/sweep.ts';

/** A file that is complete within this time is not reported: it becomes a document before anyone could read the report. */
const WRITTEN_WITHIN_MS = 5 * SECOND_MS;
/** One change means only that Intray met the file in the middle of a write; two mean that a program is still writing. */
const CHANGES_MIN = 2;
/** Enough for the user to recognise which files are meant. */
const FILES_MAX = 5;

/** What the user is told of a pending file. Once told, it stays told until the file is taken up or gone. */
export type UnfinishedReport = {
  readonly firstMs: number;
  readonly since: WallMs;
  readonly changes: number;
  readonly isTold: boolean;
  readonly isSendable: boolean;
};

type Waiting = Before & Pick<Fresh, 'special'>;
type Before = { readonly settling: Settling; readonly telling: UnfinishedReport };
type At = { readonly nowMs: number; readonly wallMs: WallMs };

/** Report after a look at the disk. */
export function unfinishedReportOf(before: Before | undefined, settling: Settling, { nowMs, wallMs }: At): UnfinishedReport {
  if (before === undefined) return { firstMs: nowMs, since: wallMs, changes: 0, isTold: false, isSendable: false };
  if (before.settling === settling) return before.telling;
  return changed(before.telling, nowMs);
}

/** The file was written to since the last look. */
export function changed(telling: UnfinishedReport, nowMs: number): UnfinishedReport {
  const changes = telling.changes + 1;
  const isWritten = changes >= CHANGES_MIN && nowMs - telling.firstMs > WRITTEN_WITHIN_MS;
  return { ...telling, changes, isTold: telling.isTold || isWritten, isSendable: false };
}

/** Report after a failed attempt to take the file up. */
export function reportAfterFailure(telling: UnfinishedReport, by: Hindrance, isSendable: boolean): UnfinishedReport {
  return { ...telling, isTold: telling.isTold || by === 'unfinished', isSendable };
}

export type CloudStates = { isHeld(path: string): boolean; stateOf(path: string): CloudFetch };

/**
 * Sorted: sendable files first, then the one being fetched, then by age, and by name where they arrived together, since a disk lists them in
 * any order. A file that became a document because it could not be read appears only as that document.
 */
export function unfinishedOf(files: Iterable<readonly [string, Waiting]>, cloud: CloudStates): Omit<Unfinished, 'folderId'> {
  const told: UnfinishedFile[] = [];
  const inCloud = { files: 0, stubs: 0 };
  for (const [path, { settling, telling, special }] of files) {
    if (special === 'stub') inCloud.stubs += 1;
    else if (special === 'placeholder' && cloud.isHeld(path)) inCloud.files += 1;
    else if (special === 'placeholder' || (telling.isTold && settling.hindrance?.reported !== true)) {
      const { since, isSendable } = telling;
      const fetch = special === null ? {} : { fetch: cloud.stateOf(path) };
      told.push({ path, name: shownName(path), bytes: settling.pair.bytes, since, isSendable, ...fetch });
    }
  }
  told.sort((one, other) => rankOf(one) - rankOf(other) || one.since - other.since || (one.path < other.path ? -1 : 1));
  const few = { files: told.slice(0, FILES_MAX), more: Math.max(0, told.length - FILES_MAX) };
  return inCloud.files + inCloud.stubs > 0 ? { ...few, inCloud } : few;
}

function rankOf({ isSendable, fetch }: UnfinishedFile): number {
  if (isSendable) return 0;
  return fetch?.kind === 'fetching' ? 1 : 2;
}

/** The last report of a folder, so that an unchanged one rings no listener. */
export class ToldUnfinished {
  #last: Unfinished | null = null;

  isNews(unfinished: Unfinished): boolean {
    const before = this.#last ?? { ...unfinished, files: [], more: 0 };
    this.#last = unfinished;
    return JSON.stringify(before) !== JSON.stringify(unfinished);
  }
}
