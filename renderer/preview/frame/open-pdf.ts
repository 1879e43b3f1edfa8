import { AnnotationMode, getDocument, GlobalWorkerOptions, type PDFDocumentProxy, type RenderTask, VerbosityLevel } from 'pdfjs-dist';
import { type ASSET_FOLDERS, PICTURE_POINTS_MAX } from '../frame-messages.ts';
import { type Size, type Source, Unshown } from './source.ts';
import type { DecodedPage, WorkerAsk, WorkerTell } from './worker-messages.ts';

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

type File = { readonly bytes: ArrayBuffer; readonly decoder: ArrayBuffer | null };

/** Opens a picture that the browser cannot decode, in a worker that can. One decoded page is kept, so that it can be looked at more closely. */
export async function openInWorker(file: File, worker: Worker): Promise<Source> {
  const ask = createAsk(worker);
  const answer = await ask({ kind: 'open', ...file }, [file.bytes, ...(file.decoder === null ? [] : [file.decoder])]);
  if (answer.kind !== 'opened') throw new Unshown(answer.kind === 'fault' ? answer.fault : 'failed');
  let kept: { readonly page: number; readonly decoded: Promise<DecodedPage> } | null = null;
  const decode = (page: number): Promise<DecodedPage> => {
    if (kept?.page === page) return kept.decoded;
    kept?.decoded.then(({ bitmap }) => bitmap.close()).catch(() => {});
    kept = { page, decoded: decodedOrThrow(ask({ kind: 'page', page })) };
    return kept.decoded;
  };
  return {
    pages: answer.pages,
    size: async (page, turn) => {
      const { width, height, orientation } = await decode(page);
      return isOnItsSide(turn + uprightOf(orientation).turn) ? { width: height, height: width } : { width, height };
    },
    draw: async (canvas, { page, turn, scale }) => drawPage(canvas, await decode(page), { turn, scale }),
    stop: () => {},
  };
}

async function decodedOrThrow(answer: Promise<WorkerTell>): Promise<DecodedPage> {
  const tell = await answer;
  if (tell.kind !== 'decoded') throw new Unshown('damaged');
  return tell.decoded;
}

type Ask = (ask: WorkerAsk, moved?: Transferable[]) => Promise<WorkerTell>;

/** One question at a time. A worker that ends without an answer has failed. */
function createAsk(worker: Worker): Ask {
  const send: Ask = (ask, moved = []) =>
    new Promise((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerTell>) => resolve(data), { once: true });
      worker.addEventListener('error', () => resolve({ kind: 'fault', fault: 'failed' }), { once: true });
      worker.postMessage(ask, moved);
    });
  let last: Promise<unknown> = Promise.resolve();
  return (ask, moved) => {
    const answered = last.then(() => send(ask, moved));
    last = answered;
    return answered;
  };
}

type Upright = { readonly turn: number; readonly isMirrored: boolean };

/** What makes a page upright: mirrored first, left to right, then turned clockwise. */
function uprightOf(orientation: number): Upright {
  const turns: Readonly<Record<number, number>> = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 };
  return { turn: turns[orientation] ?? 0, isMirrored: [2, 4, 5, 7].includes(orientation) };
}

function isOnItsSide(degrees: number): boolean {
  return degrees % 180 !== 0;
}

type How = { readonly turn: number; readonly scale: number };

function drawPage(canvas: HTMLCanvasElement, { bitmap, width, height, orientation }: DecodedPage & Size, { turn, scale }: How): void {
  const context = canvas.getContext('2d');
  if (context === null) throw new Unshown('failed');
  const upright = uprightOf(orientation);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate(((turn + upright.turn) * Math.PI) / 180);
  context.scale(upright.isMirrored ? -scale : scale, scale);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
}
