import type { PDFDict, PDFDocument, PDFObject } from 'pdf-lib';
import { decodedStream } from './decoded-stream.ts';
import { dictionariesIn } from './dictionaries.ts';
import { actionType, Links } from './links.ts';
import type { PdfLib } from './pdf-lib.ts';

/** Where a click is answered: of annotations and outlines, of links (what their URI is about), and of pages that are presented. */
const AT_A_CLICK = ['A', 'PA', 'NA'];
/** What may stay of an action that is named in an unknown place. */
const LINKS: ReadonlySet<string> = new Set(['GoTo', 'URI', 'Named', 'NOP']);
/** Films, sounds and models, which can have programs of their own. Their picture stays. */
const MEDIA: Readonly<Record<string, readonly string[]>> = {
  RichMedia: ['RichMediaContent', 'RichMediaSettings'],
  '3D': ['3DD', '3DV', '3DA', '3DI', '3DU'],
  Movie: ['Movie'],
  Sound: ['Sound'],
};
const XFA_BYTES_MAX = 16 * 1_048_576;
/** Elements of XFA that hold a program, or send something. */
const XFA_PROGRAM = /<(?:[\w.-]+:)?(?:script|submit|execute)\b/;

/**
 * Takes out of a document what a reader would run or do without a click, and what a click would run, open or send: only links stay. What is on the pages
 * stays, also the values of forms. Answers whether there was any of that.
 */
export function withoutActions(document: PDFDocument, lib: PdfLib): boolean {
  const cleaner = new Cleaner(document, lib);
  cleaner.clean();
  return cleaner.hasTaken;
}

/** Whether only a program in it makes its pages: then nothing but that program's own reader shows them. */
export function needsItsProgram({ catalog }: PDFDocument, { PDFName, PDFBool }: PdfLib): boolean {
  return catalog.lookup(PDFName.of('NeedsRendering')) === PDFBool.True;
}

class Cleaner {
  readonly #document: PDFDocument;
  readonly #lib: PdfLib;
  readonly #links: Links;
  #hasTaken = false;

  constructor(document: PDFDocument, lib: PdfLib) {
    this.#document = document;
    this.#lib = lib;
    this.#links = new Links(lib);
  }

  get hasTaken(): boolean {
    return this.#hasTaken || this.#links.hasTaken;
  }

  clean(): void {
    this.#catalog();
    for (const dictionary of dictionariesIn(this.#document.context, this.#lib)) {
      this.#additional(dictionary);
      for (const key of AT_A_CLICK) this.#click(dictionary, key);
      this.#media(dictionary);
    }
    // What is named nowhere any more, or in a place that was not looked at, would still be in the file.
    for (const dictionary of dictionariesIn(this.#document.context, this.#lib)) this.#empty(dictionary);
    // A reader would say that programs are needed.
    if (this.hasTaken) this.#document.catalog.delete(this.#lib.PDFName.of('Requirements'));
  }

  #take(dictionary: PDFDict, key: string): void {
    if (dictionary.delete(this.#lib.PDFName.of(key))) this.#hasTaken = true;
  }

  #lookup(dictionary: PDFDict, key: string): PDFObject | undefined {
    return dictionary.lookup(this.#lib.PDFName.of(key));
  }

  #catalog(): void {
    const { PDFDict: Dictionary, PDFName } = this.#lib;
    const { catalog } = this.#document;
    const opening = this.#lookup(catalog, 'OpenAction');
    if (opening instanceof Dictionary) {
      if (actionType(opening, this.#lib) === 'GoTo') this.#take(opening, 'Next');
      else this.#take(catalog, 'OpenAction');
    }
    const names = this.#lookup(catalog, 'Names');
    if (names instanceof Dictionary) this.#take(names, 'JavaScript');
    const form = this.#lookup(catalog, 'AcroForm');
    if (form instanceof Dictionary && form.has(PDFName.of('XFA')) && this.#hasProgram(this.#lookup(form, 'XFA'))) this.#take(form, 'XFA');
  }

  /** A stream, or names and streams in turn. What cannot be read counts. */
  #hasProgram(xfa: PDFObject | undefined): boolean {
    const { PDFArray, PDFRawStream, PDFStream } = this.#lib;
    const parts = xfa instanceof PDFArray ? Array.from({ length: xfa.size() }, (_, at) => xfa.lookup(at)) : [xfa];
    return parts.some((part) => {
      if (!(part instanceof PDFStream)) return false;
      const text = part instanceof PDFRawStream ? decodedStream(part, { lib: this.#lib, bytesMax: XFA_BYTES_MAX }) : null;
      // Without the zero bytes, UTF-16 reads like UTF-8.
      return text === null || XFA_PROGRAM.test(Buffer.from(text.filter((byte) => byte !== 0)).toString('latin1'));
    });
  }

  /** What happens when a page is opened, a field is left, a document is closed. A font may be called `AA`, too. */
  #additional(dictionary: PDFDict): void {
    const all = this.#lookup(dictionary, 'AA');
    if (!(all instanceof this.#lib.PDFDict)) return;
    if (all.keys().some((key) => actionType(all.lookup(key), this.#lib) !== null)) this.#take(dictionary, 'AA');
  }

  #click(dictionary: PDFDict, key: string): void {
    const name = this.#lib.PDFName.of(key);
    const named = dictionary.get(name);
    if (named === undefined || actionType(dictionary.lookup(name), this.#lib) === null) return;
    const left = this.#links.left(named, dictionary.context);
    if (left === null) dictionary.delete(name);
    else dictionary.set(name, left);
  }

  #media(dictionary: PDFDict): void {
    const { PDFName } = this.#lib;
    const subtype = this.#lookup(dictionary, 'Subtype');
    if (!(subtype instanceof PDFName) || !dictionary.has(PDFName.of('Rect'))) return;
    for (const key of MEDIA[subtype.decodeText()] ?? []) this.#take(dictionary, key);
  }

  #empty(dictionary: PDFDict): void {
    const { PDFName, PDFRef } = this.#lib;
    const type = actionType(dictionary, this.#lib);
    // Elements of structure may be called anything.
    if (type === null || LINKS.has(type) || this.#lookup(dictionary, 'Type') === PDFName.of('StructElem')) return;
    if (dictionary.has(PDFName.of('K')) && dictionary.has(PDFName.of('P'))) return;
    const program = dictionary.get(PDFName.of('JS'));
    if (program instanceof PDFRef) dictionary.context.delete(program);
    for (const key of dictionary.keys()) dictionary.delete(key);
    this.#hasTaken = true;
  }
}
