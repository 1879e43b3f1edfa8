import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Converting, Made, ToConvert } from '../programs.ts';
import { countPages, tiffPages } from '../measure/words.ts';
import {
  atMost,
  isListed,
  type JudgedPage,
  judgedPage,
  type LookedAt,
  type Picture,
  pictureOf,
  ppmOf,
  type Seen,
  SHOWN,
} from './judge-page.ts';
import { imageMagickByProfile, isLacking, LONGEST, type PageAt, type Reader, READERS } from './readers/readers.ts';
import { join } from 'node:path';
import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { sha256Of } from '#test/corpus/listed.ts';
import { type ForeignFile, foreignFiles, foreignPlaceOf, kindOf, listedFiles, placeOf } from '../foreign.ts';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { deflateSync, inflateSync } from 'node:zlib';

export type MeasuredPage = JudgedPage & { /** From 1. */ readonly page: number };

export type MeasuredFile = {
  /** `made`, or the fault. */
  readonly outcome: string;
  readonly remarks: readonly string[];
  /** As other programs count them; null if they cannot. */
  readonly pages: number | null;
  readonly pagesMade: number | null;
  readonly mediaType: string | null;
  readonly seconds: number;
  /** Of those pages that were compared; empty if nothing was made. */
  readonly compared: readonly MeasuredPage[];
  /** Whether two readers read the first page, also of a file of which nothing was made; these are the ones that could be made. */
  readonly isReadable: boolean;
};

export type MeasureBy = { readonly converting: Converting; readonly drawn: Drawn; readonly lookedAt: LookedAt };

/** Of a file with more pages, the first ones and the last one are compared. */
const PAGES_MAX = 4;
const READERS_WANTED = 2;
/** MuPDF and FFmpeg do not look at the tag that says so, and show noise. */
const READS_FLOATS: ReadonlySet<string> = new Set(['ImageMagick', 'GraphicsMagick']);

/** Converts a file, and compares each page of what was made with what two readers see of the file. */
export async function measureFile(of: ToConvert, { converting, drawn, lookedAt }: MeasureBy): Promise<MeasuredFile> {
  const { made, fault, seconds } = await converting.convert(of);
  const places = await findPlaces(of);
  const pages = of.kind === 'tiff' ? places.length || null : await countPages(of);
  const look = (place: Place): Promise<readonly Seen[]> => seenBy(place, { of, drawn, lookedAt });
  const common = { remarks: made?.remarks ?? [], pages, pagesMade: made?.pages ?? null, mediaType: made?.mediaType ?? null, seconds };
  const first = places[0];
  const isReadable = first !== undefined && (await look(first)).length >= READERS_WANTED;
  if (made === null) return { ...common, outcome: fault, compared: [], isReadable };
  const drawing = madePages(made, drawn);
  try {
    const compared: MeasuredPage[] = [];
    for (const place of chosen(of.kind === 'pdf' ? pagesOfPdf(of, made.pages) : places)) {
      const pictures = place.page > made.pages ? [] : await shownPages(drawing, place);
      const seen = await look(place);
      const judged = pictures.map((picture) => judgedPage(picture, { seen, stretch: place.stretch }));
      const nearest = judged.find(({ verdict }) => verdict === 'right') ?? judged[0] ?? { verdict: 'wrong', differences: [] };
      const isShown = pictures.length > 0 && isListed(lookedAt, { sha256: of.sha256, page: place.page, reader: SHOWN });
      compared.push({ page: place.page, ...nearest, ...(isShown ? { verdict: 'right' } : {}) });
    }
    return { ...common, outcome: 'made', compared, isReadable };
  } finally {
    drawing.end();
  }
}

/** A page of what was made, a PDF by two programs: Poppler draws it up to a dot aside, and each softens the edges of black and white otherwise. */
async function shownPages(drawing: MadePages, { page, at: { size } }: Place): Promise<readonly Picture[]> {
  const shown: Picture[] = [];
  for (const at of [0, 1]) {
    const picture = await drawing.draw({ index: page - 1, size }, (kind) => (at === 0 || kind === 'pdf' ? READERS[kind][at] : undefined));
    if (picture !== null) shown.push(picture);
  }
  return shown;
}

/** `page`: from 1, among those that a user counts. */
type Place = {
  readonly page: number;
  readonly stretch: number;
  readonly isFloat?: boolean;
  readonly isTiled?: boolean;
  readonly at: PageAt;
};

async function findPlaces(of: ToConvert): Promise<readonly Place[]> {
  const { path, kind, password } = of;
  if (kind === 'tiff') {
    return (await tiffPages(path)).map(({ directory, stretch, isFloat, isTiled, width, height }, index) => ({
      page: index + 1,
      stretch,
      isFloat,
      isTiled,
      at: { path, kind, password, index: directory, size: width > 0 ? { width, height } : null },
    }));
  }
  return [{ page: 1, stretch: 1, at: { path, kind, password, index: 0, size: kind === 'png' ? sizeOfPng(path) : null } }];
}

function pagesOfPdf({ path, kind, password }: ToConvert, count: number): readonly Place[] {
  return Array.from({ length: count }, (_, index) => ({ page: index + 1, stretch: 1, at: { path, kind, password, index, size: null } }));
}

function sizeOfPng(path: string): PageAt['size'] {
  const head = readFileSync(path).subarray(16, 24);
  return head.length < 8 ? null : { width: head.readUInt32BE(0), height: head.readUInt32BE(4) };
}

function chosen(places: readonly Place[]): readonly Place[] {
  return places.length <= PAGES_MAX ? places : [...places.slice(0, PAGES_MAX - 1), ...places.slice(-1)];
}

type SeenHow = { readonly of: ToConvert } & Pick<MeasureBy, 'drawn' | 'lookedAt'>;

/** What two readers see, or as many as can read it. */
async function seenBy(
  { page, isFloat = false, isTiled = false, at }: Place,
  { of: { sha256, kind }, drawn, lookedAt }: SeenHow,
): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  for (const reader of READERS[kind]) {
    if (isFloat && !READS_FLOATS.has(reader.name)) continue;
    if (isTiled && reader.name === 'FFmpeg') continue;
    if (isLacking(reader, at)) continue;
    if (isListed(lookedAt, { sha256, page, reader: reader.name })) continue;
    const picture = await drawn.of(reader, { ...at, sha256 });
    if (picture === null) continue;
    const isProfiled = reader.name === 'ImageMagick' && hasProfile(at.path);
    const byProfile = isProfiled ? await drawn.of(imageMagickByProfile, { ...at, sha256 }) : null;
    seen.push({ reader: reader.name, picture, byProfile });
    if (seen.length === READERS_WANTED) break;
  }
  return seen;
}

/** Every profile of the ICC has this in its head, 36 bytes behind its start. */
function hasProfile(path: string): boolean {
  return readFileSync(path).includes('acsp', 0, 'latin1');
}

/** A file to measure. `place`: where it lies now. */
export type PixelSample = ForeignFile & { readonly place: string; readonly password: string | null };

type SampleChoice = {
  readonly corpus: string;
  readonly kinds: readonly ConvertedKind[];
  /** Part of the path or of the hash; empty for all. */
  readonly only: string;
  /** For each kind. */
  readonly limit: number;
};

/** The listed files of other people: those of foreign.tsv, and those of files.tsv. In the order of their hashes, so that some of them stand for all. */
export function listedSamples({ corpus, kinds, only, limit }: SampleChoice): readonly PixelSample[] {
  const all: readonly PixelSample[] = [
    ...foreignFiles().map((one) => ({ ...one, place: foreignPlaceOf(corpus, one), password: null })),
    ...listedFiles().map((one) => ({ ...one, place: placeOf(corpus, one) })),
  ];
  const wanted = all.filter(({ path, sha256 }) => path.includes(only) || sha256.startsWith(only));
  const sorted = wanted.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  return kinds.flatMap((kind) => sorted.filter((one) => one.kind === kind).slice(0, limit));
}

/** Every picture of a folder and of those in it. */
export function samplesIn(folder: string, { kinds, only }: Pick<SampleChoice, 'kinds' | 'only'>): readonly PixelSample[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path): readonly PixelSample[] => {
    const place = join(folder, path);
    if (!statSync(place).isFile() || !path.includes(only)) return [];
    const bytes = readFileSync(place);
    const kind = kindOf(bytes);
    if (kind === null || !kinds.includes(kind)) return [];
    return [{ kind, source: 'folder', path, place, bytes: bytes.byteLength, sha256: sha256Of(bytes), password: null }];
  });
}

export function isThere({ place, sha256 }: PixelSample): boolean {
  return existsSync(place) && sha256Of(readFileSync(place)) === sha256;
}

const KINDS = { 'application/pdf': 'pdf', 'image/jpeg': 'jpeg', 'image/png': 'png' } as const satisfies Record<Made['mediaType'], string>;

/** `index`: from 0. `size`: of the original page in dots, if it is known. */
type MadePageAt = Pick<PageAt, 'index' | 'size'>;

type MadePages = {
  /** Null if the reader cannot draw it, or there is none. */
  draw(at: MadePageAt, readerOf: (kind: 'pdf' | 'jpeg' | 'png') => Reader | undefined): Promise<Picture | null>;
  end(): void;
};

/** What was made, as a file for the programs that draw it. */
export function madePages({ mediaType, bytes }: Pick<Made, 'mediaType' | 'bytes'>, drawn: Drawn): MadePages {
  const kind = KINDS[mediaType];
  const folder = mkdtempSync(join(tmpdir(), 'made-'));
  const path = join(folder, `made.${kind}`);
  writeFileSync(path, bytes);
  const sha256 = sha256Of(bytes);
  return {
    draw: async (at, readerOf) => {
      const reader = readerOf(kind);
      return reader === undefined ? null : await drawn.of(reader, { path, kind, password: null, ...at, sha256 });
    },
    end: () => rmSync(folder, { recursive: true }),
  };
}

/** What readers draw, kept by the hash of the file. */
export class Drawn {
  readonly #folder: string | null;

  /** `folder`: where pictures are kept, a few hundred kilobytes for each page; null keeps nothing. */
  constructor(folder: string | null) {
    this.#folder = folder;
  }

  /** At most 1,024 dots on the longer side. Null if the reader cannot read it. `sha256`: of the file. */
  async of(reader: Reader, page: PageAt & { readonly sha256: string }): Promise<Picture | null> {
    if (this.#folder === null) return await fresh(reader, page);
    const folder = join(this.#folder, page.sha256.slice(0, 2));
    const kept = join(folder, `${page.sha256}-${page.index}-${reader.name.replaceAll(' ', '-')}`);
    if (existsSync(kept)) return pictureOf(inflateSync(readFileSync(kept)));
    const picture = await fresh(reader, page);
    mkdirSync(folder, { recursive: true });
    const partly = `${kept}.${process.pid}`;
    writeFileSync(partly, deflateSync(picture === null ? Buffer.alloc(0) : ppmOf(picture), { level: 1 }));
    renameSync(partly, kept);
    return picture;
  }
}

async function fresh(reader: Reader, page: PageAt): Promise<Picture | null> {
  const drawn = await reader.draw(page);
  return drawn === null ? null : atMost(drawn, LONGEST);
}
