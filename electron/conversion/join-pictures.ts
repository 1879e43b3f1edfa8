import type { PictureKind } from '#shared/domain/item/joining/parts.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import type { JoinFault } from '#shared/ports/converter.ts';
import { openPicture } from './convert.ts';
import { type FileOfPages, type Page, PAGES_MAX, USUAL_QUALITY } from './picture.ts';
import { type LadderDeps, type Made, withinLimit } from './size-ladder.ts';
import type { Tool } from './tools.ts';

/** A picture that is read when its pages are wanted: the bytes are those that were asked for. */
export type PictureSource = {
  readonly kind: PictureKind;
  readonly read: () => Promise<Result<Uint8Array, ConvertFault>>;
};

/**
 * Makes one PDF of several pictures, page after page in their order. Only one of them is in memory at a time. The same bytes in the same order and the
 * same versions of the codecs give the same result.
 */
export async function joinPictures(sources: readonly PictureSource[], deps: LadderDeps): Promise<Result<Made, JoinFault>> {
  const opening: Opening = { by: deps, reading: 0, fault: null, kept: null, remarks: new Map() };
  try {
    const counted = await countPages(sources, opening);
    if (!counted.ok) return counted;
    const { pages, tools } = counted.value;
    if (pages.length > PAGES_MAX) return fail({ fault: 'too-many-pages', source: null });
    const made = await withinLimit(pagesOf(sources, pages, opening), deps);
    if (!made.ok) return fail({ fault: made.failure, source: null });
    const remarks = [...opening.remarks].flatMap(([part, found]) => found.map((remark) => ofPart(remark, part)));
    return ok({ ...made.value, remarks: [...remarks, ...(made.value.remarks ?? [])], tools: [...tools, ...made.value.tools] });
  } catch {
    return fail({ fault: opening.fault ?? 'not-understood', source: opening.reading });
  }
}

function ofPart(remark: Remark, part: number): Remark {
  return remark.kind === 'actions-removed' ? remark : { ...remark, part };
}

/**
 * `reading`: the source that is being read. `fault`: why it cannot be, if that is not in its bytes. `kept`: its next page may be wanted next. `remarks`:
 * what was found in each source when its last page was decoded.
 */
type Opening = {
  readonly by: LadderDeps;
  reading: number;
  fault: ConvertFault | null;
  kept: { readonly source: number; readonly file: FileOfPages } | null;
  readonly remarks: Map<number, readonly Remark[]>;
};
type Place = { readonly source: number; readonly page: number };
type Counted = { readonly pages: readonly Place[]; readonly tools: readonly Tool[] };

/** Opens each of them once, so that what is wrong with the last one is known before the first page is made. */
async function countPages(sources: readonly PictureSource[], opening: Opening): Promise<Result<Counted, JoinFault>> {
  const pages: Place[] = [];
  const tools: Tool[] = [];
  for (const [source, of] of sources.entries()) {
    const opened = await openSource(source, of, opening);
    if (!opened.ok) return fail({ fault: opened.failure, source });
    for (let page = 0; page < opened.value.pages; page += 1) pages.push({ source, page });
    if (opened.value.tool !== null) tools.push(opened.value.tool);
  }
  return ok({ pages, tools });
}

function pagesOf(sources: readonly PictureSource[], pages: readonly Place[], opening: Opening): FileOfPages {
  return {
    pages: pages.length,
    tool: 'pdf',
    quality: USUAL_QUALITY,
    page: async (index): Promise<Page> => {
      const place = pages[index];
      const of = place === undefined ? undefined : sources[place.source];
      if (place === undefined || of === undefined) throw new RangeError('no such page');
      const { kept } = opening;
      if (kept?.source === place.source) return decoded(kept.file, place, opening);
      opening.kept = null;
      const opened = await openSource(place.source, of, opening);
      if (!opened.ok) {
        opening.fault = opened.failure;
        throw new RangeError('not there any more');
      }
      // One of a single page is opened for each step of the ladder: it may be decoded only once.
      if (opened.value.pages > 1) opening.kept = { source: place.source, file: opened.value };
      return decoded(opened.value, place, opening);
    },
  };
}

async function decoded(file: FileOfPages, { source, page }: Place, { remarks }: Opening): Promise<Page> {
  const picture = await file.page(page);
  remarks.set(source, file.remarks?.() ?? []);
  return picture;
}

async function openSource(source: number, { kind, read }: PictureSource, opening: Opening): Promise<Result<FileOfPages, ConvertFault>> {
  opening.reading = source;
  const bytes = await read();
  return bytes.ok ? openPicture(bytes.value, { kind, ...opening.by }) : bytes;
}
