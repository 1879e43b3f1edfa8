/** The part of pngjs that tests use; the package brings no types. */
declare module 'pngjs' {
  export class PNG {
    static readonly sync: { read(file: Uint8Array): PNG; write(picture: PNG): Buffer };
    constructor(options: { readonly width: number; readonly height: number });
    readonly width: number;
    readonly height: number;
    /** Red, green, blue and opacity of each pixel. */
    readonly data: Buffer;
  }
}
