import { copyHeader } from '#shared/domain/folder/copy-header.ts';
import type { ConvertedKind, ConvertFault, MadeConversion } from '#shared/domain/item/conversion/conversion.ts';
import { distinctRemarks } from '#shared/domain/item/conversion/remark.ts';
import type { Digest } from '#shared/lib/digest.ts';
import { hex } from '#shared/lib/bytes.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { ConvertRequest, JoinFault, JoinRequest } from '#shared/ports/converter.ts';
import { inspect } from '../../intake/inspect/inspect.ts';
import { convert } from '../convert.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { ConvertDeps } from '../picture.ts';
import type { Made } from '../size-ladder.ts';
import { toolsText } from '../tools.ts';
import { CONVERTED_BYTES_MAX } from '#shared/contract/limits.ts';
import { joinPictures, type PictureSource } from '../join-pictures.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { FileFault } from '#shared/ports/files.ts';
import { type OpenedToRead, openToRead } from '../../platform/files/read-file.ts';
import { type OpenedOver, openToWriteOver } from '../../platform/files/write-over.ts';
import type { ConversionRequest } from './messages.ts';

export type AnswerDeps = ConvertDeps &
  OpenedRequest & {
    readonly digest: Digest;
    /** What is larger is not converted. */
    readonly sourceBytesMax: number;
  };

/** The work of the process that converts: makes another file of an open one, writes that into the private copy, and closes both. */
export async function answerRequest(of: ConvertRequest, deps: AnswerDeps): Promise<Result<MadeConversion, ConvertFault>> {
  try {
    return await convertedCopy(of, deps);
  } finally {
    await closeAll(deps.sources, deps.copy);
  }
}

async function convertedCopy(of: ConvertRequest, deps: AnswerDeps): Promise<Result<MadeConversion, ConvertFault>> {
  const read = await readSource({ at: 0, sha256: of.sha256, kind: of.kind }, deps);
  if (!read.ok) return read;
  const { kind, password, allPictures, copy } = of;
  const made = await convert(read.value, { kind, password, allPictures, ...deps });
  return made.ok ? keepMade(made.value, { from: kind, copy }, deps) : made;
}

/** Kinds that libvips decodes. */
const READ_BY_VIPS: ReadonlySet<ConvertedKind> = new Set(['tiff', 'webp', 'avif', 'jpeg', 'png']);

/** The bytes of an open file, if they are those that were asked for. */
async function readSource(
  { at, sha256, kind }: { readonly at: number; readonly sha256: string; readonly kind: ConvertedKind },
  { sources, digest, sourceBytesMax, vips }: AnswerDeps,
): Promise<Result<Uint8Array, ConvertFault>> {
  const read = await sources[at]?.read(READ_BY_VIPS.has(kind) ? vips.room : undefined);
  if (read === undefined) return fail('broken');
  if (!read.ok) return fail(faultOfSource(read.failure));
  const { bytes, stat } = read.value;
  if (bytes !== null && stat.bytes > sourceBytesMax) return fail('too-much-memory');
  // A file that is larger than may be read has no hash that could be asked for.
  return bytes === null || hex(await digest(bytes)) !== sha256 ? fail('changed') : ok(bytes);
}

/** Writes what was made into the private copy. */
async function keepMade(
  { bytes, mediaType, pages, tools, allPictures, remarks = [] }: Made,
  { from, copy: to }: Pick<MadeConversion, 'from'> & Pick<ConvertRequest, 'copy'>,
  { copy, digest }: AnswerDeps,
): Promise<Result<MadeConversion, ConvertFault>> {
  const written = await copy.write([copyHeader(to.itemId, bytes.byteLength), bytes]);
  if (!written.ok) return fail(faultOfCopy(written.failure));
  const known = distinctRemarks(remarks);
  return ok({
    sha256: hex(await digest(bytes)),
    bytes: bytes.byteLength,
    mediaType,
    pages,
    from,
    tools: toolsText(tools),
    ...(allPictures === true ? { allPictures } : {}),
    ...(known === undefined ? {} : { remarks: known }),
    fingerprints: fingerprintsOf(bytes),
  });
}

/** What the pages of a version draw, as the inspection tells it of any file. */
function fingerprintsOf(bytes: Uint8Array): MadeConversion['fingerprints'] {
  const inspected = inspect({ name: '', bytes, size: bytes.byteLength }, nodeSha256);
  return inspected.kind === 'fit' ? inspected.pages : undefined;
}

/** `source`: the number of the file that is the reason for a fault, from 0. */
export type JoinAnswer = { readonly answer: Result<MadeConversion, ConvertFault>; readonly source: number | null };

/** Reads the open pictures, makes one PDF of them, writes that into the private copy, and closes all of them. */
export async function answerJoinRequest(of: JoinRequest, deps: AnswerDeps): Promise<JoinAnswer> {
  try {
    return await joinedCopy(of, deps);
  } finally {
    await closeAll(deps.sources, deps.copy);
  }
}

async function joinedCopy({ sources, copy }: JoinRequest, deps: AnswerDeps): Promise<JoinAnswer> {
  const sizes = new Map<string, number>();
  const pictures = sources.map(
    (of, at): PictureSource => ({
      kind: of.kind,
      read: async () => {
        const read = await readSource({ at, sha256: of.sha256, kind: of.kind }, deps);
        if (!read.ok) return read;
        sizes.set(of.sha256, read.value.byteLength);
        const all = sources.reduce((sum, { sha256 }) => sum + (sizes.get(sha256) ?? 0), 0);
        if (all > CONVERTED_BYTES_MAX) return fail('still-too-large');
        return all > deps.sourceBytesMax ? fail('too-much-memory') : ok(read.value);
      },
    }),
  );
  const made = await joinPictures(pictures, deps);
  if (!made.ok) return { answer: fail(made.failure.fault), source: made.failure.source };
  return { answer: await keepMade(made.value, { from: 'joined', copy }, deps), source: null };
}

/** The files of a request, in its order, and the private copy. From here on nothing has to be opened. */
type OpenedRequest = { readonly sources: readonly OpenedToRead[]; readonly copy: OpenedOver };

/** A copy that was written is closed already. */
async function closeAll(sources: readonly OpenedToRead[], copy?: OpenedOver): Promise<void> {
  await Promise.all([...sources, ...(copy === undefined ? [] : [copy])].map((file) => file.close()));
}

/** Whoever gets the open files has them closed by the answer. */
export async function openRequest(request: ConversionRequest): Promise<Result<OpenedRequest, JoinFault>> {
  const isJoined = request.kind === 'joined';
  const sources: OpenedToRead[] = [];
  for (const [source, { path, root }] of (isJoined ? request.sources : [request]).entries()) {
    const opened = await openToRead(path, { root, bytesMax: CONVERTED_BYTES_MAX });
    if (!opened.ok) {
      await closeAll(sources);
      return fail({ fault: faultOfSource(opened.failure), source: isJoined ? source : null });
    }
    sources.push(opened.value);
  }
  const copy = await openToWriteOver(request.copy.path);
  if (copy.ok) return ok({ sources, copy: copy.value });
  await closeAll(sources);
  return fail({ fault: faultOfCopy(copy.failure), source: null });
}

function faultOfCopy({ kind }: FileFault): ConvertFault {
  return kind === 'full' ? 'no-room' : 'broken';
}

function faultOfSource({ kind }: FileFault): ConvertFault {
  switch (kind) {
    case 'gone':
    case 'in-cloud':
      return kind;
    case 'busy':
    case 'denied':
    case 'escaped':
    case 'full':
    case 'unreachable':
    case 'silent':
    case 'other':
      return 'unreadable';
    default:
      return unreachable(kind);
  }
}
