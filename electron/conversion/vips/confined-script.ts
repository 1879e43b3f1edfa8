import { constants } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { zstdDecompressSync } from 'node:zlib';
import { confined, type GivenImports, wasm, type WasmInstance, type WasmMemory, type WasmModule } from '../confined/confined-module.ts';
import { KNOWN } from '../confined/known-modules.ts';
import { type HeldValues, scriptImports } from './script-imports.ts';

const packages = createRequire(import.meta.url);

/** Where the script of libvips is, beside its .wasm file. The build copies both, and puts their place here instead (build/vips-files.ts). */
const SCRIPT = (): string => join(dirname(packages.resolve('@img/sharp-wasm32/sharp.node')), 'lib', 'sharp-wasm32-0.35.5.node.js');
/** RFC 8878, section 3.1.1. */
const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
const RUNTIME = (): string => packages.resolve('@emnapi/runtime');

type Runtime = {
  readonly getDefaultContext: () => { readonly handleStore: { get(handle: number): { readonly value: unknown } | undefined } };
};

/**
 * Loads the script of libvips, which compiles and starts its module at once, or which waits for that in a thread (`isThread`). It sees a WebAssembly
 * that hands over the imports of the list alone. Returns what the script exports.
 */
export function loadScript({ isThread }: { readonly isThread: boolean }): unknown {
  const before = { binding: Reflect.get(process, 'binding') as unknown, webAssembly: Reflect.get(globalThis, 'WebAssembly') as unknown };
  Reflect.set(globalThis, 'WebAssembly', confinedWebAssembly(isThread ? null : heldValues()));
  // For the files of the disk, which the module has no function to reach, the script asks how Node numbers their flags. Node refuses that to a
  // process with permissions.
  Reflect.set(process, 'binding', () => ({ fs: constants }));
  try {
    return packages(SCRIPT());
  } finally {
    Reflect.set(process, 'binding', before.binding);
    // A thread is handed the module later.
    if (!isThread) Reflect.set(globalThis, 'WebAssembly', before.webAssembly);
  }
}

/** Its memory, which may have grown since it was asked for the last time, and how a part of that is had for good. */
export type VipsModule = { readonly memory: WasmMemory; readonly malloc: (bytes: number) => number };

let started: VipsModule | null = null;

/** The module that this thread has started. */
export function startedModule(): VipsModule {
  if (started === null) throw new RangeError('libvips has not started');
  return started;
}

function heldValues(): HeldValues {
  const { handleStore } = (packages(RUNTIME()) as Runtime).getDefaultContext();
  return { valueOf: (handle) => handleStore.get(handle)?.value };
}

function confinedWebAssembly(held: HeldValues | null): object {
  const memory = KNOWN.vips.memory ?? '';
  const instantiate = (module: WasmModule, given: GivenImports): WasmInstance => {
    const imports = scriptImports(given, { names: KNOWN.vips.given, memory: given['a']?.[memory] as WasmMemory, held });
    const { instance, guest } = confined('vips', module).instantiate({ given: imports });
    started = { memory: guest.memory, malloc: instance.exports[KNOWN.vips.exports.malloc ?? ''] as VipsModule['malloc'] };
    return instance;
  };
  const shown = Object.create(null, Object.getOwnPropertyDescriptors(wasm)) as object;
  Reflect.defineProperty(shown, 'Module', { value: Module });
  // The script calls it with `new`, which returns the object that a function returns.
  Reflect.defineProperty(shown, 'Instance', {
    value: function Instance(module: WasmModule, given: GivenImports) {
      return instantiate(module, given);
    },
  });
  return shown;
}

/** The script calls it with `new`, which returns the object that a function returns. */
function Module(bytes: Uint8Array<ArrayBuffer>): WasmModule {
  return new wasm.Module(isPacked(bytes) ? new Uint8Array(zstdDecompressSync(bytes)) : bytes);
}

/** The build packs the file. A person may put another one in its place, packed or not. */
function isPacked(bytes: Uint8Array): boolean {
  return ZSTD_MAGIC.every((byte, at) => bytes[at] === byte);
}
