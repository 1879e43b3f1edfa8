import { CONVERTED_BYTES_MAX, FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { COPY_HEADER_BYTES, copyHeader } from '#shared/domain/folder/copy-header.ts';
import type { FitFile, Inspected } from '#shared/domain/folder/inspected.ts';
import type { Digest } from '#shared/lib/digest.ts';
import { hex } from '#shared/lib/bytes.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Copied, FileFacts, FileReader, ReadRequest } from '#shared/ports/file-reader.ts';
import type { FileFault, FileRead, Files, ReadOptions } from '#shared/ports/files.ts';
import { inspectEntries, previewEntries, unreadEntries } from './entries-file.ts';
import { fileColumns } from './file-columns.ts';
import { inspect, type ToInspect } from './inspect.ts';
import { contentType } from './content-type.ts';
import { MEDIA_TYPE_OF } from '#shared/domain/item/media-type-of-problem.ts';
import { sentName } from '#shared/domain/item/sending/sent-name.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

export type ReadHereDeps = {
  readonly files: Pick<Files, 'read' | 'writeOver'>;
  readonly digest: Digest;
  /** Called when the bytes are in memory and the inspection begins, which runs synchronously. */
  readonly looksInto?: (of: ReadRequest) => void;
  /** False after inspecting this very file crashed: then only its first bytes are used. */
  readonly isLookedInto?: boolean;
};

const NO_COPY: Copied = { kind: 'none' };

/** A reader that works in the calling process: in the process that reads files, and in the simulation. */
export function readHere(deps: ReadHereDeps): FileReader {
  return { read: (of) => readFacts(of, deps), ready: () => undefined };
}

export async function readFacts(of: ReadRequest, deps: ReadHereDeps): Promise<Result<FileFacts, FileFault>> {
  const bytesMax = FILE_BYTES_MAX + (of.within?.from ?? 0);
  const whole = await deps.files.read(of.path, { root: of.root, bytesMax, ...largeOf(of), fetch: of.fetch });
  if (!whole.ok) return fail(whole.failure);
  const read = withinCopy(of, whole.value);
  const { stat, bytes, large } = read;
  // Hashed first and asynchronously, since hashing takes longest and other work must go on meanwhile.
  const hash = large?.hash ?? (await deps.digest(bytes ?? new Uint8Array()));
  const sha256 = (bytes === null || bytes.byteLength === 0) && large === undefined ? null : hex(hash);
  const found = foundIn(of, read, { ...deps, hash, sha256 });
  const { bytes: size, modifiedAt, changedAt, inode } = stat;
  const copied = bytes === null ? copiedLarge(of, sha256, read) : await copy(of, { bytes, sha256, inspected: found.inspected }, deps);
  return ok({ stat: { bytes: size, modifiedAt, changedAt, inode }, sha256, ...found, copied });
}

/** The rest of a copy's file is its head, and what is left over from a longer copy. */
function withinCopy({ within }: ReadRequest, read: FileRead): FileRead {
  if (within === undefined || read.bytes === null) return read;
  return { ...read, bytes: read.bytes.subarray(within.from, within.from + within.bytes) };
}

type Hashed = ReadHereDeps & { readonly hash: Uint8Array<ArrayBuffer>; readonly sha256: string | null };

function foundIn(of: ReadRequest, read: FileRead, deps: Hashed): Pick<FileFacts, 'inspected' | 'asItIs' | 'lines' | 'preview' | 'columns'> {
  switch (of.want) {
    case 'hash':
      return { inspected: null, asItIs: null };
    case 'verdict':
      return verdict(of, read, deps);
    case 'lines':
    case 'preview':
    case 'columns':
      return { asItIs: null, ...entriesIn(of, read, deps) };
    default:
      return unreachable(of.want);
  }
}

function entriesIn(
  of: ReadRequest,
  { bytes }: FileRead,
  { sha256, looksInto, isLookedInto }: Hashed,
): Pick<FileFacts, 'inspected' | 'lines' | 'preview' | 'columns'> {
  looksInto?.(of);
  const { want, path, within, entriesAs: as } = of;
  if (isLookedInto === false || bytes === null || sha256 === null) return { inspected: unreadEntries(sha256).inspected };
  const file = { name: within?.name ?? nameIn(path), bytes, as };
  if (want === 'preview') {
    const preview = previewEntries(file);
    return { inspected: null, ...(preview === null ? {} : { preview }) };
  }
  if (want === 'columns') {
    const columns = fileColumns(file, as?.mapping ?? null);
    return { inspected: null, ...(columns === null ? {} : { columns }) };
  }
  const { inspected, body } = inspectEntries({ ...file, contentSha256: sha256 });
  return { inspected, ...(body === null ? {} : { lines: body }) };
}

function nameIn(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** How a file is read that is too large to be sent. The head of its copy says nothing, so that no start of the program takes it for a document's. */
function largeOf({ copy: to }: ReadRequest): Pick<ReadOptions, 'hashMax' | 'copyLarge'> {
  if (to?.largeMax === undefined) return { hashMax: CONVERTED_BYTES_MAX };
  return { hashMax: to.largeMax, copyLarge: { path: to.path, head: new Uint8Array(COPY_HEADER_BYTES) } };
}

function copiedLarge({ copy: to }: ReadRequest, sha256: string | null, { stat, large }: FileRead): Copied {
  if (to === null || large?.copyFault === undefined || to.sha256 !== sha256) return NO_COPY;
  return large.copyFault === null ? { kind: 'copied', bytes: stat.bytes } : { kind: 'failed', fault: large.copyFault };
}

type Verdict = { readonly inspected: Inspected; readonly asItIs: FitFile | null };

function verdict(of: ReadRequest, { stat, bytes, large }: FileRead, deps: Hashed): Verdict {
  const name = nameIn(of.path);
  deps.looksInto?.(of);
  const file = { name, bytes, size: stat.bytes, large, importType: of.importType, entriesAs: of.entriesAs };
  const inspected = deps.isLookedInto === false ? notUnderstood(file, deps.hash) : inspect(file, () => deps.hash);
  // A scan is never sent from a folder for entries.
  const mayBeSent = inspected.kind === 'unfit' && of.importType !== 'entries';
  return { inspected, asItIs: mayBeSent ? asItIs(name, bytes, inspected) : null };
}

type Whole = { readonly bytes: Uint8Array; readonly sha256: string | null; readonly inspected: Inspected | null };

async function copy({ copy: to }: ReadRequest, { bytes, sha256, inspected }: Whole, { files }: ReadHereDeps): Promise<Copied> {
  if (to === null || sha256 === null) return NO_COPY;
  const isMeant = to.sha256 === null ? inspected?.kind === 'fit' && inspected.question === undefined : to.sha256 === sha256;
  if (!isMeant) return NO_COPY;
  const written = await files.writeOver(to.path, [copyHeader(to.itemId, bytes.byteLength), bytes]);
  return written.ok ? { kind: 'copied', bytes: bytes.byteLength } : { kind: 'failed', fault: written.failure };
}

/** Verdict on a file whose inspection crashed: the user is asked, if its first bytes are of a type that the service accepts. */
function notUnderstood(file: ToInspect, hash: Uint8Array<ArrayBuffer>): Inspected {
  if (file.importType === 'entries') return unreadEntries(hex(hash)).inspected;
  const unknown = { kind: 'unfit', problem: { kind: 'not-taken', found: 'unknown' }, sha256: hex(hash) } as const;
  const fit = asItIs(file.name, file.bytes, unknown);
  // Without bytes, or with other types, nothing is decoded, so the normal inspection is safe.
  return fit === null ? inspect(file, () => hash) : { ...fit, question: 'not-understood' };
}

/** How an unfinished file is sent if the user says so, judged by its first bytes. Null if they are not of a type that the service accepts. */
function asItIs(name: string, bytes: Uint8Array | null, inspected: Inspected): FitFile | null {
  // Only a file that was read completely and is not empty has a hash.
  if (bytes === null || inspected.sha256 === null) return null;
  const type = contentType(bytes);
  if (type !== 'pdf' && type !== 'jpeg' && type !== 'png' && type !== 'bmp') return null;
  const mediaType = MEDIA_TYPE_OF[type];
  return { kind: 'fit', mediaType, sentName: sentName(name, mediaType), sha256: inspected.sha256 };
}
