import { takesEntries } from '#shared/domain/folder/folder-entries.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { FitFile, Inspected } from '#shared/domain/folder/inspected.ts';
import { entriesEndingOf } from '#shared/domain/item/file-kinds.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import type { FileFacts, FileReader, ReadRequest } from '#shared/ports/file-reader.ts';
import type { FileFault } from '#shared/ports/files.ts';
import { asSeen, type Fresh } from './folder/sweep.ts';
import type { CopiesAhead, CopyMade } from '#shared/ports/copies-ahead.ts';
import { samePair } from './settle.ts';
import type { Enqueued, FoundFile, IntakeStore, KnownFile } from './store.ts';
import { join } from 'node:path';
import type { Semaphore } from '#shared/async/semaphore.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { type Answer, answerOf } from './answer-of.ts';

export type TakeUpDeps = ReadDeps & { readonly copies: CopiesAhead; readonly store: Pick<IntakeStore, 'mapping'> };

/** The outcome of reading a file, and the file's state at that time. The receiver of a `copy` keeps it or gives it back. */
export type Found = Pick<FoundFile, 'inspected' | 'byUser' | 'mapping'> & { readonly pair: KnownFile; readonly copy: CopyMade | null };

/**
 * `hindered` includes what the user would be told, and as what the file would be sent if they say so. `pair`: the file's state when the
 * read began, or when it was last seen if nothing was read.
 */
export type TakenUp =
  | ({ readonly kind: 'inspected' } & Found)
  | ({ readonly kind: 'hindered'; readonly by: 'unfinished'; readonly asItIs: FitFile | null } & Found)
  | ({ readonly kind: 'hindered'; readonly by: 'unreadable'; readonly code: string; readonly asItIs: null } & Found)
  | { readonly kind: 'in-cloud'; readonly code: string }
  | { readonly kind: 'changed'; readonly pair: KnownFile }
  | { readonly kind: 'gone' }
  | Late;

/** The folder that a file is read in. */
type ReadFolder = Pick<Folder, 'path' | 'importType' | 'pairs' | 'entries'>;
type Quiet = Pick<Fresh, 'relativePath' | 'pair' | 'kind'> & { readonly bulkArrival: boolean };

/**
 * Reads a quiet file once and classifies it. The copy has exactly the bytes that were inspected. A placeholder stays in the cloud, unless
 * `how` is `fetch`.
 */
export async function takeUp(folder: ReadFolder, file: Quiet, deps: TakeUpDeps, how?: 'fetch'): Promise<TakenUp> {
  // Links are never followed, so there is nothing to read.
  if (file.kind === 'link') return { kind: 'inspected', inspected: unfit({ kind: 'link' }), pair: file.pair, copy: null };
  // A file of a bulk arrival waits for the user's decision, so it needs no copy ahead.
  const to = file.bulkArrival ? null : deps.copies.take();
  const copy = to === null ? null : { ...to, sha256: null };
  const { importType } = folder;
  const mapping = mappingFor(folder, file);
  const entriesAs = mapping === null ? {} : { entriesAs: { mapping: deps.store.mapping(mapping), choice: null } };
  const fetch = how === 'fetch' ? { fetch: true as const } : {};
  const answer = await readWithPermit(folder, file.relativePath, { want: 'verdict', importType, ...entriesAs, copy, ...fetch }, deps);
  if (answer.kind === 'late') {
    if (to !== null) void answer.ended.then(() => deps.copies.giveBack(to, 'doubtful'));
    return answer;
  }
  const { value: read } = answer;
  const verdict = read.ok ? looked(read.value, file) : unread(read.failure, file.pair);
  const taken = verdict.kind === 'inspected' || verdict.kind === 'hindered' ? { ...verdict, mapping } : verdict;
  if (to === null) return taken;
  const copied = read.ok ? read.value.copied : null;
  if (taken.kind === 'inspected' && copied?.kind === 'copied') return { ...taken, copy: { ...to, bytes: copied.bytes } };
  deps.copies.giveBack(to, copied === null || copied.kind === 'failed' ? 'doubtful' : 'free');
  return taken;
}

/** The hash of the mapping by which the file is read; a scan has none. */
function mappingFor(folder: ReadFolder, { relativePath }: Quiet): string | null {
  const isRead = folder.importType === 'entries' || (takesEntries(folder) && entriesEndingOf(relativePath) !== null);
  return isRead ? (folder.entries.mapping?.sha256 ?? null) : null;
}

function looked({ stat, inspected, asItIs }: FileFacts, file: Quiet): TakenUp {
  const pair = asSeen(stat);
  if (!samePair(file.pair, pair)) return { kind: 'changed', pair };
  if (inspected === null) throw new Error('the reader was asked for a verdict and gave none');
  const unfinished = inspected.kind === 'unfit' && (inspected.problem.kind === 'damaged' || stat.bytes === 0);
  return unfinished
    ? { kind: 'hindered', by: 'unfinished', asItIs, inspected, pair, copy: null }
    : { kind: 'inspected', inspected, pair, copy: null };
}

function unread(fault: FileFault, pair: KnownFile): TakenUp {
  if (fault.kind === 'gone') return { kind: 'gone' };
  if (fault.kind === 'in-cloud') return { kind: 'in-cloud', code: fault.code };
  const found = { pair, copy: null };
  if (fault.kind === 'escaped') return { kind: 'inspected', inspected: unfit({ kind: 'link' }), ...found };
  const { code } = fault;
  return { kind: 'hindered', by: 'unreadable', code, asItIs: null, inspected: unfit({ kind: 'unreadable', code }), ...found };
}

function unfit(problem: Problem): Inspected {
  return { kind: 'unfit', problem, sha256: null };
}

/** Any line delivers a file of 5 MB within this time; a fetch that takes longer is tried again later. */
const FETCH_WITHIN_MS = 10 * MINUTE_MS;

export type ReadDeps = { readonly clock: Clock; readonly reader: FileReader; readonly stop: Stop; readonly reads: Semaphore };

/** The disk does not answer, or the program is ending; `ended` settles when the call returns. */
export type Late = { readonly kind: 'late'; readonly ended: Promise<unknown> };

/** Reads a file of a folder once, with a permit that limits concurrent reads. A fetch from the cloud needs none, since it blocks no other file. */
export async function readWithPermit(
  { path }: Pick<Folder, 'path'>,
  relativePath: string,
  how: Pick<ReadRequest, 'want' | 'importType' | 'entriesAs' | 'copy' | 'fetch'>,
  deps: ReadDeps,
): Promise<Answer<Result<FileFacts, FileFault>>> {
  const read = { path: join(path, relativePath), root: path, ...how };
  if (how.fetch === true) return answerOf(deps.reader.read(read), deps, FETCH_WITHIN_MS);
  const release = await deps.reads.acquire();
  try {
    return await answerOf(deps.reader.read(read), deps);
  } finally {
    release();
  }
}

export type EnqueueDeps = {
  readonly store: Pick<IntakeStore, 'enqueue' | 'isWaiting'>;
  readonly copies: Pick<CopiesAhead, 'keep' | 'drop'>;
  /** After the commit. */
  readonly enqueued: (enqueued: Enqueued) => void;
};

/** Makes a found file's document durable, and hands its copy to delivery. */
export async function enqueue(found: FoundFile, { store, copies, enqueued }: EnqueueDeps): Promise<Enqueued> {
  const { copy = null } = found;
  // Before delivery can hear of the document.
  if (copy !== null) copies.keep(copy);
  let isKept = false;
  try {
    const done = await store.enqueue(found);
    isKept = done.made && done.itemId === copy?.itemId && store.isWaiting(done.itemId);
    enqueued(done);
    return done;
  } finally {
    if (copy !== null && !isKept) copies.drop(copy.itemId);
  }
}
