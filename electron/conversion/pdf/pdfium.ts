import type { PDFiumModule as makePdfium } from '@hyzyla/pdfium';
import { type Colour, type ConvertDeps, PIXELS_MAX } from '../picture.ts';
import { withMemoryMax } from './wasm-memory.ts';

/** Holds the file and what one page needs. */
const USUAL_BYTES_MAX = 320 * 1_048_576;

type Library = Awaited<ReturnType<typeof makePdfium>>;

/** A bitmap with four bytes per dot, of which the last is not used. */
const BITMAP_BYTES = 4;
const BITMAP_FORMAT = 3;
const WHITE = 0xff_ff_ff_ff;
const WITH_ANNOTATIONS = 0x01;
const RED_FIRST = 0x10;
const WRONG_PASSWORD = 4;

export type OpenedPdfium = {
  readonly pages: number;
  /** The size of a page, from 0, as it is shown, in points. */
  size(index: number): { readonly width: number; readonly height: number };
  /** The number of characters on a page, from 0. */
  characters(index: number): number;
  /** Draws a page, from 0, with so many dots. `paper`: 0xAARRGGBB. Throws if they are too many, or if the page cannot be drawn. */
  draw(index: number, how: { readonly width: number; readonly height: number; readonly paper?: number }): Colour;
  close(): void;
};

/** `bytes` may be in parts that follow one another. */
export type Pdfium = { open(bytes: Uint8Array | readonly Uint8Array[], password?: string): OpenedPdfium | 'password' | 'not-understood' };

export type LoadPdfium = Pick<ConvertDeps, 'codec'> & { readonly memoryBytesMax?: number };

/** Its memory never shrinks, and is freed with the last reference to what is returned. */
export async function loadPdfium({ codec, memoryBytesMax = USUAL_BYTES_MAX }: LoadPdfium): Promise<Pdfium> {
  const names = new Set(Object.getOwnPropertyNames(globalThis));
  const { PDFiumModule } = await import('@hyzyla/pdfium');
  const wasmBinary = withMemoryMax(await codec('pdfium'), memoryBytesMax).buffer;
  const library = await PDFiumModule({ wasmBinary, locateFile: () => '' });
  // It leaves warnings for old programs behind as global names, each of which would keep it.
  for (const name of Object.getOwnPropertyNames(globalThis)) if (!names.has(name)) Reflect.deleteProperty(globalThis, name);
  library._FPDF_InitLibraryWithConfig({ version: 2, m_pIsolate: null, m_pUserFontPaths: null, m_v8EmbedderSlot: 0, m_pPlatform: null });
  return { open: (bytes, password = '') => open(library, { parts: bytes instanceof Uint8Array ? [bytes] : bytes, password }) };
}

function open(
  library: Library,
  { parts, password }: { readonly parts: readonly Uint8Array[]; readonly password: string },
): ReturnType<Pdfium['open']> {
  const file = held(library, parts);
  const key = held(library, [new TextEncoder().encode(`${password}\0`)]);
  const document = library._FPDF_LoadMemDocument(file, bytesOf(parts), key);
  library.wasmExports.free(key);
  if (document === 0) {
    library.wasmExports.free(file);
    return library._FPDF_GetLastError() === WRONG_PASSWORD ? 'password' : 'not-understood';
  }
  const page = <Value>(index: number, ask: (page: number) => Value): Value => {
    const at = library._FPDF_LoadPage(document, index);
    if (at === 0) throw new RangeError('no such page');
    try {
      return ask(at);
    } finally {
      library._FPDF_ClosePage(at);
    }
  };
  return {
    pages: library._FPDF_GetPageCount(document),
    size: (index) => page(index, (at) => ({ width: library._FPDF_GetPageWidth(at), height: library._FPDF_GetPageHeight(at) })),
    characters: (index) => page(index, (at) => characters(library, at)),
    draw: (index, how) => page(index, (at) => drawn(library, { page: at, paper: WHITE, ...how })),
    close: () => {
      library._FPDF_CloseDocument(document);
      library.wasmExports.free(file);
    },
  };
}

function bytesOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((bytes, part) => bytes + part.byteLength, 0);
}

function held(library: Library, parts: readonly Uint8Array[]): number {
  const from = library.wasmExports.malloc(bytesOf(parts));
  if (from === 0) throw new RangeError('too much memory');
  let at = from;
  for (const part of parts) {
    library.HEAPU8.set(part, at);
    at += part.byteLength;
  }
  return from;
}

function characters(library: Library, page: number): number {
  const text = library._FPDFText_LoadPage(page);
  if (text === 0) throw new RangeError('no text');
  const count = library._FPDFText_CountChars(text);
  library._FPDFText_ClosePage(text);
  return count;
}

type Draw = { readonly page: number; readonly width: number; readonly height: number; readonly paper: number };

function drawn(library: Library, { page, width, height, paper }: Draw): Colour {
  const bytes = width * height * BITMAP_BYTES;
  if (!(width > 0 && height > 0 && width * height <= PIXELS_MAX)) throw new RangeError('too many pixels');
  const at = library.wasmExports.malloc(bytes);
  if (at === 0) throw new RangeError('too much memory');
  try {
    const bitmap = library._FPDFBitmap_CreateEx(width, height, BITMAP_FORMAT, at, width * BITMAP_BYTES);
    library._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, paper);
    library._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS | RED_FIRST);
    library._FPDFBitmap_Destroy(bitmap);
    const rgba = library.HEAPU8.slice(at, at + bytes) as Uint8Array<ArrayBuffer>;
    return { kind: 'colour', width, height, rgba, isGrey: isGrey(rgba), resolution: null };
  } finally {
    library.wasmExports.free(at);
  }
}

function isGrey(rgba: Uint8Array): boolean {
  for (let at = 0; at < rgba.byteLength; at += BITMAP_BYTES) {
    if (rgba[at] !== rgba[at + 1] || rgba[at] !== rgba[at + 2]) return false;
  }
  return true;
}
