import type { Folder } from '#shared/domain/folder.ts';
import type { Problem } from '#shared/domain/problem.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Digest } from '#shared/lib/digest.ts';
import type { FileFault, FileRead } from '#shared/ports/files.ts';
import { asItIs } from './as-it-is.ts';
import { asSeen } from './as-seen.ts';
import { inspect } from './inspect.ts';
import { type Late, readGated, type ReadGatedBy } from './read-gated.ts';
import { samePair } from './settle.ts';
import type { FitFile, Inspected, KnownFile } from './store.ts';
import type { Fresh } from './sweep.ts';

export type TakeUpBy = ReadGatedBy & { readonly digest: Digest };

/** What was found of a file, and how it was then. */
export type Found = { readonly inspected: Inspected; readonly pair: KnownFile };

/** `hindered` comes with what a person would be told, and what it would be sent as if they say so. `pair`: as it was when its reading began, or was last seen where nothing was read. */
export type TakenUp =
  | ({ readonly kind: 'inspected' } & Found)
  | ({ readonly kind: 'hindered'; readonly by: 'unfinished' | 'unreadable'; readonly asItIs: FitFile | null } & Found)
  | { readonly kind: 'changed'; readonly pair: KnownFile }
  | { readonly kind: 'gone' }
  | Late;

type Quiet = Pick<Fresh, 'relativePath' | 'pair' | 'kind'>;

/** Reads a quiet file once and says what it is. The bytes in the answer are the bytes that were looked at. */
export async function takeUp(folder: Pick<Folder, 'path'>, file: Quiet, by: TakeUpBy): Promise<TakenUp> {
  // Never followed, so there is nothing to read.
  if (file.kind === 'link') return { kind: 'inspected', inspected: unfit({ kind: 'link' }), pair: file.pair };
  return readGated(folder, file.relativePath, by, (read) => look(read, file, by.digest));
}

async function look(read: Result<FileRead, FileFault>, file: Quiet, digest: Digest): Promise<TakenUp> {
  if (!read.ok) return unread(read.failure, file.pair);
  const { stat, bytes } = read.value;
  const pair = asSeen(stat);
  if (!samePair(file.pair, pair)) return { kind: 'changed', pair };
  const name = file.relativePath.slice(file.relativePath.lastIndexOf('/') + 1);
  // Hashed beforehand, since it takes longer than all the rest and others have to go on meanwhile.
  const hash = await digest(bytes === null ? [] : [bytes]);
  const inspected = inspect({ name, bytes, size: stat.bytes }, () => hash);
  const unfinished = inspected.kind === 'unfit' && (inspected.problem.kind === 'damaged' || stat.bytes === 0);
  return unfinished
    ? { kind: 'hindered', by: 'unfinished', asItIs: asItIs(name, bytes, inspected), inspected, pair }
    : { kind: 'inspected', inspected, pair };
}

function unread(fault: FileFault, pair: KnownFile): TakenUp {
  if (fault.kind === 'gone') return { kind: 'gone' };
  if (fault.kind === 'escaped') return { kind: 'inspected', inspected: unfit({ kind: 'link' }), pair };
  return { kind: 'hindered', by: 'unreadable', asItIs: null, inspected: unfit({ kind: 'unreadable', code: fault.code }), pair };
}

function unfit(problem: Problem): Inspected {
  return { kind: 'unfit', problem, sha256: null };
}
