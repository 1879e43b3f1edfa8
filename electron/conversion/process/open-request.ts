import { CONVERTED_BYTES_MAX } from '#shared/contract/limits.ts';
import type { ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { JoinFault } from '#shared/ports/converter.ts';
import type { FileFault } from '#shared/ports/files.ts';
import { openToRead, type OpenedToRead } from '../../platform/files/read-file.ts';
import { type OpenedOver, openToWriteOver } from '../../platform/files/write-over.ts';
import type { ConversionRequest } from './messages.ts';

/** The files of a request, in its order, and the private copy. From here on nothing has to be opened. */
export type OpenedRequest = { readonly sources: readonly OpenedToRead[]; readonly copy: OpenedOver };

export async function openRequest(request: ConversionRequest): Promise<Result<OpenedRequest, JoinFault>> {
  const isJoined = request.kind === 'joined';
  const sources: OpenedToRead[] = [];
  for (const [source, { path, root }] of (isJoined ? request.sources : [request]).entries()) {
    const opened = await openToRead(path, { root, bytesMax: CONVERTED_BYTES_MAX });
    if (!opened.ok) return fail({ fault: faultOfSource(opened.failure), source: isJoined ? source : null });
    sources.push(opened.value);
  }
  const copy = await openToWriteOver(request.copy.path);
  return copy.ok ? ok({ sources, copy: copy.value }) : fail({ fault: faultOfCopy(copy.failure), source: null });
}

export function faultOfCopy({ kind }: FileFault): ConvertFault {
  return kind === 'full' ? 'no-room' : 'broken';
}

export function faultOfSource({ kind }: FileFault): ConvertFault {
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
