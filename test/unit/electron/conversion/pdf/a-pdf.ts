import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PDFArray, type PDFDict, PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRawStream, type PDFRef, StandardFonts } from 'pdf-lib';
import { encodeJpeg } from '#electron/conversion/pdf/shrink-pictures.ts';
import { converting } from '../a-conversion.ts';
import { fitPdf } from '#electron/conversion/pdf/fit-pdf.ts';
import type { ConvertDeps } from '#electron/conversion/picture.ts';
import { loadVips } from '#electron/conversion/vips/load-vips.ts';
import { seededRandom } from '#test/support/virtual-world.ts';

type How = Partial<ConvertDeps> & { readonly bytesMax?: number; readonly password?: string | null };

export async function fit(bytes: Uint8Array, { bytesMax, password = null, ...by }: How = {}) {
  return fitPdf(bytes, { password, ...(await converting(by)), ...(bytesMax === undefined ? {} : { bytesMax }) });
}

/** The bytes of what was made, or the fault as an error. */
export async function fitted(bytes: Uint8Array, how: How = {}): Promise<Uint8Array> {
  const made = await fit(bytes, how);
  if (!made.ok) throw new Error(made.failure);
  return made.value.bytes;
}

export const [ACROSS, DOWN] = [496, 702];
/** Points that make 300 dpi of it. */
export const [WIDE, HIGH] = [(ACROSS * 72) / 300, (DOWN * 72) / 300];

/** Dots of a scan: noisy paper with dark lines; four bytes each. */
export function paperDots(seed: number, { width = ACROSS, height = DOWN, isGrey = false } = {}): Uint8Array<ArrayBuffer> {
  const noise = seededRandom(seed).bytes(width * height);
  const rgba = new Uint8Array(width * height * 4);
  for (let dot = 0; dot < width * height; dot += 1) {
    const light = (Math.trunc(dot / width) % 24 < 4 ? 40 : 200) + ((noise[dot] ?? 0) % 50);
    rgba.set([light, isGrey ? light : light - 20, isGrey ? light : light - 40, 255], dot * 4);
  }
  return rgba;
}

export async function scannedJpeg(seed = 1, { quality = 92, isGrey = false } = {}): Promise<Uint8Array> {
  const rgba = paperDots(seed, { isGrey });
  return encodeJpeg({ kind: 'colour', width: ACROSS, height: DOWN, rgba, isGrey, resolution: null }, { quality, vips: await loadVips() });
}

/** Adds an image, of the usual kind unless `details` says something else. */
export function addPicture(document: PDFDocument, contents: Uint8Array, details: Readonly<Record<string, unknown>> = {}): PDFRef {
  const usual = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: ACROSS,
    Height: DOWN,
    BitsPerComponent: 8,
    ColorSpace: 'DeviceRGB',
    Filter: 'DCTDecode',
  };
  const given = Object.fromEntries(Object.entries({ ...usual, ...details }).filter(([, value]) => value !== undefined));
  return document.context.register(PDFRawStream.of(document.context.obj(given as Record<string, string>), contents));
}

export type Drawn = {
  readonly picture?: PDFRef;
  readonly text?: string;
  readonly content?: string;
  readonly size?: readonly [number, number];
};

/** Adds a page with a picture that fills it, and text on it. */
export async function addPage(document: PDFDocument, { picture, text, content, size = [WIDE, HIGH] }: Drawn): Promise<PDFDict> {
  const page = document.addPage([...size]);
  if (picture !== undefined) page.node.setXObject(PDFName.of('Im0'), picture);
  const drawing = content ?? (picture === undefined ? '' : `q ${size[0]} 0 0 ${size[1]} 0 0 cm /Im0 Do Q`);
  const words = text === undefined ? '' : ` BT /F0 5 Tf 4 20 Td (${text}) Tj ET`;
  page.node.set(PDFName.of('Contents'), document.context.register(document.context.flateStream(drawing + words)));
  if (text !== undefined) page.node.setFontDictionary(PDFName.of('F0'), (await document.embedFont(StandardFonts.Helvetica)).ref);
  return page.node;
}

export function newPdf(): Promise<PDFDocument> {
  return PDFDocument.create({ updateMetadata: false });
}

export function saved(document: PDFDocument, useObjectStreams = true): Promise<Uint8Array> {
  return document.save({ useObjectStreams, addDefaultPage: false, updateFieldAppearances: false });
}

/** Scanned pages with text on them. */
export async function scannedPdf(pages: number): Promise<Uint8Array> {
  const document = await newPdf();
  for (let index = 0; index < pages; index += 1) {
    await addPage(document, { picture: addPicture(document, await scannedJpeg(index)), text: `Invoice ${index} of the scanner` });
  }
  return saved(document);
}

/** The text of each page, as pdf.js reads it. */
export async function readText(bytes: Uint8Array): Promise<readonly string[]> {
  const task = getDocument({ data: bytes.slice(), verbosity: VerbosityLevel.ERRORS, useSystemFonts: false });
  const document = await task.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await task.destroy();
  return texts;
}

export type SeenPicture = {
  readonly width: number;
  readonly height: number;
  readonly filter: string;
  readonly space: string;
  readonly contents: Uint8Array;
};

function textIn(value: PDFObject | undefined): string {
  return (value instanceof PDFArray ? String(value.get(0)) : String(value)).replace('/', '');
}

/** All images of a PDF, in the order of their objects. */
export async function picturesIn(bytes: Uint8Array): Promise<readonly SeenPicture[]> {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false });
  return context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFRawStream) || object.dict.get(PDFName.of('Subtype')) !== PDFName.of('Image')) return [];
    const number = (key: string): number => object.dict.lookup(PDFName.of(key), PDFNumber).asNumber();
    const [filter, space] = ['Filter', 'ColorSpace'].map((key) => textIn(object.dict.lookup(PDFName.of(key))));
    return [{ width: number('Width'), height: number('Height'), filter: filter ?? '', space: space ?? '', contents: object.contents }];
  });
}
