import { bufferOf, viewOf } from '../bytes.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { isDoubtfulFax } from '../pictures/fax.ts';
import { walkJpeg } from '../pictures/jpeg-walk.ts';
import { checkedFlate, OTHER_BYTES_MAX } from './checked-flate.ts';
import { isOfOperators } from './content.ts';
import { drawnBy } from './drawn.ts';
import { isDoubtfulFont } from './fonts/font-file.ts';
import { type Filter, filtersOf, FROM_ASCII, fromLzw, isFlate } from './unpacked.ts';
import { checkUntidy } from './objects/untidy.ts';
import type { ReadPdf } from './pages.ts';
import { faxOf, rawBytesOf } from './pdf-picture.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfStream } from './pdf-stream.ts';
import { nameIn, type PdfDictionary } from './pdf-values.ts';
import { isByLineEnds } from './stream-state.ts';
import { isUtf8 } from 'node:buffer';
import { md5 } from './pdf-password.ts';

/**
 * Whether a strict reader would complain about what the pages draw: a stream that does not unpack to its checksum, a picture whose code breaks
 * off or is not used up, an object that is not written as the format wants it. Viewers show such a page, usually with less on it. What costs
 * more than the budget, needs a password, or is packed in a way that is not read here, raises no doubt.
 */
export function isDoubtfulPdf(read: ReadPdf, budget: InspectBudget): boolean {
  const { text } = read.file;
  const first = doubtOn(read, budget);
  if (first !== 'astray') return first === 'doubtful';
  // An object is not where the cross-reference says: so all of them are searched for, as viewers do.
  const found = checkUntidy(text, Math.max(0, text.indexOf('%PDF-')), budget);
  return found.fault !== null || found.read === null || doubtOn(found.read, budget) !== null;
}

function doubtOn({ file, tree, found = [] }: ReadPdf, budget: InspectBudget): 'doubtful' | 'astray' | null {
  const drawn = drawnBy(file, tree.pages, 'everything');
  const isPartlyRead = file.isTooMuch() || file.isHidden();
  if (file.isAstray()) return isPartlyRead ? null : 'astray';
  if (isPartlyRead) return file.isBroken() ? 'doubtful' : null;
  if (drawn.isMissing || tree.isOdd || file.isBroken() || (file.isSearched && drawn.isDangling)) return 'doubtful';
  if (file.isLocked()) return null;
  const contents = new Set(drawn.contents);
  // Of an encrypted file, some that nothing draws are as they are.
  const all = new Set([...drawn.streams, ...(file.trailer.entries.has('Encrypt') ? [] : found)]);
  return [...all].some((stream) => isDoubtful(stream, { file, budget, isContent: contents.has(stream) })) ? 'doubtful' : null;
}

type Deps = { readonly file: PdfFile; readonly budget: InspectBudget; readonly isContent: boolean };

function isDoubtful(stream: PdfStream, deps: Deps): boolean {
  if (stream.bytes.byteLength === 0) return false;
  const filters = filtersOf(stream.dictionary);
  if (filters === null) return false;
  // Where the offsets are wrong as well, bytes were lost or came in.
  if (deps.file.isSearched && !isByLineEnds(stream)) return true;
  const rawBytes = rawBytesOf(stream.dictionary, deps.file);
  let bytes = bufferOf(stream.bytes);
  let isChecked = false;
  for (const filter of filters) {
    const made = undone(bytes, filter, { ...deps, stream, rawBytes });
    if (typeof made === 'boolean') return made;
    isChecked ||= isFlate(filter);
    bytes = made;
  }
  if (rawBytes !== null && !filters.some(isPredicted)) return bytes.byteLength < rawBytes;
  if (!isChecked && (isWrongFile(bytes, stream.dictionary, deps.file) || isDoubtfulFont(bytes))) return true;
  if (isChecked || !deps.isContent || !deps.budget.spend('contentBytes', bytes.byteLength)) return false;
  return !isOfOperators(bytes);
}

/** Its rows have bytes of their own. */
function isPredicted({ parms }: Filter): boolean {
  const predictor = parms?.entries.get('Predictor');
  return predictor !== undefined && !(predictor.kind === 'number' && predictor.value < 2);
}

type Undo = Deps & { readonly stream: PdfStream; readonly rawBytes: number | null };

/** The bytes behind a filter; or whether they are doubtful, if nothing more is to be known. */
function undone(bytes: Buffer, filter: Filter, { stream, file, budget, rawBytes }: Undo): Buffer | boolean {
  const { name, parms } = filter;
  const ascii = FROM_ASCII.get(name);
  if (ascii !== undefined) return budget.spend('checkedBytes', bytes.byteLength) ? (ascii(bytes) ?? true) : false;
  if (isFlate(filter)) return checkedFlate(bytes, budget, isPredicted(filter) ? null : rawBytes);
  switch (name) {
    case 'LZWDecode':
    case 'LZW':
      return unpackedLzw(bytes, parms, budget);
    case 'JBIG2Decode':
      return isDoubtfulJbig2(bytes);
    case 'JPXDecode':
      return isDoubtfulJpx(bytes);
    case 'DCTDecode':
    case 'DCT':
      return isDoubtfulJpeg(bytes, budget);
    case 'CCITTFaxDecode':
    case 'CCF':
      return parms !== undefined && isDoubtfulFax(bytes, { ...faxOf(stream.dictionary, parms), height: heightOf(stream, file) }, budget);
    default:
      return false;
  }
}

function unpackedLzw(bytes: Buffer, parms: PdfDictionary | undefined, budget: InspectBudget): Buffer | boolean {
  const most = Math.min(OTHER_BYTES_MAX, budget.left('checkedBytes'));
  const made = fromLzw(bytes, parms, most);
  if (made === null) return true;
  return made !== 'too-much' && budget.spend('checkedBytes', made.byteLength) ? made : false;
}

function isDoubtfulJpeg(bytes: Buffer, budget: InspectBudget): boolean {
  const state = walkJpeg(bytes, { budget, runs: [], counted: 'codedUnits' });
  return state === 'damaged' || state === 'doubtful' || state === 'not-understood';
}

function heightOf({ dictionary }: PdfStream, file: PdfFile): number {
  const height = file.value(dictionary.entries.get('Height'));
  return height?.kind === 'number' ? height.value : 0;
}

const MD5_BYTES = 16;

/**
 * Whether an embedded file is not what was embedded: it has another checksum than is said of it, or it is XML, as the data of an electronic
 * invoice are, and has bytes in it that no text has. `bytes`: unpacked.
 */
function isWrongFile(bytes: Buffer, dictionary: PdfDictionary, file: PdfFile): boolean {
  const params = file.dictionary(dictionary.entries.get('Params'));
  if (params === null && nameIn(dictionary, 'Type') !== 'EmbeddedFile') return false;
  const sum = file.value(params?.entries.get('CheckSum'));
  const isOther = sum?.kind === 'string' && sum.bytes.length === MD5_BYTES && !md5(bytes).equals(Buffer.from(sum.bytes, 'latin1'));
  return isOther || isBrokenXml(bytes);
}

const HEAD_BYTES = 128;
/** Control characters that XML allows: tab, line feed, carriage return. */
const ALLOWED = new Set([0x09, 0x0a, 0x0d]);
const SPACE = 0x20;

function isBrokenXml(bytes: Buffer): boolean {
  const head = /^(?:\u00ef\u00bb\u00bf)?<\?xml ([^>]*)\?>/.exec(bytes.toString('latin1', 0, HEAD_BYTES))?.[1];
  if (head === undefined || !/encoding=["']utf-8["']|^(?!.*encoding)/i.test(head)) return false;
  return !isUtf8(bytes) || bytes.some(isControl) || !bytes.toString('latin1').trimEnd().endsWith('>');
}

function isControl(byte: number): boolean {
  return byte < SPACE && !ALLOWED.has(byte);
}

/**
 * Pictures whose code is arithmetic: JBIG2 and JPEG 2000. Any bits are some picture there, so they are not decoded; but their parts say how
 * long they are, and within a part no 0xff is followed by a byte above 0x8f, which would be a marker.
 */
const MARKER_MIN = 0x90;
/** Code looks like chance: so many zeros do not happen. */
const ZEROS = Buffer.alloc(48);

function isCode(part: Buffer): boolean {
  for (let at = part.indexOf(0xff); at >= 0; at = part.indexOf(0xff, at + 1)) {
    const next = part[at + 1];
    if (next !== undefined && next >= MARKER_MIN) return false;
  }
  return !part.includes(ZEROS);
}

const SEGMENT_TYPES = new Set([0, 4, 6, 7, 16, 20, 22, 23, 36, 38, 39, 40, 42, 43, 48, 49, 50, 51, 52, 53, 62]);
const UNKNOWN_LENGTH = 0xff_ff_ff_ff;
const REGION_BYTES = 17;
/** The end mark of arithmetic code. */
const END_BYTES = 2;
/** Line ends behind the last segment. */
const LEFT_MAX = 4;

/** Whether the segments of a JBIG2 stream (ITU-T T.88, 7.2), as a PDF has them, do not follow each other to its end, or one has no code in it. */
function isDoubtfulJbig2(bytes: Buffer): boolean {
  let at = 0;
  while (bytes.byteLength - at > LEFT_MAX) {
    const head = segmentAt(bytes, at);
    if (head === null) return true;
    const to = head.from + (head.length === UNKNOWN_LENGTH ? lengthUntilEnd(bytes.subarray(head.from)) : head.length);
    const codeTo = to - (head.length === UNKNOWN_LENGTH ? ROWS_BYTES : 0);
    if (to > bytes.byteLength || !isSegment(head.type, bytes.subarray(head.from, codeTo))) return true;
    at = to;
  }
  return false;
}

const ROWS_BYTES = 4;

/** The length of a region that does not say it: its code, with its end mark, and the number of its rows. */
function lengthUntilEnd(data: Buffer): number {
  const at = data.indexOf(Buffer.from([0xff, 0xac]), REGION_BYTES);
  return at < 0 ? Number.POSITIVE_INFINITY : at + END_BYTES + ROWS_BYTES;
}

function segmentAt(bytes: Buffer, at: number): { readonly type: number; readonly from: number; readonly length: number } | null {
  if (at + 11 > bytes.byteLength) return null;
  const [number, flags, said] = [bytes.readUInt32BE(at), bytes[at + 4] ?? 0, bytes[at + 5] ?? 0];
  const isLong = said >> 5 === 7;
  const count = isLong ? bytes.readUInt32BE(at + 5) & 0x1f_ff_ff_ff : said >> 5;
  const counted = isLong ? 4 + ((count + 8) >> 3) : 1;
  const size = number <= 256 ? 1 : number <= 65_536 ? 2 : 4;
  const lengthAt = at + 5 + counted + count * size + ((flags & 0x40) === 0 ? 1 : 4);
  if (!SEGMENT_TYPES.has(flags & 63) || lengthAt + 4 > bytes.byteLength) return null;
  return { type: flags & 63, from: lengthAt + 4, length: bytes.readUInt32BE(lengthAt) };
}

/** Segments by Huffman codes or fax lines, and those without a code, are taken as they are. */
function isSegment(type: number, data: Buffer): boolean {
  const from = codeOf(type, data);
  return from === null || (from <= data.byteLength && isCode(data.subarray(from, Math.max(from, data.byteLength - END_BYTES))));
}

/** Where the code of a segment begins; null if it has none, or of another kind. */
function codeOf(type: number, data: Buffer): number | null {
  const view = viewOf(data);
  if (type === 0 && data.byteLength >= 2) {
    const flags = view.getUint16(0);
    if ((flags & 1) !== 0) return null;
    const template = (flags >> 10) & 3;
    const refined = (flags & 2) !== 0 && (flags & 0x1000) === 0 ? 4 : 0;
    return 2 + (template === 0 ? 8 : 2) + refined + 8;
  }
  if (data.byteLength < REGION_BYTES + 2) return null;
  const flags = view.getUint8(REGION_BYTES);
  if (type === 36 || type === 38 || type === 39) return (flags & 1) !== 0 ? null : REGION_BYTES + 1 + (((flags >> 1) & 3) === 0 ? 8 : 2);
  if (type === 40 || type === 42 || type === 43) return REGION_BYTES + 1 + ((flags & 1) === 0 ? 4 : 0);
  if (type !== 4 && type !== 6 && type !== 7) return null;
  const text = view.getUint16(REGION_BYTES);
  return (text & 1) !== 0 ? null : REGION_BYTES + 2 + ((text & 2) !== 0 && (text & 0x8000) === 0 ? 4 : 0) + 4;
}

const [START, TILE, DATA, PACKET, PACKET_END, END] = [0xff4f, 0xff90, 0xff93, 0xff91, 0xff92, 0xffd9];

/** Whether the tiles of a JPEG 2000 picture (ISO/IEC 15444-1, A.4) do not follow each other to its end, or have markers in their code. */
function isDoubtfulJpx(bytes: Buffer): boolean {
  const from = bytes.indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51]));
  if (from < 0) return true;
  let at = from + 2;
  for (;;) {
    if (at + 2 > bytes.byteLength) return at < bytes.byteLength;
    const marker = bytes.readUInt16BE(at);
    if (marker === END) return false;
    if (marker === START || marker < 0xff00 || at + 4 > bytes.byteLength) return true;
    if (marker !== TILE) {
      at += 2 + bytes.readUInt16BE(at + 2);
      continue;
    }
    if (at + 12 > bytes.byteLength) return true;
    const length = bytes.readUInt32BE(at + 6);
    // The last one may go on to the end.
    if (length === 0) return false;
    if (length < 14 || at + length > bytes.byteLength || !isTile(bytes.subarray(at, at + length))) return true;
    at += length;
  }
}

/** A tile: its segments, and behind them its code, with markers of packets at most. */
function isTile(tile: Buffer): boolean {
  let at = 12;
  while (at + 4 <= tile.byteLength && tile.readUInt16BE(at) !== DATA) {
    if (tile.readUInt16BE(at) < 0xff00) return false;
    at += 2 + tile.readUInt16BE(at + 2);
  }
  if (at + 2 > tile.byteLength) return false;
  for (let from = tile.indexOf(0xff, at + 2); from >= 0; from = tile.indexOf(0xff, from + 1)) {
    const marker = 0xff00 | (tile[from + 1] ?? 0);
    if (marker < TILE || marker === PACKET_END) continue;
    if (marker !== PACKET) return false;
    // Its length and its number.
    from += 5;
  }
  return !tile.subarray(at + 2).includes(ZEROS);
}
