import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { onePage } from '../one-page.ts';
import { BEST_QUALITY, type BytesFault, type FileOfPages } from '../picture.ts';
import { type LadderDeps, type Made, withinLimit } from '../size-ladder.ts';
import { pngOfRows } from '../png/write-png.ts';
import { type OpenedRows, pictureOfRows, type RowSource } from './row-source.ts';

/** Makes a picture small enough: a PNG with each of its dots if that is within the limit, otherwise what the size ladder makes of it. */
export async function fitRows(opened: OpenedRows, by: LadderDeps): Promise<Result<Made, BytesFault>> {
  if (!opened.ok) return opened;
  const source = opened.value;
  await by.onPage({ page: 1, pages: 1 });
  const png = await pngOfRows(source, by.bytesMax ?? FILE_BYTES_SAFE);
  // The part of the PDF library that compresses is the only one in use.
  if (png !== null) return ok({ bytes: png, mediaType: 'image/png', pages: 1, tools: ['pdf'] });
  return withinLimit(pageOf(source), by);
}

/** The same as a page of a file. */
export function pageOf(source: RowSource): FileOfPages {
  return onePage({ tool: null, quality: BEST_QUALITY }, () => pictureOfRows(source));
}
