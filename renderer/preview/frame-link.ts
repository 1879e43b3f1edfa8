import { type FrameTell, frameTellSchema } from '../link/schemas.ts';
import type { ASSET_FOLDERS, Draw, FrameAsk, FrameFault } from './frame-messages.ts';
// The build turns this into an address.
// oxlint-disable-next-line import/default
import frameAddress from './frame/main.ts?worker&url';
import { IS_HEIC_BUILT_IN } from '#shared/domain/item/conversion/heic-built-in.ts';

/** A heavy scan on a slow computer takes some seconds; a drawing that takes longer than this counts as endless. */
export const PATIENCE_MS = 20_000;
/** Requests for fonts and tables per document; no real document needs more. */
const WANTS_MAX = 500;

export type Drawn = Extract<FrameTell, { readonly kind: 'drawn' }>;
export type FrameListeners = {
  readonly opened: (pages: number) => void;
  readonly drawn: (drawn: Drawn) => void;
  readonly undrawn: (id: string) => void;
  /** `slow`: no answer in time. A fault is the last call. */
  readonly fault: (fault: FrameFault | 'slow') => void;
};

export type FrameLink = { readonly draw: (id: string, draw: Draw) => void; readonly close: () => void };

type File = { readonly bytes: ArrayBuffer; readonly mediaType: string };

/** Talks to the page that draws a file: limits its time, parses every message, and disconnects at the first fault. */
export function linkFrame(frame: HTMLIFrameElement, file: File, listeners: FrameListeners): FrameLink {
  const { port1: port, port2: theirs } = new MessageChannel();
  const closed = new AbortController();
  const close = (): void => {
    closed.abort();
    port.close();
  };
  const fault = (why: FrameFault | 'slow'): void => {
    patience.end();
    close();
    listeners.fault(why);
  };
  const patience = createPatience(() => fault('slow'));
  const ask = (what: FrameAsk, moved: readonly Transferable[] = []): void => port.postMessage(what, [...moved]);
  const supply = createSupply(ask, () => fault('failed'));
  const hear = (tell: FrameTell): void => {
    if (tell.kind === 'want') return supply(tell);
    patience.end();
    if (tell.kind === 'fault') fault(tell.fault);
    else if (tell.kind === 'opened') listeners.opened(tell.pages);
    else if (tell.kind === 'drawn') listeners.drawn(tell);
    else listeners.undrawn(tell.id);
  };
  const onMessage = ({ data }: MessageEvent<unknown>): void => {
    const tell = frameTellSchema.safeParse(data);
    if (tell.success) hear(tell.data);
    else fault('failed');
  };
  port.addEventListener('message', onMessage, { signal: closed.signal });
  port.start();
  patience.begin();
  begin(frame, { mediaType: file.mediaType, port: theirs }, () => ask({ kind: 'open', ...file }, [file.bytes])).catch(() =>
    fault('failed'),
  );
  return {
    draw: (id, draw) => {
      patience.begin();
      ask({ kind: 'draw', id, draw });
    },
    close: () => {
      patience.end();
      close();
    },
  };
}

type Begin = { readonly mediaType: string; readonly port: MessagePort };

async function begin(frame: HTMLIFrameElement, { mediaType, port }: Begin, then: () => void): Promise<void> {
  const parts = await programs(mediaType);
  // The frame has no origin that could be named; only the page in this very frame receives the message.
  frame.contentWindow?.postMessage(parts, '*', [port]);
  then();
}

function createPatience(over: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => clearTimeout(timer);
  return {
    end,
    begin: () => {
      end();
      timer = setTimeout(over, PATIENCE_MS);
    },
  };
}

/** Supplies the files that belong to the frame's programs, up to `WANTS_MAX`. */
function createSupply(ask: (what: FrameAsk, moved: readonly Transferable[]) => void, tooMany: () => void) {
  let wants = 0;
  return ({ id, folder, name }: Extract<FrameTell, { readonly kind: 'want' }>): void => {
    wants += 1;
    if (wants > WANTS_MAX) return tooMany();
    void frameAsset(folder, name).then((bytes) => ask({ kind: 'supply', id, bytes }, bytes === null ? [] : [bytes]));
  };
}

type Programs = { readonly program: string; readonly worker: string };

/** The worker that each kind of file needs; the browser itself decodes the others. */
const WORKERS: Readonly<Record<string, () => Promise<{ readonly default: string }>>> = {
  'application/pdf': () => import('./frame/pdf-worker.ts?worker&url'),
  'image/heic': () => import('./frame/heic-worker.ts?worker&url'),
};

const kept = new Map<string, Promise<Programs>>();

/** The scripts that the preview page runs. It has no network to fetch them with, so the window passes them in. */
function programs(mediaType: string): Promise<Programs> {
  const known = kept.get(mediaType);
  if (known !== undefined) return known;
  const asked = read(mediaType).catch((error: unknown) => {
    // The next preview tries again.
    kept.delete(mediaType);
    throw error;
  });
  kept.set(mediaType, asked);
  return asked;
}

async function read(mediaType: string): Promise<Programs> {
  const address = WORKERS[mediaType];
  const [program, worker] = await Promise.all([text(frameAddress), address === undefined ? '' : text((await address()).default)]);
  return { program, worker };
}

async function text(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error('a part of the window is missing');
  return answer.text();
}

type AssetFolder = (typeof ASSET_FOLDERS)[number];
type Addresses = Readonly<Record<string, string>>;

/** A fixed list, made by the build: no name that a document requests becomes part of an address. */
const FONTS: Addresses = import.meta.glob('../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
});
const TABLES: Addresses = import.meta.glob('../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url',
  import: 'default',
  eager: true,
});
const DECODERS: Addresses = import.meta.glob('../../node_modules/pdfjs-dist/wasm/{openjpeg,jbig2}.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});
/** It stays a file of its own, also because its licence wants it to be replaceable. */
const HEIF: Addresses = IS_HEIC_BUILT_IN
  ? import.meta.glob('../../node_modules/libheif-js/libheif-wasm/libheif.wasm', { query: '?url', import: 'default', eager: true })
  : {};
const ADDRESSES: Readonly<Record<AssetFolder, ReadonlyMap<string, string>>> = {
  standardFontDataUrl: byName(FONTS),
  cMapUrl: byName(TABLES),
  wasmUrl: byName(DECODERS),
  heif: byName(HEIF),
};

/** The bytes of one of the files that belong to the frame's programs; null for any other name. */
async function frameAsset(folder: AssetFolder, name: string): Promise<ArrayBuffer | null> {
  const address = ADDRESSES[folder].get(name);
  if (address === undefined) return null;
  const answer = await fetch(address).catch(() => null);
  return answer?.ok === true ? answer.arrayBuffer() : null;
}

function byName(addresses: Addresses): ReadonlyMap<string, string> {
  return new Map(Object.entries(addresses).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]));
}
