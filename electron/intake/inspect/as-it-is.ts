import { contentType } from './content-type.ts';
import { MEDIA_TYPE_OF } from './inspect.ts';
import { sentName } from './sent-name.ts';
import type { FitFile, Inspected } from '#shared/domain/folder/inspected.ts';

/** What an unfinished file is sent as when a person says so: what its first bytes say. Null where they are none that the service takes. */
export function asItIs(name: string, bytes: Uint8Array | null, inspected: Inspected): FitFile | null {
  // A hash says that it was read whole, and that it is not empty.
  if (bytes === null || inspected.sha256 === null) return null;
  const type = contentType(bytes);
  if (type !== 'pdf' && type !== 'jpeg' && type !== 'png' && type !== 'bmp') return null;
  const mediaType = MEDIA_TYPE_OF[type];
  return { kind: 'fit', mediaType, sentName: sentName(name, mediaType), sha256: inspected.sha256 };
}
