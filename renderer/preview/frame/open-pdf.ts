import { AnnotationMode, getDocument, GlobalWorkerOptions, type PDFDocumentProxy, type RenderTask, VerbosityLevel } from 'pdfjs-dist';
import { PICTURE_POINTS_MAX, type ASSET_FOLDERS } from '../frame-messages.ts';
import { type Source, Unshown } from './source.ts';

export type Supply = (folder: (typeof ASSET_FOLDERS)[number], name: string) => Promise<ArrayBuffer | null>;

/** A page is measured in points of 1/72 inch, a screen in those of 1/96. */
const POINTS = 96 / 72;

/** Pages of a PDF. It is read in a worker of this page; no script of it runs, no link of it leads anywhere, nothing of it is fetched. */
export async function openPdf(bytes: ArrayBuffer, by: { readonly worker: Worker; readonly supply: Supply }): Promise<Source> {
  const document = await opened(bytes, by);
  let task: RenderTask | null = null;
  return {
    pages: document.numPages,
    size: async (page, turn) => {
      const sheet = await document.getPage(page);
      const { width, height } = sheet.getViewport({ scale: POINTS, rotation: (sheet.rotate + turn) % 360 });
      return { width, height };
    },
    draw: async (canvas, { page, turn, scale }) => {
      const sheet = await document.getPage(page);
      const viewport = sheet.getViewport({ scale: scale * POINTS, rotation: (sheet.rotate + turn) % 360 });
      // What somebody filled in or stamped on belongs to the document; forms cannot be filled in here.
      task = sheet.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE, background: '#fff' });
      await task.promise;
      // A page of a scan is large, and the next one needs its room.
      sheet.cleanup();
    },
    stop: () => task?.cancel(),
  };
}

async function opened(
  bytes: ArrayBuffer,
  { worker, supply }: { readonly worker: Worker; readonly supply: Supply },
): Promise<PDFDocumentProxy> {
  class Factory {
    async fetch({ kind, filename }: { readonly kind: (typeof ASSET_FOLDERS)[number]; readonly filename: string }): Promise<Uint8Array> {
      const found = await supply(kind, filename);
      if (found === null) throw new Error('not on the shelf');
      return new Uint8Array(found);
    }
  }
  GlobalWorkerOptions.workerPort = worker;
  const asked = getDocument({
    data: new Uint8Array(bytes),
    BinaryDataFactory: Factory,
    useWorkerFetch: false,
    // The same letters on every computer, whatever is installed there.
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: PICTURE_POINTS_MAX,
    // The browser's own decoder trusts a picture's header more than the PDF's word for it.
    isImageDecoderSupported: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    return await asked.promise;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new Unshown(name === 'PasswordException' ? 'password' : name === 'InvalidPDFException' ? 'damaged' : 'failed');
  }
}
