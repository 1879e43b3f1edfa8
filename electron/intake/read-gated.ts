import { join } from 'node:path';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { Folder } from '#shared/domain/folder.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { FileFault, FileRead, Files } from '#shared/ports/files.ts';
import { answerOf } from './answer-of.ts';
import type { Gate } from './gate.ts';

export type ReadGatedBy = { readonly clock: Clock; readonly files: Pick<Files, 'read'>; readonly stop: AbortSignal; readonly gate: Gate };

/** The disk does not answer, or the program ends; `ended` is when the call comes back. */
export type Late = { readonly kind: 'late'; readonly ended: Promise<unknown> };

/** Reads a file of a folder once and looks at what came. It counts among the files in memory until the look is over. */
export async function readGated<T>(
  { path }: Pick<Folder, 'path'>,
  relativePath: string,
  by: ReadGatedBy,
  look: (read: Result<FileRead, FileFault>) => Promise<T>,
): Promise<T | Late> {
  await by.gate.enter();
  try {
    const answer = await answerOf(by.files.read(join(path, relativePath), { root: path, bytesMax: FILE_BYTES_MAX }), by);
    return answer.kind === 'late' ? answer : await look(answer.value);
  } finally {
    by.gate.leave();
  }
}
