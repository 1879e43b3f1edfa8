/** What the codecs answer with; browsers have it, Node does not. */
class PlainImageData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

/** Each codec would define a class of its own, which would keep the codec's memory for as long as the process lives. */
export function provideImageData(): void {
  if (!Reflect.has(globalThis, 'ImageData')) Reflect.set(globalThis, 'ImageData', PlainImageData);
}
