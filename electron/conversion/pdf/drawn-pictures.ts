import type { PDFDict, PDFObject, PDFRawStream, PDFRef } from 'pdf-lib';
import { decodedStream, type PdfLib } from './pdf-lib.ts';
import type { Box, PdfPageNode } from './pages.ts';
import { endOfLiteral } from '#electron/intake/inspect/pdf/pdf-text.ts';

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

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const UNCHANGED: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
function product(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [p, q, r, s, t, u] = outer;
  return [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u];
}

function matrixOf(numbers: readonly number[]): Matrix | null {
  const [a, b, c, d, e, f] = numbers;
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined) return null;
  return [a, b, c, d, e, f].every(Number.isFinite) ? [a, b, c, d, e, f] : null;
}

function matrixIn(value: PDFObject | undefined, { PDFArray, PDFNumber }: PdfLib): Matrix | null {
  if (!(value instanceof PDFArray) || value.size() !== 6) return null;
  const numbers = [0, 1, 2, 3, 4, 5].map((at) => value.lookup(at));
  return matrixOf(numbers.flatMap((number) => (number instanceof PDFNumber ? [number.asNumber()] : [])));
}

/** How long the sides of the unit square become. */
export function lengthsOf([a, b, c, d]: Matrix): { readonly x: number; readonly y: number } {
  // Other than Math.hypot, these are the same to the last bit everywhere.
  return { x: Math.sqrt(a * a + b * b), y: Math.sqrt(c * c + d * d) };
}

/** The upright rectangle around what becomes of the unit square. */
function boundsOf([a, b, c, d, e, f]: Matrix): Box {
  const [across, down] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ];
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
}

/** An operator of a content stream, with the numbers and the name before it. */
type Operator = { readonly name: string; readonly numbers: readonly number[]; readonly operand: string | null };

const SPACES = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'));
const [OPEN, LESS, MORE, SLASH, PERCENT] = [0x28, 0x3c, 0x3e, 0x2f, 0x25];
const [LINE_FEED, RETURN] = [0x0a, 0x0d];
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
/** No operator has more; a longer list is an array of text. */
const NUMBERS_MAX = 6;

/** Reads a content stream. The data of pictures that lie in it are skipped. */
export function* operatorsIn(content: Uint8Array): Generator<Operator> {
  let numbers: number[] = [];
  let operand: string | null = null;
  for (let at = 0; at < content.byteLength; ) {
    const byte = content[at] ?? 0;
    if (SPACES.has(byte)) at += 1;
    else if (byte === PERCENT) at = endOfLine(content, at);
    else if (byte === OPEN) at = endOfLiteral(content, at);
    else if (byte === LESS) at = content[at + 1] === LESS ? at + 2 : endOfHexText(content, at);
    else if (byte === SLASH) {
      const end = endOfWord(content, at + 1);
      operand = nameIn(content, at + 1, end);
      at = end;
    } else if (DELIMITERS.has(byte)) at += 1;
    else {
      const end = endOfWord(content, at);
      const word = Buffer.from(content.buffer, content.byteOffset + at, end - at).toString('latin1');
      at = end;
      if (NUMBER.test(word)) numbers = [...numbers.slice(1 - NUMBERS_MAX), Number(word)];
      else {
        yield { name: word, numbers, operand };
        [numbers, operand] = [[], null];
        if (word === 'ID') at = endOfPicture(content, at);
      }
    }
  }
}

function endOfWord(content: Uint8Array, from: number): number {
  let at = from;
  while (at < content.byteLength && !SPACES.has(content[at] ?? 0) && !DELIMITERS.has(content[at] ?? 0)) at += 1;
  return at;
}

function endOfLine(content: Uint8Array, from: number): number {
  let at = from;
  while (at < content.byteLength && content[at] !== LINE_FEED && content[at] !== RETURN) at += 1;
  return at;
}

function endOfHexText(content: Uint8Array, from: number): number {
  const end = content.indexOf(MORE, from);
  return end === -1 ? content.byteLength : end + 1;
}

/** `#20` stands for a byte. */
function nameIn(content: Uint8Array, from: number, to: number): string {
  const text = Buffer.from(content.buffer, content.byteOffset + from, to - from).toString('latin1');
  return text.replaceAll(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The data are bytes of any kind, which may look like their own end: what follows the end is text. */
const TEXT_AFTER = 12;
const [LARGE_E, LARGE_I] = [0x45, 0x49];

function endOfPicture(content: Uint8Array, from: number): number {
  for (let at = content.indexOf(LARGE_E, from); at !== -1; at = content.indexOf(LARGE_E, at + 1)) {
    const isAlone = content[at + 1] === LARGE_I && SPACES.has(content[at - 1] ?? 0) && SPACES.has(content[at + 2] ?? LINE_FEED);
    if (isAlone && content.subarray(at + 2, at + 2 + TEXT_AFTER).every((byte) => SPACES.has(byte) || (byte >= 0x20 && byte < 0x7f)))
      return at + 2;
  }
  return content.byteLength;
}
