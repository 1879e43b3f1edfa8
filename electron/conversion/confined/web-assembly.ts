/** The part of WebAssembly that is used. The types of Node lack it, and those of browsers bring too much. */
export type WasmModule = object;
export type WasmInstance = { readonly exports: Readonly<Record<string, unknown>> };
export type WasmMemory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
export type WasmTable = { readonly get: (index: number) => unknown };
export type WasmImport = { readonly module: string; readonly name: string; readonly kind: string };

export const wasm = Reflect.get(globalThis, 'WebAssembly') as {
  readonly Module: { new (bytes: Uint8Array<ArrayBuffer>): WasmModule; imports(of: WasmModule): readonly WasmImport[] };
  readonly Instance: new (of: WasmModule, imports: object) => WasmInstance;
  readonly RuntimeError: new (message: string) => Error;
};
