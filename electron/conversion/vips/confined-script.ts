import { constants } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { zstdDecompressSync } from 'node:zlib';
import {
  confined,
  type GivenImports,
  refusal,
  wasm,
  type WasmInstance,
  type WasmMemory,
  type WasmModule,
} from '../confined/confined-module.ts';
import { KNOWN } from '../confined/known-modules.ts';

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

/** The build packs the file. A user may put another one in its place, packed or not. */
function isPacked(bytes: Uint8Array): boolean {
  return ZSTD_MAGIC.every((byte, at) => bytes[at] === byte);
}

/** A function of the script: numbers are addresses, handles of values and the like. */
type ScriptFunction = (...args: number[]) => unknown;

/** The values of JavaScript that the module holds, by their handles. */
type HeldValues = { readonly valueOf: (handle: number) => unknown };

/** Functions of Node-API that take an object, which is the second argument: the first one names the module. */
const OF_OBJECTS = [
  'napi_define_properties',
  'napi_get_element',
  'napi_get_named_property',
  'napi_get_property',
  'napi_get_property_names',
  'napi_has_named_property',
  'napi_has_own_property',
  'napi_has_property',
  'napi_set_element',
  'napi_set_named_property',
  'napi_coerce_to_object',
  'napi_coerce_to_string',
];
/** Of these, the third argument is the address of a property's name. */
const BY_NAME: ReadonlySet<string> = new Set(['napi_get_named_property', 'napi_has_named_property', 'napi_set_named_property']);
/** Of these, the third argument is the handle of a property's name. */
const BY_VALUE: ReadonlySet<string> = new Set(['napi_get_property', 'napi_has_property', 'napi_has_own_property']);
const NAME_BYTES_MAX = 128;
/** Of what threads ask the main one for: that it starts another thread. Files and streams are answered in the thread. */
const START_THREAD = 2;
/** As POSIX numbers it: no more threads. */
const EAGAIN = 6;

/**
 * What the script of libvips offers, made narrower. By Node-API, a module reads and writes any property of any object whose handle it guesses, and one
 * handle is the global object's: so these functions take data of ours alone, and only the properties that it has itself. `names`: what the module calls
 * each function.
 */
export function scriptImports(
  { a: given = {}, ...others }: GivenImports,
  {
    names,
    memory,
    held,
  }: { readonly names: Readonly<Record<string, string>>; readonly memory: WasmMemory; readonly held: HeldValues | null },
): GivenImports {
  const narrow: Record<string, unknown> = { ...given };
  for (const [short, name] of Object.entries(names)) {
    const offered = given[short];
    if (typeof offered !== 'function') continue;
    const call = offered as ScriptFunction;
    if (OF_OBJECTS.includes(name)) narrow[short] = ofOurData(name, call, { memory, held });
    if (name === '__pthread_create_js') narrow[short] = orNoThread(call);
    if (name === '_emscripten_receive_on_main_thread_js') narrow[short] = onlyThreads(orNoThread(call));
  }
  return { ...others, a: narrow };
}

function ofOurData(name: string, call: ScriptFunction, { memory, held }: { memory: WasmMemory; held: HeldValues | null }): ScriptFunction {
  const refused = refusal(`${name} of what is no data of ours`);
  return (...args) => {
    const [, handle = 0, property = 0] = args;
    // Other threads have no values of JavaScript.
    if (held === null) return refused();
    const value = held.valueOf(handle);
    if (!isData(value) && typeof value !== 'string') return refused();
    const key = BY_NAME.has(name) ? textAt(memory, property) : BY_VALUE.has(name) ? held.valueOf(property) : null;
    if (key !== null && !isOwn(value, key)) return refused();
    return call(...args);
  };
}

/** Objects and arrays as they are written, bytes, and errors. Never a function, and never what belongs to the runtime. */
function isData(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || value === globalThis) return false;
  if (Array.isArray(value) || value instanceof Uint8Array || value instanceof Error) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Whether a property is the value's own, or is nowhere: never one that it inherits, which would lead to its constructor. */
function isOwn(value: unknown, key: unknown): boolean {
  if (typeof key !== 'string' && typeof key !== 'number') return false;
  const of = Object(value) as object;
  const own = Object.getOwnPropertyDescriptor(of, key);
  if (own !== undefined) return 'value' in own;
  return !(key in of);
}

function textAt(memory: WasmMemory, at: number): string | null {
  const bytes = new Uint8Array(memory.buffer).slice(at >>> 0, (at >>> 0) + NAME_BYTES_MAX);
  const end = bytes.indexOf(0);
  return at === 0 || end === -1 ? refusal('a property without a name')() : String.fromCharCode(...bytes.subarray(0, end));
}

/** Threads are started before the first file is looked at: afterwards there are no others. */
function orNoThread(call: ScriptFunction): ScriptFunction {
  return (...args) => {
    try {
      return call(...args);
    } catch (error) {
      if (error instanceof wasm.RuntimeError) throw error;
      return EAGAIN;
    }
  };
}

function onlyThreads(call: ScriptFunction): ScriptFunction {
  const refused = refusal('work of another kind for the main thread');
  return (...args) => (args[0] === START_THREAD && args[1] === 0 ? call(...args) : refused());
}
