// The package has no types, and every importer of this file has to find ours.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./pngjs.d.ts" />
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { FileRow } from '../store/file-rows.ts';
import { decodeBmp } from './decode-bmp.ts';
import type { Decoded } from './decoded.ts';
import { decodePdf } from './decode-pdf.ts';

/** Decodes a file completely. Takes up to seconds and hundreds of megabytes, so call it in a thread of its own. */
export async function decodeFile({ mediaType, content: bytes }: FileRow): Promise<Decoded> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (mediaType) {
      case 'application/pdf':
        return await decodePdf(content);
      case 'image/png': {
        const { width, height } = PNG.sync.read(content);
        return { pages: 1, width, height };
      }
      case 'image/jpeg':
        return decodedJpeg(content);
      case 'image/bmp':
        return decodeBmp(content);
      default:
        return unreachable(mediaType);
    }
  } catch (error) {
    // Libraries throw whatever they like at a damaged file.
    return { fault: error instanceof Error ? error.message.slice(0, FAULT_CHARACTERS_MAX) : 'It cannot be decoded.' };
  }
}

const FAULT_CHARACTERS_MAX = 200;
/** A page of A4 at 600 dpi in colour needs a third of it. */
const MEMORY_MB_MAX = 2_048;
const END_MARK = Buffer.from('ffd9', 'hex');

/** The library fills what is missing at the end with grey, so the end mark has to be there. */
function decodedJpeg(content: Buffer): Decoded {
  if (!content.includes(END_MARK)) return { fault: 'It has no end.' };
  const { width, height } = jpeg.decode(content, { useTArray: true, tolerantDecoding: false, maxMemoryUsageInMB: MEMORY_MB_MAX });
  return { pages: 1, width, height };
}
