import { AnnotationMode, getDocument, GlobalWorkerOptions, type PDFDocumentProxy, type RenderTask, VerbosityLevel } from 'pdfjs-dist';
import { PICTURE_POINTS_MAX, type ASSET_FOLDERS } from '../frame-messages.ts';
import { type Source, Unshown } from './source.ts';

export type Supply = (folder: (typeof ASSET_FOLDERS)[number], name: string) => Promise<ArrayBuffer | null>;

/** PDF units are 1/72 inch, CSS pixels 1/96 inch. */
const POINTS = 96 / 72;

/** Opens a PDF in a worker of this page. None of its scripts run, none of its links work, nothing is fetched for it. */
export async function openPdf(bytes: ArrayBuffer, deps: { readonly worker: Worker; readonly supply: Supply }): Promise<Source> {
  const document = await opened(bytes, deps);
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
      // Filled-in fields and stamps belong to the document; forms cannot be filled in here.
      task = sheet.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE, background: '#fff' });
      await task.promise;
      // A scanned page is large, and the next one needs its memory.
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
    // Renders the same glyphs on every computer, whatever fonts are installed.
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: PICTURE_POINTS_MAX,
    // The browser's own decoder trusts a picture's header over the size that the PDF gives.
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
