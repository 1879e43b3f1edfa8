import { inflateSync } from 'node:zlib';
import { latin1 } from './bytes.ts';
import type { InspectBudget } from './inspect-budget.ts';
import { isPdfPictureBlank } from './pdf-picture.ts';
import { type PdfObjects, pdfObjects, type PdfStream } from './pdf-objects.ts';
import { PdfText } from './pdf-text.ts';
import type { PdfDictionary, PdfValue } from './pdf-values.ts';

/** What sets something up and draws nothing: state, paths that are not painted, text that is not shown, marks. */
const QUIET = new Set(
  (
    'q Q cm w J j M d ri i gs m l c v y h re n W W* BT ET Tc Tw Tz TL Tf Tr Ts Td TD Tm T* ' +
    'BMC BDC EMC MP DP BX EX CS cs SC SCN sc scn G g RG rg K k'
  ).split(' '),
);
/** What hides objects from us, puts something on a page from elsewhere, or is a document beside the pages. */
const NOT_READ = ['/ObjStm', '/Encrypt', '/Annots', '/AcroForm', '/EmbeddedFile'];
/** What draws nothing, or one picture, is said in a few hundred. */
const CONTENT_BYTES_MAX = 16_384;
const CONTENTS_MAX = 8;
/** A tree of pages is not deeper. */
const PARENTS_MAX = 10;
/**
 * Whether a PDF certainly shows nothing: each of its pages draws nothing at all, or one picture of one colour, as scanners make of
 * a sheet that was fed the wrong way round. Whatever is not understood counts as something, and is sent. So does a page
 * without any content: no scanner makes one, and what says nothing about itself is no ground to ask.
 */
export function isBlankPdf(bytes: Uint8Array, budget: InspectBudget): boolean {
  const objects = pdfObjects(bytes, budget);
  if (objects === null) return false;
  // A letterhead, or the sheet between two scans, is the same picture on many pages.
  const looked = new Map<PdfStream, boolean>();
  const isEmpty = (page: PdfDictionary): boolean => {
    const content = contentOf(page, objects, budget);
    const drawn = content === null ? null : drawnBy(content);
    if (drawn === null || drawn.length > 1) return false;
    const [name] = drawn;
    if (name === undefined) return true;
    const picture = pictureOf(page, name, objects);
    if (picture === null) return false;
    const isBlank = looked.get(picture) ?? isPdfPictureBlank(picture, objects, budget);
    looked.set(picture, isBlank);
    return isBlank;
  };
  const text = new PdfText(bytes);
  // Looked for last, since nearly all have something to be seen on their first page.
  return objects.pages.every(isEmpty) && !NOT_READ.some((name) => text.includes(name));
}

/** The page's own words, one after the other; null where there are none, or too many, or they cannot be read. */
function contentOf({ entries }: PdfDictionary, objects: PdfObjects, budget: InspectBudget): string | null {
  const contents = entries.get('Contents');
  const parts: readonly PdfValue[] = contents?.kind === 'array' ? contents.values : contents === undefined ? [] : [contents];
  if (parts.length === 0 || parts.length > CONTENTS_MAX) return null;
  const words: string[] = [];
  for (const part of parts) {
    const word = plain(objects.stream(part), budget);
    if (word === null) return null;
    words.push(word);
  }
  return words.join('\n');
}

/** Spends what lies there, and what it is unpacked. */
function plain(stream: PdfStream | null, budget: InspectBudget): string | null {
  if (stream === null || stream.dictionary.entries.has('DecodeParms')) return null;
  const { bytes, dictionary } = stream;
  const filter = dictionary.entries.get('Filter');
  const name = filter?.kind === 'array' && filter.values.length === 1 ? filter.values[0] : filter;
  if (name === undefined)
    return bytes.byteLength > CONTENT_BYTES_MAX || !budget.spend('contentBytes', bytes.byteLength) ? null : latin1(bytes);
  if (name.kind !== 'name' || name.text !== 'FlateDecode') return null;
  if (!budget.spend('contentBytes', bytes.byteLength)) return null;
  try {
    const words = inflateSync(bytes, { maxOutputLength: CONTENT_BYTES_MAX });
    return budget.spend('contentBytes', words.byteLength) ? latin1(words) : null;
  } catch {
    // Longer than what draws nothing, or not as it says it is.
    return null;
  }
}

/** No digits are tried twice: the point parts them, or there is none. */
const NUMBER = /^[+-]?\d*(?:\.\d*)?$/;

/** Names of the pictures that are drawn; null where anything else is, or may be. */
function drawnBy(content: string): readonly string[] | null {
  const drawn: string[] = [];
  let name = '';
  for (const token of content.split(/[\0\t\n\f\r []+|\]/)) {
    if (token.startsWith('/')) name = token.slice(1);
    else if (token === 'Do') drawn.push(name);
    else if (token !== '' && !NUMBER.test(token) && !QUIET.has(token)) return null;
  }
  return drawn;
}

/** By the page's own resources, or those of the part of the tree that it is in. */
function pictureOf(page: PdfDictionary, name: string, objects: PdfObjects): PdfStream | null {
  let node: PdfDictionary | null = page;
  for (let up = 0; node !== null && up < PARENTS_MAX; up += 1) {
    const resources = node.entries.get('Resources');
    if (resources !== undefined) {
      const pictures = objects.dictionary(objects.dictionary(resources)?.entries.get('XObject'));
      return objects.stream(pictures?.entries.get(name));
    }
    node = objects.dictionary(node.entries.get('Parent'));
  }
  return null;
}
