import { join } from 'node:path';
import type { Semaphore } from '#shared/async/semaphore.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { FileFacts, FileReader, ReadRequest } from '#shared/ports/file-reader.ts';
import type { FileFault } from '#shared/ports/files.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { type Answer, answerOf } from './answer-of.ts';

/** Any line delivers a file of 5 MB within this time; a fetch that takes longer is tried again later. */
const FETCH_WITHIN_MS = 10 * MINUTE_MS;

export type ReadDeps = { readonly clock: Clock; readonly reader: FileReader; readonly stop: Stop; readonly reads: Semaphore };

/** The disk does not answer, or the program is ending; `ended` settles when the call returns. */
export type Late = { readonly kind: 'late'; readonly ended: Promise<unknown> };

/** Reads a file of a folder once, with a permit that limits concurrent reads. A fetch from the cloud needs none, since it blocks no other file. */
export async function readWithPermit(
  { path }: Pick<Folder, 'path'>,
  relativePath: string,
  how: Pick<ReadRequest, 'want' | 'copy' | 'fetch'>,
  by: ReadDeps,
): Promise<Answer<Result<FileFacts, FileFault>>> {
  const read = { path: join(path, relativePath), root: path, ...how };
  if (how.fetch === true) return answerOf(by.reader.read(read), by, FETCH_WITHIN_MS);
  const release = await by.reads.acquire();
  try {
    return await answerOf(by.reader.read(read), by);
  } finally {
    release();
  }
}
