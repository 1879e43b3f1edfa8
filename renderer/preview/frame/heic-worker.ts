import libheif from 'libheif-js/libheif-wasm/libheif.js';
import { type FrameFault, PICTURE_POINTS_MAX } from '../frame-messages.ts';
import type { DecodedPage, WorkerAsk, WorkerTell } from './worker-messages.ts';

/** A photo of 48 megapixels takes half of it. */
const MEMORY_BYTES_MAX = 1_073_741_824;

limitMemory();
answerPages(async (bytes, decoder) => {
  if (decoder === null) return 'failed';
  const heif = await libheif({ wasmBinary: decoder, print: silent, printErr: silent });
  const images = new heif.HeifDecoder().decode(bytes);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  const [width, height] = [image?.get_width() ?? 0, image?.get_height() ?? 0];
  if (image === undefined || !(width > 0) || !(height > 0)) return 'damaged';
  if (width * height > PICTURE_POINTS_MAX) return 'too-large';
  return {
    pages: 1,
    decode: async () => {
      const data = new Uint8ClampedArray(width * height * 4);
      const shown = await new Promise((resolve, reject) => {
        // What the library throws is thrown at nobody.
        globalThis.addEventListener('unhandledrejection', reject, { once: true });
        image.display({ data }, resolve);
      });
      if (shown === null) throw new RangeError('not decoded');
      // libheif itself has turned it upright.
      return { bitmap: await createImageBitmap(new ImageData(data, width, height)), width, height, orientation: 1 };
    },
  };
});

function silent(): void {
  // What the library says of a damaged file is of no use to anybody.
}

/** A file may ask for as much memory as the computer has: the decoder is told that there is no more than this. */
function limitMemory(): void {
  const { prototype } = WebAssembly.Memory;
  // It is only called for a memory, below.
  // oxlint-disable-next-line typescript/unbound-method
  const { grow } = prototype;
  prototype.grow = function limited(this: WebAssembly.Memory, pages) {
    if (this.buffer.byteLength + pages * 65_536 > MEMORY_BYTES_MAX) throw new RangeError('no more memory');
    return grow.call(this, pages);
  };
}

type PageDecoder = { readonly pages: number; readonly decode: (page: number) => Promise<DecodedPage> };
type OpenPages = (bytes: Uint8Array<ArrayBuffer>, decoder: ArrayBuffer | null) => Promise<PageDecoder | FrameFault>;

/** What a worker does that decodes pictures: opens one file, then decodes the pages that it is asked for, one at a time. */
function answerPages(open: OpenPages): void {
  let opened: Promise<PageDecoder | FrameFault> | null = null;
  const answer = async (ask: WorkerAsk): Promise<WorkerTell> => {
    if (ask.kind === 'open') {
      opened = open(new Uint8Array(ask.bytes), ask.decoder);
      const file = await opened;
      return typeof file === 'string' ? { kind: 'fault', fault: file } : { kind: 'opened', pages: file.pages };
    }
    const file = await opened;
    if (file === null || typeof file === 'string') return { kind: 'broken' };
    return { kind: 'decoded', decoded: await file.decode(ask.page) };
  };
  const reply = async (ask: WorkerAsk): Promise<void> => {
    // The codecs throw whatever they like at a damaged file.
    const tell = await answer(ask).catch(
      (): WorkerTell => (ask.kind === 'open' ? { kind: 'fault', fault: 'damaged' } : { kind: 'broken' }),
    );
    globalThis.postMessage(tell, { transfer: tell.kind === 'decoded' ? [tell.decoded.bitmap] : [] });
  };
  globalThis.addEventListener('message', ({ data }: MessageEvent<WorkerAsk>) => void reply(data));
}
