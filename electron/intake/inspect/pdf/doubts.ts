import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { codeOf } from '#shared/node/code-of.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { type Fax, walkFax } from '../pictures/fax.ts';
import { walkJpeg } from '../pictures/jpeg-walk.ts';
import { isOfOperators } from './content.ts';
import { drawnBy } from './drawn.ts';
import { FROM_ASCII } from './from-ascii.ts';
import { checkUntidy } from './objects/untidy.ts';
import type { ReadPdf } from './pages.ts';
import { faxOf, rawBytesOf } from './pdf-picture.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfStream } from './pdf-stream.ts';
import { type Filter, filtersOf } from './unpacked.ts';

/** A picture of known size is unpacked in one piece; another stream is in memory twice while its pieces are joined. */
const PICTURE_BYTES_MAX = 64_000_000;
const OTHER_BYTES_MAX = 32_000_000;

/**
 * Whether a strict reader would complain about what the pages draw: a stream that does not unpack to its checksum, a picture whose code breaks
 * off or is not used up, an object that is not written as the format wants it. Viewers show such a page, usually with less on it. What costs
 * more than the budget, is encrypted, or is packed in a way that is not read here, raises no doubt.
 */
export function isDoubtfulPdf(read: ReadPdf, budget: InspectBudget): boolean {
  const { text } = read.file;
  const first = doubtOn(read, budget);
  if (first !== 'astray') return first === 'doubtful';
  // An object is not where the cross-reference says: so all of them are searched for, as viewers do.
  const found = checkUntidy(text, Math.max(0, text.indexOf('%PDF-')), budget);
  return found.fault !== null || found.read === null || doubtOn(found.read, budget) !== null;
}

function doubtOn({ file, tree }: ReadPdf, budget: InspectBudget): 'doubtful' | 'astray' | null {
  const drawn = drawnBy(file, tree.pages, 'everything');
  if (file.isTooMuch() || file.isHidden()) return null;
  if (file.isAstray()) return 'astray';
  if (drawn.isMissing || file.isBroken() || (file.isSearched && drawn.isDangling)) return 'doubtful';
  if (file.trailer.entries.has('Encrypt')) return null;
  const contents = new Set(drawn.contents);
  return drawn.streams.some((stream) => isDoubtful(stream, { file, budget, isContent: contents.has(stream) })) ? 'doubtful' : null;
}

type By = { readonly file: PdfFile; readonly budget: InspectBudget; readonly isContent: boolean };

function isDoubtful(stream: PdfStream, by: By): boolean {
  if (stream.bytes.byteLength === 0) return false;
  const filters = filtersOf(stream.dictionary);
  if (filters === null) return false;
  const rawBytes = rawBytesOf(stream.dictionary, by.file);
  let bytes = Buffer.from(stream.bytes.buffer, stream.bytes.byteOffset, stream.bytes.byteLength);
  let isChecked = false;
  for (const filter of filters) {
    const made = undone(bytes, filter, { ...by, stream, rawBytes });
    if (typeof made === 'boolean') return made;
    isChecked ||= filter.name.startsWith('Fl');
    bytes = made;
  }
  if (rawBytes !== null && filters.every(({ parms }) => parms === undefined)) return bytes.byteLength < rawBytes;
  if (isChecked || !by.isContent || !by.budget.spend('contentBytes', bytes.byteLength)) return false;
  return !isOfOperators(bytes);
}

type Undo = By & { readonly stream: PdfStream; readonly rawBytes: number | null };

/** The bytes behind a filter; or whether they are doubtful, if nothing more is to be known. */
function undone(bytes: Buffer, filter: Filter, { stream, file, budget, rawBytes }: Undo): Buffer | boolean {
  const { name, parms } = filter;
  const ascii = FROM_ASCII.get(name);
  if (ascii !== undefined) return budget.spend('checkedBytes', bytes.byteLength) ? (ascii(bytes) ?? true) : false;
  switch (name) {
    case 'FlateDecode':
    case 'Fl':
      return inflated(bytes, budget, parms === undefined ? rawBytes : null);
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

function isDoubtfulJpeg(bytes: Buffer, budget: InspectBudget): boolean {
  const state = walkJpeg(bytes, { budget, runs: [], counted: 'codedUnits' });
  return state === 'damaged' || state === 'doubtful' || state === 'not-understood';
}

/** Without its height, only an end mark would tell where it ends. */
function isDoubtfulFax(bytes: Buffer, fax: Fax, budget: InspectBudget): boolean {
  return fax.height > 0 && walkFax(bytes, fax, budget) === 'damaged';
}

function heightOf({ dictionary }: PdfStream, file: PdfFile): number {
  const height = file.value(dictionary.entries.get('Height'));
  return height?.kind === 'number' ? height.value : 0;
}

/** True if the data is cut off or has another checksum; a checksum that is not there says nothing. */
function inflated(bytes: Buffer, budget: InspectBudget, rawBytes: number | null): Buffer | boolean {
  const most = Math.min(rawBytes === null ? OTHER_BYTES_MAX : PICTURE_BYTES_MAX, budget.left('checkedBytes'));
  if (most < 1 || (rawBytes ?? 0) > most) return false;
  let from = 0;
  while (from < 2 && (bytes[from] === 0x0a || bytes[from] === 0x0d)) from += 1;
  const packed = bytes.subarray(from);
  const limits = { maxOutputLength: most, ...(rawBytes === null ? {} : { chunkSize: Math.max(64, rawBytes + 64) }) };
  try {
    const made = inflateSync(packed, limits);
    return budget.spend('checkedBytes', made.byteLength) ? made : false;
  } catch (error) {
    budget.spend('checkedBytes', Math.min(most, budget.left('checkedBytes')));
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? false : codeOf(error) !== 'Z_BUF_ERROR' || !isEnded(packed, most);
  }
}

const HEAD_BYTES = 2;

/** Whether packed data comes to its own end, so that only its checksum is missing. */
function isEnded(packed: Buffer, most: number): boolean {
  try {
    inflateRawSync(packed.subarray(HEAD_BYTES), { maxOutputLength: most, finishFlush: constants.Z_FINISH });
    return true;
  } catch {
    return false;
  }
}
