import libheif from 'libheif-js/libheif-wasm/libheif.js';
import { PICTURE_POINTS_MAX } from '../frame-messages.ts';
import { answerPages } from './answer-page.ts';

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
