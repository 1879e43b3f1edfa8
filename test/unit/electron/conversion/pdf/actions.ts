import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { decodePDFRawStream, type PDFDict, PDFDocument, PDFName, PDFRawStream, type PDFRef, PDFStream } from 'pdf-lib';
import { addPage, newPdf } from './a-pdf.ts';

export const name = (text: string): PDFName => PDFName.of(text);

/** A PDF of one page with a text, to which something is added. */
export class ActivePdf {
  readonly document: PDFDocument;
  readonly page: PDFDict;

  private constructor(document: PDFDocument, page: PDFDict) {
    this.document = document;
    this.page = page;
  }

  static async begin(): Promise<ActivePdf> {
    const document = await newPdf();
    return new ActivePdf(document, await addPage(document, { text: 'Facture 4711', size: [300, 400] }));
  }

  /** Names are given as texts, and texts as `PDFString`. */
  obj(value: object): PDFDict {
    return this.document.context.obj(value as Record<string, string>);
  }

  ref(value: object): PDFRef {
    return this.document.context.register(this.obj(value));
  }

  stream(text: string): PDFRef {
    return this.document.context.register(this.document.context.flateStream(text));
  }

  inCatalog(key: string, value: object): void {
    this.document.catalog.set(name(key), this.obj(value));
  }

  /** The last one that is added is the one that counts. */
  annotation(value: object): void {
    const ref = this.ref({ Type: 'Annot', Rect: [10, 10, 50, 50], ...value });
    this.page.set(name('Annots'), this.document.context.obj([ref]));
  }

  bytes(inObjectStreams: boolean): Promise<Uint8Array> {
    return this.document.save({ useObjectStreams: inObjectStreams, addDefaultPage: false, updateFieldAppearances: false });
  }
}

/** All that is written in a file, also what nothing leads to. */
export async function allText(bytes: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false });
  return context
    .enumerateIndirectObjects()
    .map(([, object]) => {
      const content = object instanceof PDFRawStream && !object.dict.has(name('Subtype')) ? decodePDFRawStream(object).decode() : null;
      const text = object instanceof PDFStream ? object.dict.toString() : object.toString();
      return `${text}\n${content === null ? '' : Buffer.from(content).toString('latin1')}`;
    })
    .join('\n');
}

/** What another reader would run by itself, and where its links lead. */
export async function seenByReader(bytes: Uint8Array) {
  const task = getDocument({ data: bytes.slice(), verbosity: VerbosityLevel.ERRORS, useSystemFonts: false });
  const document = await task.promise;
  const page = await document.getPage(1);
  const annotations = (await page.getAnnotations()) as readonly { url?: string; dest?: unknown; action?: string; actions?: object }[];
  const outline = (await document.getOutline()) ?? [];
  const seen = {
    programs: [await document.getJSActions(), await page.getJSActions(), ...annotations.map(({ actions }) => actions ?? null)].filter(
      (one) => one !== null,
    ),
    opens: await document.getOpenAction(),
    links: annotations.flatMap(({ url, dest, action }) => url ?? action ?? (dest === undefined || dest === null ? [] : 'place')),
    outline: outline.map(({ dest, url }) => url ?? (dest === null ? 'nowhere' : 'place')),
  };
  await task.destroy();
  return seen;
}
