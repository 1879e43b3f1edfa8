import { contentType } from './content-type.ts';
import { MEDIA_TYPE_OF } from '#shared/domain/item/media-type-of-problem.ts';
import { sentName } from '#shared/domain/item/sending/sent-name.ts';
import type { FitFile, Inspected } from '#shared/domain/folder/inspected.ts';

/** How an unfinished file is sent if the person says so, judged by its first bytes. Null if they are not of a type that the service accepts. */
export function asItIs(name: string, bytes: Uint8Array | null, inspected: Inspected): FitFile | null {
  // Only a file that was read completely and is not empty has a hash.
  if (bytes === null || inspected.sha256 === null) return null;
  const type = contentType(bytes);
  if (type !== 'pdf' && type !== 'jpeg' && type !== 'png' && type !== 'bmp') return null;
  const mediaType = MEDIA_TYPE_OF[type];
  return { kind: 'fit', mediaType, sentName: sentName(name, mediaType), sha256: inspected.sha256 };
}
