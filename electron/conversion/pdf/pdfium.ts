import type { PDFiumModule } from '@hyzyla/pdfium';
import { confinedModule, type GivenImports, type WasmInstance } from '../confined/confined-module.ts';
import { type Colour, type ConvertDeps, PIXELS_MAX } from '../picture.ts';
import { withMemoryMax } from './wasm-memory.ts';

/** A page of A4 at 600 dpi in colour needs 140 MB. */
const USUAL_BYTES_MAX = 256 * 1_048_576;

/** A bitmap with four bytes per dot, of which the last is not used. */
const BITMAP_BYTES = 4;
const BITMAP_FORMAT = 3;
const WHITE = 0xff_ff_ff_ff;
const WITH_ANNOTATIONS = 0x01;
const RED_FIRST = 0x10;
const WRONG_PASSWORD = 4;

/** What is to be drawn needs more memory than the library may have: a limit that is the same on every computer. */
export class PdfiumMemoryError extends Error {}

/** `paper`: 0xAARRGGBB; white if it is left out. */
type Drawing = { readonly width: number; readonly height: number; readonly paper?: number };

/** A document. What throws leaves the library in any state: it is not used after that. */
export type OpenedPdfium = {
  readonly pages: number;
  /** The size of a page, from 0, as it is shown, in points. */
  size(index: number): { readonly width: number; readonly height: number };
  /** The number of characters on a page, from 0. */
  characters(index: number): number;
  /**
   * Draws a page, from 0, and has its dots encoded, which lie in the library's own memory until then. Throws if they are too many, or if there is not
   * enough memory: the library itself leaves out what it cannot draw.
   */
  draw<Encoded>(index: number, how: Drawing, encode: (drawn: Colour) => Promise<Encoded>): Promise<Encoded>;
  close(): void;
};

/** `bytes` may be in parts that follow one another. */
export type Pdfium = { open(bytes: Uint8Array | readonly Uint8Array[], password?: string): OpenedPdfium | 'password' | 'not-understood' };

type Library = ReturnType<typeof functionsOf> & { readonly hasFailed: () => boolean };

export type LoadPdfium = Pick<ConvertDeps, 'codec'> & { readonly memoryBytesMax?: number };

/** Its memory never shrinks, and is freed with the last reference to what is returned. */
export async function loadPdfium({ codec, memoryBytesMax = USUAL_BYTES_MAX }: LoadPdfium): Promise<Pdfium> {
  const { PDFiumModule: make } = await loadPdfiumCode();
  const { instantiate } = confinedModule('pdfium', withMemoryMax(await codec('pdfium'), memoryBytesMax));
  const instantiateWasm = (given: GivenImports, done: (instance: WasmInstance) => void): void => done(instantiate({ given }).instance);
  let hasFailed = false;
  // The library says nothing itself: this is the end of its memory.
  const printErr = (): void => {
    hasFailed = true;
  };
  const options = { instantiateWasm, printErr } as unknown as Parameters<typeof make>[0];
  const names = new Set(Object.getOwnPropertyNames(globalThis));
  const library = { ...functionsOf(await make(options)), hasFailed: () => hasFailed };
  // It leaves warnings for old programs behind as global names, each of which would keep it.
  for (const name of Object.getOwnPropertyNames(globalThis)) if (!names.has(name)) Reflect.deleteProperty(globalThis, name);
  library.init({ version: 2, m_pIsolate: null, m_pUserFontPaths: null, m_v8EmbedderSlot: 0, m_pPlatform: null });
  return { open: (bytes, password = '') => open(library, { parts: bytes instanceof Uint8Array ? [bytes] : bytes, password }) };
}

export function loadPdfiumCode() {
  return import('@hyzyla/pdfium');
}

function functionsOf(made: Awaited<ReturnType<typeof PDFiumModule>>) {
  const { _FPDF_InitLibraryWithConfig: init, _FPDF_GetLastError: lastError, _FPDF_RenderPageBitmap: render } = made;
  const { _FPDF_LoadMemDocument: loadDocument, _FPDF_GetPageCount: pageCount } = made;
  // Declared as a method, which it is not.
  const { _FPDF_CloseDocument: closeDocument } = made as unknown as { readonly _FPDF_CloseDocument: (document: number) => void };
  const { _FPDF_LoadPage: loadPage, _FPDF_ClosePage: closePage, _FPDF_GetPageWidth: width, _FPDF_GetPageHeight: height } = made;
  const { _FPDFText_LoadPage: loadText, _FPDFText_ClosePage: closeText, _FPDFText_CountChars: countCharacters } = made;
  const { _FPDFBitmap_CreateEx: createBitmap, _FPDFBitmap_FillRect: fill, _FPDFBitmap_Destroy: destroyBitmap } = made;
  const { malloc, free } = made.wasmExports;
  const page = { loadPage, closePage, width, height };
  const text = { loadText, closeText, countCharacters };
  // Another view after each growth.
  const memory = (): Uint8Array => made.HEAPU8;
  return {
    init,
    lastError,
    loadDocument,
    closeDocument,
    pageCount,
    ...page,
    ...text,
    createBitmap,
    fill,
    destroyBitmap,
    render,
    malloc,
    free,
    memory,
  };
}

function open(
  library: Library,
  { parts, password }: { readonly parts: readonly Uint8Array[]; readonly password: string },
): ReturnType<Pdfium['open']> {
  const file = copyToMemory(library, parts);
  const key = copyToMemory(library, [new TextEncoder().encode(`${password}\0`)]);
  const document = library.loadDocument(file, bytesOf(parts), key);
  library.free(key);
  if (document === 0) {
    library.free(file);
    return library.lastError() === WRONG_PASSWORD ? 'password' : 'not-understood';
  }
  const withPage = <Value>(index: number, ask: (page: number) => Value): Value => {
    const page = loaded(library, { document, index });
    const value = ask(page);
    library.closePage(page);
    return value;
  };
  return {
    pages: library.pageCount(document),
    size: (index) => withPage(index, (page) => ({ width: library.width(page), height: library.height(page) })),
    characters: (index) => withPage(index, (page) => characters(library, page)),
    draw: async (index, how, encode) => {
      const page = loaded(library, { document, index });
      const at = renderPage(library, { page, paper: WHITE, ...how });
      const rgba = new Uint8Array(library.memory().buffer, at, how.width * how.height * BITMAP_BYTES) as Uint8Array<ArrayBuffer>;
      const { width, height } = how;
      const encoded = await encode({ kind: 'colour', width, height, rgba, isGrey: isGrey(rgba), resolution: null });
      library.free(at);
      library.closePage(page);
      return encoded;
    },
    close: () => {
      library.closeDocument(document);
      library.free(file);
    },
  };
}

function bytesOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((bytes, part) => bytes + part.byteLength, 0);
}

function copyToMemory(library: Library, parts: readonly Uint8Array[]): number {
  const from = library.malloc(bytesOf(parts));
  if (from === 0) throw new PdfiumMemoryError();
  let at = from;
  for (const part of parts) {
    library.memory().set(part, at);
    at += part.byteLength;
  }
  return from;
}

function loaded(library: Library, { document, index }: { readonly document: number; readonly index: number }): number {
  const page = library.loadPage(document, index);
  if (page === 0) throw new RangeError('no such page');
  return page;
}

function characters(library: Library, page: number): number {
  const text = library.loadText(page);
  if (text === 0) throw new RangeError('no text');
  const count = library.countCharacters(text);
  library.closeText(text);
  return count;
}

type Draw = Required<Drawing> & { readonly page: number };

/** Where the dots are. */
function renderPage(library: Library, { page, width, height, paper }: Draw): number {
  if (!(width > 0 && height > 0 && width * height <= PIXELS_MAX)) throw new RangeError('too many pixels');
  const at = library.malloc(width * height * BITMAP_BYTES);
  if (at === 0) throw new PdfiumMemoryError();
  const bitmap = library.createBitmap(width, height, BITMAP_FORMAT, at, width * BITMAP_BYTES);
  library.fill(bitmap, 0, 0, width, height, paper);
  library.render(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS | RED_FIRST);
  library.destroyBitmap(bitmap);
  if (library.hasFailed()) throw new PdfiumMemoryError();
  return at;
}

function isGrey(rgba: Uint8Array): boolean {
  for (let at = 0; at < rgba.byteLength; at += BITMAP_BYTES) {
    if (rgba[at] !== rgba[at + 1] || rgba[at] !== rgba[at + 2]) return false;
  }
  return true;
}
