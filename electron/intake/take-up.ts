import { join } from 'node:path';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { Folder } from '#shared/domain/folder.ts';
import type { Problem } from '#shared/domain/problem.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Digest } from '#shared/lib/digest.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { FileFault, FileRead, Files } from '#shared/ports/files.ts';
import { answerOf } from './answer-of.ts';
import type { Gate } from './gate.ts';
import { inspect } from './inspect.ts';
import { samePair } from './settle.ts';
import type { Inspected, KnownFile } from './store.ts';

export type TakeUpBy = {
  readonly clock: Clock;
  readonly files: Files;
  readonly digest: Digest;
  readonly stop: AbortSignal;
  readonly gate: Gate;
};

/** `late`: the disk does not answer; `hindered` comes with what a person would be told. */
export type TakenUp =
  | { readonly kind: 'inspected'; readonly inspected: Inspected }
  | { readonly kind: 'hindered'; readonly by: 'unfinished' | 'unreadable'; readonly inspected: Inspected }
  | { readonly kind: 'changed'; readonly pair: KnownFile }
  | { readonly kind: 'gone' }
  | { readonly kind: 'late'; readonly ended: Promise<unknown> };

/** Reads a quiet file once and says what it is. The bytes in the answer are the bytes that were looked at. */
export async function takeUp(
  folder: Folder,
  file: { readonly relativePath: string; readonly pair: KnownFile },
  by: TakeUpBy,
): Promise<TakenUp> {
  await by.gate.enter();
  try {
    const path = join(folder.path, file.relativePath);
    const answer = await answerOf(by.files.read(path, { root: folder.path, bytesMax: FILE_BYTES_MAX }), by);
    return answer.kind === 'late' ? answer : await look(answer.value, file, by.digest);
  } finally {
    by.gate.leave();
  }
}

async function look(
  read: Result<FileRead, FileFault>,
  file: { readonly relativePath: string; readonly pair: KnownFile },
  digest: Digest,
): Promise<TakenUp> {
  if (!read.ok) return unread(read.failure);
  const { stat, bytes } = read.value;
  const pair = { bytes: stat.bytes, modifiedAt: stat.modifiedAt };
  if (!samePair(file.pair, pair)) return { kind: 'changed', pair };
  const name = file.relativePath.slice(file.relativePath.lastIndexOf('/') + 1);
  // Hashed beforehand, since it takes longer than all the rest and others have to go on meanwhile.
  const hash = await digest(bytes === null ? [] : [bytes]);
  const inspected = inspect({ name, bytes, size: stat.bytes }, () => hash);
  const unfinished = inspected.kind === 'unfit' && (inspected.problem.kind === 'damaged' || stat.bytes === 0);
  return unfinished ? { kind: 'hindered', by: 'unfinished', inspected } : { kind: 'inspected', inspected };
}

function unread(fault: FileFault): TakenUp {
  if (fault.kind === 'gone') return { kind: 'gone' };
  if (fault.kind === 'escaped') return { kind: 'inspected', inspected: unfit({ kind: 'link' }) };
  return { kind: 'hindered', by: 'unreadable', inspected: unfit({ kind: 'unreadable', code: fault.code }) };
}

function unfit(problem: Problem): Inspected {
  return { kind: 'unfit', problem, sha256: null };
}
