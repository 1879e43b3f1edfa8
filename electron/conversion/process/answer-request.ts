import { CONVERTED_BYTES_MAX } from '#shared/contract/limits.ts';
import { copyHeader } from '#shared/domain/folder/copy-header.ts';
import type { Conversion, ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import type { Digest } from '#shared/lib/digest.ts';
import { hex } from '#shared/lib/hex.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { ConvertRequest } from '#shared/ports/converter.ts';
import type { FileFault, Files } from '#shared/ports/files.ts';
import { convert } from '../convert.ts';
import type { ConvertDeps } from '../picture.ts';
import type { Made } from '../size-ladder.ts';
import { toolsText } from '../tools.ts';

export type AnswerDeps = ConvertDeps & { readonly files: Pick<Files, 'read' | 'writeOver'>; readonly digest: Digest };

/** The work of the process that converts: reads the file, makes another of it, and writes that into the private copy. */
export async function answerRequest(of: ConvertRequest, by: AnswerDeps): Promise<Result<Conversion, ConvertFault>> {
  const read = await readSource(of, by);
  if (!read.ok) return read;
  const made = await convert(read.value, { kind: of.kind, password: of.password, ...by });
  return made.ok ? keepMade(made.value, { from: of.kind, copy: of.copy }, by) : made;
}

/** The bytes of the file, if they are those that were asked for. */
export async function readSource(
  of: Pick<ConvertRequest, 'path' | 'root' | 'sha256'>,
  { files, digest }: AnswerDeps,
): Promise<Result<Uint8Array, ConvertFault>> {
  const read = await files.read(of.path, { root: of.root, bytesMax: CONVERTED_BYTES_MAX });
  if (!read.ok) return fail(faultOf(read.failure));
  const { bytes } = read.value;
  // A file that is larger than this has no hash that could be asked for.
  return bytes === null || hex(await digest(bytes)) !== of.sha256 ? fail('changed') : ok(bytes);
}

/** Writes what was made into the private copy. */
export async function keepMade(
  { bytes, mediaType, pages, tools }: Made,
  { from, copy }: Pick<Conversion, 'from'> & Pick<ConvertRequest, 'copy'>,
  { files, digest }: AnswerDeps,
): Promise<Result<Conversion, ConvertFault>> {
  const written = await files.writeOver(copy.path, [copyHeader(copy.itemId, bytes.byteLength), bytes]);
  if (!written.ok) return fail(written.failure.kind === 'full' ? 'no-room' : 'broken');
  return ok({ sha256: hex(await digest(bytes)), bytes: bytes.byteLength, mediaType, pages, from, tools: toolsText(tools) });
}

function faultOf({ kind }: FileFault): ConvertFault {
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
