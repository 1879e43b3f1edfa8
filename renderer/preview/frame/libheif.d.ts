/** The part of the package that is used. */
declare module 'libheif-js/libheif-wasm/libheif.js' {
  export type HeifImage = {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Writes red, green, blue and opacity of each dot into `data`, and calls back with null if it cannot. */
    display(into: { readonly data: Uint8ClampedArray }, done: (shown: unknown) => void): void;
  };
  export type Heif = { readonly HeifDecoder: new () => { decode(bytes: Uint8Array): readonly HeifImage[] } };
  const make: (options: { wasmBinary: ArrayBuffer; print: () => void; printErr: () => void }) => Heif | Promise<Heif>;
  export default make;
}
