import { inflateSync } from 'node:zlib';
import { ok } from '#shared/lib/result.ts';
import type { Decoders } from '#shared/tiff/chunks.ts';
import { openTiff as openShared } from '#shared/tiff/open-tiff.ts';
import { oriented } from '../orient.ts';
import { type OpenedFile, USUAL_QUALITY } from '../picture.ts';
import { encodable } from '../resample.ts';

/** Opens a TIFF: the headers of all pages are checked before the first one is decoded. */
export function openTiff(bytes: Uint8Array): OpenedFile {
  const opened = openShared(bytes, decoders);
  if (!opened.ok) return opened;
  const tiff = opened.value;
  return ok({
    pages: tiff.pages,
    tool: 'tiff',
    quality: USUAL_QUALITY,
    page: async (index) => {
      const { picture, orientation } = await tiff.page(index);
      return oriented(picture.kind === 'colour' ? encodable(picture) : picture, orientation);
    },
  });
}

async function decoders(): Promise<Decoders> {
  const { default: utif } = await import('utif2');
  return { utif, inflate: async (packed, bytesMax) => inflateSync(packed, { maxOutputLength: bytesMax }) };
}
