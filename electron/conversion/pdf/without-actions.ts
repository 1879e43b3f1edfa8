import type { PDFDict, PDFDocument, PDFObject } from 'pdf-lib';
import { decodedStream, dictionariesIn, type PdfLib } from './pdf-lib.ts';

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

/** All types of actions (ISO 32000-2, table 201, and Adobe's supplement). Other dictionaries have an `S` too: borders, masks, elements of structure. */
const ACTIONS: ReadonlySet<string> = new Set([
  'GoTo',
  'GoToR',
  'GoToE',
  'GoToDp',
  'Launch',
  'Thread',
  'URI',
  'Sound',
  'Movie',
  'Hide',
  'Named',
  'NOP',
  'SetState',
  'SubmitForm',
  'ResetForm',
  'ImportData',
  'SetOCGState',
  'Rendition',
  'Trans',
  'GoTo3DView',
  'JavaScript',
  'RichMediaExecute',
]);
/** Turning pages; `Print` and `SaveAs` are named actions, too. */
const TURNS: ReadonlySet<string> = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'ftp']);
/** Longer chains do nothing that a user would want. */
const CHAIN_MAX = 64;

function actionType(value: PDFObject | undefined, { PDFDict: Dictionary, PDFName }: PdfLib): string | null {
  if (!(value instanceof Dictionary)) return null;
  const type = value.lookup(PDFName.of('S'));
  return type instanceof PDFName && ACTIONS.has(type.decodeText()) ? type.decodeText() : null;
}

/** Lets through the links of a document: to a place in it, to a page of the web, to a mail. What else happens at a click is taken out. */
class Links {
  readonly #lib: PdfLib;
  /** What is left of each action that was looked at, as it is named there; null if nothing. */
  readonly #left = new Map<PDFDict, PDFObject | null>();
  /** Whether anything was taken out. */
  hasTaken = false;

  constructor(lib: PdfLib) {
    this.#lib = lib;
  }

  /** What is left of a chain of actions; null if nothing is. `named`: the action itself, or where it is. */
  left(named: PDFObject, of: PDFDict['context'], depth = 0): PDFObject | null {
    const action = of.lookup(named);
    const type = actionType(action, this.#lib);
    if (type === null || !(action instanceof this.#lib.PDFDict) || depth > CHAIN_MAX) {
      this.hasTaken = true;
      return null;
    }
    const known = this.#left.get(action);
    if (known !== undefined) return known;
    // A chain may come back to itself.
    this.#left.set(action, null);
    const next = this.#next(action, depth);
    const isLink = isLinkOf(type, action, this.#lib);
    if (!isLink) this.hasTaken = true;
    const left = isLink ? named : (next[0] ?? null);
    if (isLink) this.#chain(action, next);
    this.#left.set(action, left);
    return left;
  }

  #next(action: PDFDict, depth: number): readonly PDFObject[] {
    const { PDFName, PDFArray } = this.#lib;
    const next = action.get(PDFName.of('Next'));
    if (next === undefined) return [];
    const list = action.context.lookup(next);
    const all = list instanceof PDFArray ? list.asArray() : [next];
    return all.flatMap((one) => this.left(one, action.context, depth + 1) ?? []);
  }

  #chain(action: PDFDict, next: readonly PDFObject[]): void {
    const key = this.#lib.PDFName.of('Next');
    if (next.length === 0) action.delete(key);
    else action.set(key, next.length === 1 && next[0] !== undefined ? next[0] : action.context.obj([...next]));
  }
}

function isLinkOf(type: string, action: PDFDict, { PDFName, PDFString, PDFHexString }: PdfLib): boolean {
  if (type === 'GoTo') return true;
  if (type === 'Named') {
    const name = action.lookup(PDFName.of('N'));
    return name instanceof PDFName && TURNS.has(name.decodeText());
  }
  const uri = action.lookup(PDFName.of('URI'));
  return type === 'URI' && (uri instanceof PDFString || uri instanceof PDFHexString) && isHarmless(uri.decodeText());
}

/** Without a scheme, it is a path on the server that the document says it is from. */
function isHarmless(uri: string): boolean {
  const [, scheme] = /^[\s\p{Cc}]*([a-z][a-z0-9+.-]*):/iu.exec(uri) ?? [];
  return scheme === undefined ? !/^\s*\\/.test(uri) : SCHEMES.has(scheme.toLowerCase());
}
