import { type Bits, type Extent, pageSize, type Resolution } from './picture.ts';
import { loadPdfLib } from './pdf/pdf-lib.ts';

/** A page as it goes into the PDF. Its dots are no longer needed. */
export type PdfPage = {
  readonly width: number;
  readonly height: number;
  /** In points. */
  readonly size: { readonly width: number; readonly height: number };
  readonly image: { readonly kind: 'jpeg' | 'flate'; readonly isGrey: boolean; readonly bytes: Uint8Array };
};

type JpegOf = Extent & { readonly resolution: Resolution | null; readonly isGrey: boolean };

export function jpegPage(of: JpegOf, bytes: Uint8Array): PdfPage {
  return { width: of.width, height: of.height, size: pageSize(of), image: { kind: 'jpeg', isGrey: of.isGrey, bytes } };
}

export async function bitsPage(of: Bits): Promise<PdfPage> {
  return { width: of.width, height: of.height, size: pageSize(of), image: { kind: 'flate', isGrey: true, bytes: await packedRows(of) } };
}

/** Its rows as a PDF and a PNG have them. pdf-lib's own compression is used, since the platform's gives other bytes on other processors. */
export async function packedRows(of: Bits): Promise<Uint8Array> {
  const { PDFContext } = await loadPdfLib();
  return PDFContext.create().flateStream(differences(of)).contents;
}

/** PNG's filter "up": most rows of a scan are nearly the same as the row above. */
const UP = 2;
const PNG_FILTERS = 15;

function differences({ width, height, rows }: Bits): Uint8Array {
  const bytes = Math.ceil(width / 8);
  const made = new Uint8Array((bytes + 1) * height);
  for (let row = 0; row < height; row += 1) {
    made[row * (bytes + 1)] = UP;
    for (let at = 0; at < bytes; at += 1) {
      const place = row * bytes + at;
      made[row * (bytes + 1) + 1 + at] = (rows[place] ?? 0) - (row === 0 ? 0 : (rows[place - bytes] ?? 0));
    }
  }
  return made;
}

/** Writes a PDF with one image per page. It has neither dates nor an id, so that the same pages give the same bytes. */
export async function writePdf(pages: readonly PdfPage[]): Promise<Uint8Array> {
  const { PDFDocument, PDFName, PDFRawStream } = await loadPdfLib();
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setProducer('Intray');
  const { context } = document;
  for (const { width, height, size, image } of pages) {
    const page = document.addPage([size.width, size.height]);
    const details =
      image.kind === 'jpeg'
        ? { BitsPerComponent: 8, Filter: 'DCTDecode' }
        : {
            BitsPerComponent: 1,
            Filter: 'FlateDecode',
            DecodeParms: { Predictor: PNG_FILTERS, Colors: 1, BitsPerComponent: 1, Columns: width },
          };
    const dictionary = context.obj({
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      ColorSpace: image.isGrey ? 'DeviceGray' : 'DeviceRGB',
      ...details,
    });
    page.node.setXObject(PDFName.of('Page'), context.register(PDFRawStream.of(dictionary, image.bytes)));
    const drawing = `q ${size.width} 0 0 ${size.height} 0 0 cm /Page Do Q`;
    page.node.set(PDFName.of('Contents'), context.register(context.stream(drawing)));
  }
  return document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
}
