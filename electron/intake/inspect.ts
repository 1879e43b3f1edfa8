import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { MediaType } from '#shared/contract/media-types.ts';
import type { Problem } from '#shared/domain/problem.ts';
import { hex } from '#shared/lib/hex.ts';
import type { Sha256 } from '#shared/lib/sha256.ts';
import { isBlankPdf } from './blank-pdf.ts';
import { isBlankPicture } from './blank-picture.ts';
import { isWholeBmp, isWholeJpeg, isWholePng } from './check-image.ts';
import { checkPdf } from './check-pdf.ts';
import { contentType, type TakenKind } from './content-type.ts';
import { sentName } from './sent-name.ts';
import type { Inspected } from './store.ts';

export type ToInspect = {
  readonly name: string;
  /** Null when the file was too large to be read. */
  readonly bytes: Uint8Array | null;
  /** Size on the disk. */
  readonly size: number;
};

const MEDIA_TYPE_OF: Readonly<Record<TakenKind, MediaType>> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  bmp: 'image/bmp',
};

/** What a file is and whether it can be sent as it is. Pure, total: any bytes at all get an answer. */
export function inspect(file: ToInspect, sha256: Sha256): Inspected {
  const { bytes, size, name } = file;
  if (bytes === null || bytes.byteLength > FILE_BYTES_MAX) return unfit({ kind: 'too-large', bytes: size, bytesMax: FILE_BYTES_MAX }, null);
  // All empty files have one content; each is a file of its own to the person who waits for it.
  if (bytes.byteLength === 0) return unfit(unfinished(name), null);
  const digest = hex(sha256([bytes]));
  const type = contentType(bytes);
  if (type !== 'pdf' && type !== 'jpeg' && type !== 'png' && type !== 'bmp') {
    return unfit(isAnnounced(bytes) ? unfinished(name) : { kind: 'not-taken', found: type }, digest);
  }
  const { problem, isBlank } = lookedAt(type, bytes);
  if (problem !== null) return unfit(problem, digest);
  const mediaType = MEDIA_TYPE_OF[type];
  const fit = { kind: 'fit', mediaType, sentName: sentName(name, mediaType), sha256: digest, bytes } as const;
  return isBlank ? { ...fit, blank: true } : fit;
}

function unfit(problem: Problem, sha256: string | null): Inspected {
  return { kind: 'unfit', problem, sha256 };
}

const IS_WHOLE = { jpeg: isWholeJpeg, png: isWholePng, bmp: isWholeBmp } as const;

function lookedAt(type: TakenKind, bytes: Uint8Array): { readonly problem: Problem | null; readonly isBlank: boolean } {
  if (type !== 'pdf') {
    const problem = IS_WHOLE[type](bytes) ? null : ({ kind: 'damaged', found: type } as const);
    return { problem, isBlank: problem === null && isBlankPicture(type, bytes) };
  }
  const fault = checkPdf(bytes);
  if (fault === null) return { problem: null, isBlank: isBlankPdf(bytes) };
  return { problem: fault === 'damaged' ? { kind: 'damaged', found: 'pdf' } : { kind: fault }, isBlank: false };
}

/** The room of a file that is still being copied: zeros from the start. */
function isAnnounced(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 1_024).every((byte) => byte === 0);
}

const KIND_OF_ENDING: readonly (readonly [RegExp, TakenKind])[] = [
  [/\.pdf$/i, 'pdf'],
  [/\.(jpe?g|jpe|jfif)$/i, 'jpeg'],
  [/\.png$/i, 'png'],
  [/\.(bmp|dib)$/i, 'bmp'],
];

/** Without content there is only the name to say what the file was meant to become. */
function unfinished(name: string): Problem {
  const meant = KIND_OF_ENDING.find(([ending]) => ending.test(name))?.[1];
  return meant === undefined ? { kind: 'not-taken', found: 'unknown' } : { kind: 'damaged', found: meant };
}
