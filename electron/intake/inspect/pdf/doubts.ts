import { bufferOf } from '../bytes.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { isDoubtfulFax } from '../pictures/fax.ts';
import { walkJpeg } from '../pictures/jpeg-walk.ts';
import { isDoubtfulJbig2, isDoubtfulJpx } from '../pictures/arithmetic.ts';
import { checkedFlate, OTHER_BYTES_MAX } from './checked-flate.ts';
import { isOfOperators } from './content.ts';
import { drawnBy } from './drawn.ts';
import { isWrongFile } from './embedded-file.ts';
import { isDoubtfulFont } from './fonts/font-file.ts';
import { FROM_ASCII } from './from-ascii.ts';
import { checkUntidy } from './objects/untidy.ts';
import { fromLzw } from './lzw.ts';
import type { ReadPdf } from './pages.ts';
import { faxOf, rawBytesOf } from './pdf-picture.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfStream } from './pdf-stream.ts';
import type { PdfDictionary } from './pdf-values.ts';
import { isByLineEnds } from './stream-state.ts';
import { type Filter, filtersOf, isFlate } from './unpacked.ts';

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

type By = { readonly file: PdfFile; readonly budget: InspectBudget; readonly isContent: boolean };

function isDoubtful(stream: PdfStream, by: By): boolean {
  if (stream.bytes.byteLength === 0) return false;
  const filters = filtersOf(stream.dictionary);
  if (filters === null) return false;
  // Where the offsets are wrong as well, bytes were lost or came in.
  if (by.file.isSearched && !isByLineEnds(stream)) return true;
  const rawBytes = rawBytesOf(stream.dictionary, by.file);
  let bytes = bufferOf(stream.bytes);
  let isChecked = false;
  for (const filter of filters) {
    const made = undone(bytes, filter, { ...by, stream, rawBytes });
    if (typeof made === 'boolean') return made;
    isChecked ||= isFlate(filter);
    bytes = made;
  }
  if (rawBytes !== null && !filters.some(isPredicted)) return bytes.byteLength < rawBytes;
  if (!isChecked && (isWrongFile(bytes, stream.dictionary, by.file) || isDoubtfulFont(bytes))) return true;
  if (isChecked || !by.isContent || !by.budget.spend('contentBytes', bytes.byteLength)) return false;
  return !isOfOperators(bytes);
}

/** Its rows have bytes of their own. */
function isPredicted({ parms }: Filter): boolean {
  const predictor = parms?.entries.get('Predictor');
  return predictor !== undefined && !(predictor.kind === 'number' && predictor.value < 2);
}

type Undo = By & { readonly stream: PdfStream; readonly rawBytes: number | null };

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
