import { readFileSync } from 'node:fs';
import type { NativeImage, Size } from 'electron/common';
import { fakeSystem } from './fake-system.ts';

const EMPTY: Size = { width: 0, height: 0 };
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const ICO = Buffer.from([0, 0, 1, 0]);

/** An image, known only by its size. On Windows an icon with several sizes is one image. */
export class FakeNativeImage implements Pick<NativeImage, 'isEmpty' | 'getSize' | 'setTemplateImage' | 'isTemplateImage'> {
  readonly path: string;
  readonly #size: Size;
  #isTemplate: boolean;

  private constructor(path: string, size: Size) {
    this.path = path;
    this.#size = size;
    this.#isTemplate = /Template(@[\d.]+x)?\.png$/.test(path);
  }

  static ofFile(path: string): FakeNativeImage {
    return new FakeNativeImage(path, sizeOf(path));
  }

  isEmpty(): boolean {
    return this.#size.width === 0;
  }

  getSize(): Size {
    return { ...this.#size };
  }

  setTemplateImage(isTemplate: boolean): void {
    this.#isTemplate = isTemplate;
  }

  isTemplateImage(): boolean {
    return this.#isTemplate;
  }
}

export const nativeImage = {
  createFromPath: (path: string) => FakeNativeImage.ofFile(path) as unknown as NativeImage,
  createEmpty: () => FakeNativeImage.ofFile('') as unknown as NativeImage,
};

/** An empty size for a file that is missing, unreadable or not an image: Electron says no more about it. */
function sizeOf(path: string): Size {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return EMPTY;
  }
  if (bytes.subarray(0, 8).equals(PNG) && bytes.length >= 24) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (fakeSystem.platform === 'win32' && bytes.subarray(0, 4).equals(ICO) && bytes.length >= 8)
    return { width: bytes.readUInt8(6) || 256, height: bytes.readUInt8(7) || 256 };
  return EMPTY;
}
