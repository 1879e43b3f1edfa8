import { type Draw, type FrameAsk, type ASSET_FOLDERS, SIDE_MAX } from '../frame-messages.ts';
import type { FrameTell } from '../../link/schemas.ts';
import { openInWorker, openPdf } from './open-pdf.ts';
import { openPicture } from './picture-size.ts';
import { type Size, type Source, Unshown } from './source.ts';

declare global {
  /** Set by the page's first lines (electron/platform/preview-page.ts). */
  var previewStart: { readonly port: MessagePort; readonly worker: string };
}

/** Pixels of one canvas: 64 MB of memory, and sharp on a high-resolution screen up to three times the size of a sheet. */
const CANVAS_POINTS_MAX = 16_000_000;

const { port, worker } = globalThis.previewStart;
const wanted = new Map<number, (bytes: ArrayBuffer | null) => void>();
let source: Source | null = null;
let newest = '';

// A frame that is scrolled out of sight gets no animation frames, while pdf.js waits for one between two chunks of its work.
globalThis.requestAnimationFrame = (run) => setTimeout(() => run(performance.now()), 0);
globalThis.cancelAnimationFrame = (handle) => clearTimeout(handle);

port.addEventListener('message', ({ data }: MessageEvent<FrameAsk>) => void hear(data));
port.start();

async function hear(ask: FrameAsk): Promise<void> {
  if (ask.kind === 'supply') {
    wanted.get(ask.id)?.(ask.bytes);
    wanted.delete(ask.id);
    return;
  }
  if (ask.kind === 'open') return open(ask.bytes, ask.mediaType);
  newest = ask.id;
  source?.stop();
  try {
    tell(await draw(ask.id, ask.draw));
  } catch {
    // The page is broken, or the drawing was superseded by a newer one.
    tell({ kind: 'undrawn', id: ask.id });
  }
}

async function open(bytes: ArrayBuffer, mediaType: string): Promise<void> {
  try {
    source = await opened(bytes, mediaType);
    tell({ kind: 'opened', pages: source.pages });
  } catch (error) {
    tell({ kind: 'fault', fault: error instanceof Unshown ? error.fault : 'failed' });
  }
}

async function opened(bytes: ArrayBuffer, mediaType: string): Promise<Source> {
  if (mediaType === 'application/pdf') return openPdf(bytes, { worker: startWorker(), supply });
  if (mediaType === 'image/heic') return openInWorker({ bytes, decoder: await supply('heif', 'libheif.wasm') }, startWorker());
  return openPicture(bytes, mediaType);
}

async function draw(id: string, { page, zoom, turn, room }: Draw): Promise<FrameTell> {
  if (source === null) throw new Unshown('failed');
  const size = await source.size(page, turn);
  const factor = within(size, zoom.kind === 'factor' ? zoom.factor : fitting(size, room, zoom.kind));
  const shown = { width: Math.max(1, size.width * factor), height: Math.max(1, size.height * factor) };
  const sharp = Math.min(globalThis.devicePixelRatio, Math.sqrt(CANVAS_POINTS_MAX / (shown.width * shown.height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(shown.width * sharp));
  canvas.height = Math.max(1, Math.floor(shown.height * sharp));
  await source.draw(canvas, { page, turn, scale: factor * sharp });
  if (id !== newest) throw new Unshown('failed');
  document.body.replaceChildren(canvas);
  return { kind: 'drawn', id, ...shown, factor };
}

function fitting(size: Size, room: Size, kind: 'width' | 'page'): number {
  const wide = room.width / size.width;
  return kind === 'width' ? wide : Math.min(wide, room.height / size.height);
}

/** Limits the factor: a page may claim to be a kilometre long, or as thin as a hair. */
function within(size: Size, factor: number): number {
  return Math.min(factor, SIDE_MAX / Math.max(size.width, size.height, 1));
}

function supply(folder: (typeof ASSET_FOLDERS)[number], name: string): Promise<ArrayBuffer | null> {
  const id = wanted.size === 0 ? 1 : Math.max(...wanted.keys()) + 1;
  return new Promise((resolve) => {
    wanted.set(id, resolve);
    tell({ kind: 'want', id, folder, name });
  });
}

function startWorker(): Worker {
  return new Worker(URL.createObjectURL(new Blob([worker], { type: 'text/javascript' })));
}

function tell(what: FrameTell): void {
  port.postMessage(what);
}
