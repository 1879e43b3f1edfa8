import { join } from 'node:path';
import type { Folder } from '#shared/domain/folder.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { FileFacts, FileReader, ReadOf } from '#shared/ports/file-reader.ts';
import type { FileFault } from '#shared/ports/files.ts';
import { type Answer, answerOf } from './answer-of.ts';
import type { Gate } from './gate.ts';

/** A file of 5 MB comes by any line within this; one that does not is tried again later. */
const FETCH_WITHIN_MS = 10 * MINUTE_MS;

export type ReadGatedBy = { readonly clock: Clock; readonly reader: FileReader; readonly stop: AbortSignal; readonly gate: Gate };

/** The disk does not answer, or the program ends; `ended` is when the call comes back. */
export type Late = { readonly kind: 'late'; readonly ended: Promise<unknown> };

/** Has a file of a folder read once; few of them are at a time. One to be fetched is in nobody's way. */
export async function readGated(
  { path }: Pick<Folder, 'path'>,
  relativePath: string,
  how: Pick<ReadOf, 'want' | 'copy' | 'fetch'>,
  by: ReadGatedBy,
): Promise<Answer<Result<FileFacts, FileFault>>> {
  const read = { path: join(path, relativePath), root: path, ...how };
  if (how.fetch === true) return answerOf(by.reader.read(read), by, FETCH_WITHIN_MS);
  await by.gate.enter();
  try {
    return await answerOf(by.reader.read(read), by);
  } finally {
    by.gate.leave();
  }
}
