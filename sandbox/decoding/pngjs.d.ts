/** The part of pngjs that this sandbox, tests and the build use; the package has no types. */
declare module 'pngjs' {
  type WriteOptions = {
    readonly filterType: number;
    readonly deflateStrategy: number;
    readonly colorType: number;
    readonly inputColorType: number;
    readonly inputHasAlpha: boolean;
  };
  export class PNG {
    static readonly sync: { read(file: Uint8Array): PNG; write(picture: PNG, options?: WriteOptions): Buffer };
    constructor(options: { readonly width: number; readonly height: number });
    readonly width: number;
    readonly height: number;
    /** Red, green, blue and alpha of each pixel. */
    readonly data: Buffer;
  }
}
