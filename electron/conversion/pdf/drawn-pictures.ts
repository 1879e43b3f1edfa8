import type { PDFDict, PDFObject, PDFRawStream, PDFRef } from 'pdf-lib';
import { type Operator, operatorsIn } from './content-operators.ts';
import { decodedStream } from './decoded-stream.ts';
import { boundsOf, type Matrix, matrixIn, matrixOf, product, UNCHANGED } from './matrix.ts';
import type { Box, PdfPageNode } from './pages.ts';
import type { PdfLib } from './pdf-lib.ts';

/** A picture where a page draws it. */
export type DrawnPicture = { readonly ref: PDFRef; readonly stream: PDFRawStream; readonly matrix: Matrix; readonly unit: number };

export type DrawnPage = {
  /** Upright rectangles around all pictures, also those that lie in the content itself. */
  readonly covered: readonly Box[];
  /** How many lines, areas and shadings are painted. */
  readonly shapes: number;
  /** Something that is to be drawn is not there. */
  readonly isIncomplete: boolean;
};

export type Drawn = {
  readonly pictures: readonly DrawnPicture[];
  readonly pages: readonly DrawnPage[];
  /** The lists of pictures that were understood. */
  readonly lists: ReadonlySet<PDFDict>;
};

/** Bounds for files that are made to take long; a scan of 200 pages has a hundredth of that. */
const LIMITS = { contentBytes: 64 * 1_048_576, operators: 4_000_000, forms: 10_000, depth: 12, pictures: 50_000 };
const SHAPES = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'sh']);

type Left = { -readonly [Limit in Exclude<keyof typeof LIMITS, 'depth'>]: number };
type Page = { covered: Box[]; shapes: number; isIncomplete: boolean; readonly unit: number };
type Place = { readonly resources: PDFDict | null; readonly matrix: Matrix; readonly depth: number; readonly page: Page };

/** Follows what the pages draw; null if that is too much, or is not understood. */
export function drawnBy(nodes: readonly PdfPageNode[], lib: PdfLib): Drawn | null {
  const reader = new Reader(lib);
  const pages = nodes.map((node) => reader.page(node));
  return reader.isOver ? null : { pictures: reader.pictures, lists: new Set(reader.lists.keys()), pages };
}

class Reader {
  readonly pictures: DrawnPicture[] = [];
  /** The lists of what pages draw, by names. The library decodes names in its own way when it reads them. */
  readonly lists = new Map<PDFDict, ReadonlyMap<string, PDFObject>>();
  isOver = false;
  readonly #lib: PdfLib;
  readonly #left: Left = { ...LIMITS };

  constructor(lib: PdfLib) {
    this.#lib = lib;
  }

  page({ dictionary, resources, unit }: PdfPageNode): DrawnPage {
    const page: Page = { covered: [], shapes: 0, isIncomplete: false, unit };
    const content = this.#content(dictionary, page);
    if (content !== null) this.#run(content, { resources, matrix: UNCHANGED, depth: 0, page });
    return page;
  }

  /** The parts of a page's content are one content: an operator may begin in one and end in the next. */
  #content(dictionary: PDFDict, page: Page): Uint8Array | null {
    const { PDFArray, PDFName, PDFNull } = this.#lib;
    if (!dictionary.has(PDFName.of('Contents'))) return null;
    const contents = dictionary.lookup(PDFName.of('Contents'));
    const parts = contents instanceof PDFArray ? Array.from({ length: contents.size() }, (_, at) => contents.lookup(at)) : [contents];
    const texts: Uint8Array[] = [];
    for (const part of parts) {
      const text = this.#decoded(part);
      if (text !== null) texts.push(text, new Uint8Array([0x0a]));
      else if (part === undefined || part === PDFNull) page.isIncomplete = true;
    }
    return Buffer.concat(texts);
  }

  #decoded(stream: PDFObject | undefined): Uint8Array | null {
    if (!(stream instanceof this.#lib.PDFRawStream)) return null;
    const bytes = decodedStream(stream, { lib: this.#lib, bytesMax: Math.max(1, this.#left.contentBytes) });
    this.#take('contentBytes', bytes?.byteLength ?? Number.POSITIVE_INFINITY);
    return bytes;
  }

  #take(what: keyof Left, count = 1): void {
    this.#left[what] -= count;
    if (this.#left[what] < 0) this.isOver = true;
  }

  #run(content: Uint8Array, { matrix: start, ...place }: Place): void {
    let matrix = start;
    const saved: Matrix[] = [];
    for (const operator of operatorsIn(content)) {
      this.#take('operators');
      if (this.isOver) return;
      if (operator.name === 'q') saved.push(matrix);
      else if (operator.name === 'Q') matrix = saved.pop() ?? matrix;
      else if (operator.name === 'cm') matrix = this.#moved(matrix, operator);
      else if (operator.name === 'Do') this.#draw(operator.operand, { ...place, matrix });
      else if (operator.name === 'BI') place.page.covered.push(boundsOf(matrix));
      else if (SHAPES.has(operator.name)) place.page.shapes += 1;
    }
  }

  #moved(matrix: Matrix, { numbers }: Operator): Matrix {
    const own = matrixOf(numbers);
    if (own === null) this.isOver = true;
    return own === null ? matrix : product(own, matrix);
  }

  #draw(name: string | null, place: Place): void {
    const { PDFName, PDFDict: Dictionary, PDFRawStream: Stream, PDFRef: Ref } = this.#lib;
    const list = place.resources?.lookup(PDFName.of('XObject'));
    const ref = list instanceof Dictionary && name !== null ? this.#entries(list).get(name) : undefined;
    const stream = ref instanceof Ref ? place.resources?.context.lookup(ref) : undefined;
    if (!(stream instanceof Stream) || !(ref instanceof Ref)) {
      place.page.isIncomplete = true;
      return;
    }
    if (stream.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Form')) this.#form(stream, place);
    else {
      this.#take('pictures');
      if (stream.contents.byteLength === 0) place.page.isIncomplete = true;
      place.page.covered.push(boundsOf(place.matrix));
      this.pictures.push({ ref, stream, matrix: place.matrix, unit: place.page.unit });
    }
  }

  #entries(list: PDFDict): ReadonlyMap<string, PDFObject> {
    const known = this.lists.get(list);
    if (known !== undefined) return known;
    const entries = new Map(list.entries().map(([key, value]) => [Buffer.from(key.asBytes()).toString('latin1'), value]));
    this.lists.set(list, entries);
    return entries;
  }

  #form(form: PDFRawStream, { resources, matrix, depth, page }: Place): void {
    const { PDFName, PDFDict: Dictionary } = this.#lib;
    this.#take('forms');
    if (depth >= LIMITS.depth) this.isOver = true;
    if (this.isOver) return;
    const own = form.dict.lookup(PDFName.of('Resources'));
    const content = this.#decoded(form);
    if (content === null) return;
    const moved = product(matrixIn(form.dict.lookup(PDFName.of('Matrix')), this.#lib) ?? UNCHANGED, matrix);
    this.#run(content, { resources: own instanceof Dictionary ? own : resources, matrix: moved, depth: depth + 1, page });
  }
}
