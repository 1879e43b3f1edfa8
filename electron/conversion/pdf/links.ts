import type { PDFDict, PDFObject } from 'pdf-lib';
import type { PdfLib } from './pdf-lib.ts';

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
/** Longer chains do nothing that a person would want. */
const CHAIN_MAX = 64;

export function actionType(value: PDFObject | undefined, { PDFDict: Dictionary, PDFName }: PdfLib): string | null {
  if (!(value instanceof Dictionary)) return null;
  const type = value.lookup(PDFName.of('S'));
  return type instanceof PDFName && ACTIONS.has(type.decodeText()) ? type.decodeText() : null;
}

/** Lets through the links of a document: to a place in it, to a page of the web, to a mail. What else happens at a click is taken out. */
export class Links {
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
