import { type Size, type Source, Unshown } from './source.ts';
import type { DecodedPage, WorkerAsk, WorkerTell } from './worker-messages.ts';

type File = { readonly bytes: ArrayBuffer; readonly decoder: ArrayBuffer | null };

/** Opens a picture that the browser cannot decode, in a worker that can. One decoded page is kept, so that it can be looked at more closely. */
export async function openInWorker(file: File, worker: Worker): Promise<Source> {
  const ask = createAsk(worker);
  const opened = await ask({ kind: 'open', ...file }, [file.bytes, ...(file.decoder === null ? [] : [file.decoder])]);
  if (opened.kind !== 'opened') throw new Unshown(opened.kind === 'fault' ? opened.fault : 'failed');
  let kept: { readonly page: number; readonly decoded: Promise<DecodedPage> } | null = null;
  const decode = (page: number): Promise<DecodedPage> => {
    if (kept?.page === page) return kept.decoded;
    kept?.decoded.then(({ bitmap }) => bitmap.close()).catch(() => {});
    kept = { page, decoded: decodedOrThrow(ask({ kind: 'page', page })) };
    return kept.decoded;
  };
  return {
    pages: opened.pages,
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
export function uprightOf(orientation: number): Upright {
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
