import type { PDFContext, PDFDict, PDFDocument, PDFRawStream } from 'pdf-lib';
import { type Colour, COLOUR_PIXELS_MAX, type ConvertDeps } from '../picture.ts';
import type { EmbeddedPicture } from './re-encodable.ts';
import type { Pdfium } from './pdfium.ts';
import { hasPaper, oneColour, PAPER } from './scan.ts';
import type { PdfLib } from './pdf-lib.ts';
import { DPI_MIN, nextStep, type Step, STEPS } from './steps.ts';
import { vipsPage } from '../vips/vips-page.ts';

export type ShrinkDeps = ConvertDeps & { readonly lib: PdfLib; readonly pdfium: Pdfium; readonly bytesMax: number };

/** A picture stays as it is unless a tenth is gained: each encoding loses a little. */
const LARGEST_SHARE = 0.9;

/** Encodes the pictures anew, a little coarser with each step; null if the file stays too large. All else stays as it is. */
export async function shrinkPictures(
  document: PDFDocument,
  pictures: readonly EmbeddedPicture[],
  deps: ShrinkDeps,
): Promise<Uint8Array | null> {
  const whole = pictures.reduce((sum, { stream }) => sum + stream.contents.byteLength, 0);
  const other = streamBytes(document.context, deps.lib) - whole;
  if (pictures.length === 0 || other > deps.bytesMax) return null;
  for (let index: number | null = 0; index !== null; ) {
    const step = STEPS[index];
    if (step === undefined) break;
    const share = await replacePictures(document.context, { pictures, step, left: deps.bytesMax - other, whole, by: deps });
    if (share === 1) {
      const bytes = await save(document);
      if (bytes.byteLength <= deps.bytesMax) return bytes;
    }
    index = nextStep(index, share);
  }
  return null;
}

export function save(document: PDFDocument): Promise<Uint8Array> {
  return document.save({ addDefaultPage: false, updateFieldAppearances: false, objectsPerTick: Number.POSITIVE_INFINITY });
}

/** The bytes of all streams: the file cannot become smaller than that by being written anew. */
export function streamBytes(context: PDFContext, { PDFRawStream: Stream }: PdfLib): number {
  let bytes = 0;
  for (const [, object] of context.enumerateIndirectObjects()) if (object instanceof Stream) bytes += object.contents.byteLength;
  return bytes;
}

type Replace = {
  readonly pictures: readonly EmbeddedPicture[];
  readonly step: Step;
  /** How many bytes all pictures together may have. */
  readonly left: number;
  /** How many they have in the file. */
  readonly whole: number;
  readonly by: ShrinkDeps;
};

/** Answers which share of the pictures' bytes (0 to 1) was encoded before the limit was met. */
async function replacePictures(context: PDFContext, { pictures, step, left, whole, by }: Replace): Promise<number> {
  let [made, done] = [0, 0];
  for (const [index, picture] of pictures.entries()) {
    await by.onPage({ page: index + 1, pages: pictures.length });
    const { ref, stream } = picture;
    const encoded = (await reEncoded(picture, { step, by })) ?? stream;
    context.assign(ref, encoded);
    made += encoded.contents.byteLength;
    done += stream.contents.byteLength;
    if (made > left) return (done / whole) * (left / made);
  }
  return 1;
}

/** Null if the picture is better left as it is. */
async function reEncoded(
  picture: EmbeddedPicture,
  { step, by }: { readonly step: Step; readonly by: ShrinkDeps },
): Promise<PDFRawStream | null> {
  const size = scaledSize(picture, step);
  if (size === null) return null;
  const file = by.pdfium.open(await onePicturePage(picture, { ...size, lib: by.lib }));
  if (typeof file === 'string') return null;
  const { stream } = picture;
  const encoded = await file.draw(0, { ...size, paper: PAPER }, async (drawn) => {
    // What pdfium cannot decode, it does not draw, or draws in black.
    if (hasPaper(drawn) || oneColour(drawn) !== null) return null;
    const isGrey = drawn.isGrey || step.isGrey;
    const bytes = await encodeJpeg({ ...drawn, isGrey }, { quality: step.quality, vips: by.vips });
    if (bytes.byteLength > stream.contents.byteLength * LARGEST_SHARE) return null;
    return by.lib.PDFRawStream.of(jpegDictionary(stream.dict, { ...size, isGrey, lib: by.lib }), bytes);
  });
  file.close();
  return encoded;
}

type Size = { readonly width: number; readonly height: number };

/** Null if the encoder cannot hold the picture unless it becomes illegible. */
function scaledSize({ width, height, resolution }: EmbeddedPicture, { dpi }: Step): Size | null {
  const size = (at: number): Size => ({
    width: Math.max(1, Math.round(width * Math.min(1, at / resolution.x))),
    height: Math.max(1, Math.round(height * Math.min(1, at / resolution.y))),
  });
  const asked = size(dpi);
  if (asked.width * asked.height <= COLOUR_PIXELS_MAX) return asked;
  const least = size(DPI_MIN);
  return least.width * least.height <= COLOUR_PIXELS_MAX ? least : null;
}

/** A PDF for pdfium, which knows all encodings, with the picture at its new size, in dots, as the only one on a page. */
async function onePicturePage({ stream }: EmbeddedPicture, { width, height, lib }: Size & { readonly lib: PdfLib }): Promise<Uint8Array> {
  const { PDFDocument: Documents, PDFName, PDFObjectCopier } = lib;
  const document = await Documents.create({ updateMetadata: false });
  const { context } = document;
  const copier = PDFObjectCopier.for(stream.dict.context, context);
  const dictionary = context.obj({ Type: 'XObject', Subtype: 'Image' });
  for (const key of ['Width', 'Height', 'BitsPerComponent', 'ColorSpace', 'Filter', 'DecodeParms'].map((name) => PDFName.of(name))) {
    const value = stream.dict.get(key);
    if (value !== undefined) dictionary.set(key, copier.copy(value));
  }
  const page = document.addPage([width, height]);
  page.node.setXObject(PDFName.of('Page'), context.register(lib.PDFRawStream.of(dictionary, stream.contents)));
  page.node.set(PDFName.of('Contents'), context.register(context.stream(`q ${width} 0 0 ${height} 0 0 cm /Page Do Q`)));
  return document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
}

const REPLACED = ['Width', 'Height', 'BitsPerComponent', 'ColorSpace', 'Filter', 'DecodeParms', 'Length', 'Alternates', 'OPI'];

function jpegDictionary(of: PDFDict, { width, height, isGrey, lib }: Size & { readonly isGrey: boolean; readonly lib: PdfLib }): PDFDict {
  const dictionary = of.clone();
  for (const key of REPLACED) dictionary.delete(lib.PDFName.of(key));
  const own = { Width: width, Height: height, BitsPerComponent: 8, ColorSpace: isGrey ? 'DeviceGray' : 'DeviceRGB', Filter: 'DCTDecode' };
  for (const [key, value] of of.context.obj(own).entries()) dictionary.set(key, value);
  return dictionary;
}

/** Encodes dots as they are. They are copied: as a part of another codec's memory, all of that would be. */
export function encodeJpeg(of: Colour, { quality, vips }: Pick<ConvertDeps, 'vips'> & { readonly quality: number }): Promise<Uint8Array> {
  const { rgba, ...size } = of;
  return vipsPage({ dots: { ...size, samples: rgba.slice(), channels: 4 } }, size, { vips }).encode({ ...size, quality });
}
