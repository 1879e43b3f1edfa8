import { wasm, type WasmMemory, type WasmTable } from './web-assembly.ts';

/** The function that stands behind an import. Numbers are addresses, sizes and the like; 64 bits are a BigInt. */
export type ImportFunction = (...args: number[]) => unknown;
export type ImportFunctions = Readonly<Record<string, ImportFunction>>;

/** What our functions need of the module that calls them. */
export type Guest = {
  readonly memory: WasmMemory;
  readonly table: WasmTable | null;
  readonly setThrew: ((thrown: number, value: number) => void) | null;
  readonly stackSave: (() => number) | null;
  readonly stackRestore: ((to: number) => void) | null;
};

/** As WASI numbers them: no such file, no such stream, no seeking. */
const [ENOENT, EBADF, ESPIPE] = [44, 8, 70];
const CHANCE = 4;
const PAGE_BYTES = 65_536;
const MEMORY_BYTES_MAX = 2 ** 31;
/** As much as the scripts of the packages add: with less, a picture that grows in steps is copied more often. */
const [GROWTH, GROWTH_BYTES_MAX] = [1.2, 96 * 1_048_576];
/** What the C library throws to itself for `longjmp`. */
const LONG_JUMP = Number.POSITIVE_INFINITY;

/** The part of a C library that needs its surroundings: there are none. `guest` is asked only once the module runs. */
export function plainImports(guest: () => Guest): ImportFunctions {
  const bytes = (): Uint8Array => new Uint8Array(guest().memory.buffer);
  const numbers = (): DataView => new DataView(guest().memory.buffer);
  return {
    nothing: () => undefined,
    no_such_file: () => -ENOENT,
    no_such_stream: () => -EBADF,
    fd_close: () => EBADF,
    fd_read: () => EBADF,
    fd_seek: () => ESPIPE,
    // What a codec says of a damaged file is of no use to anybody: it counts as written.
    fd_write: (_stream = 0, parts = 0, count = 0, writtenAt = 0) => {
      let written = 0;
      for (let part = 0; part < count; part += 1) written += numbers().getUint32(parts + 8 * part + 4, true);
      numbers().setUint32(writtenAt, written, true);
      return 0;
    },
    environ_get: () => 0,
    environ_sizes_get: (countAt = 0, bytesAt = 0) => {
      numbers().setUint32(countAt, 0, true);
      numbers().setUint32(bytesAt, 0, true);
      return 0;
    },
    one_core: () => 1,
    nobody: () => 0,
    random_get: (at = 0, count = 0) => {
      // No codec keeps a secret, and the same file is to give the same bytes.
      bytes().fill(CHANCE, at >>> 0, (at >>> 0) + (count >>> 0));
      return 0;
    },
    abort: () => fault('it gave up'),
    exit: () => fault('it ended itself'),
    __assert_fail: () => fault('it found itself in a wrong state'),
    // None of the modules that get this one can catch anything.
    __cxa_throw: () => fault('it threw'),
    _emscripten_memcpy_js: (to = 0, from = 0, count = 0) => void bytes().copyWithin(to >>> 0, from >>> 0, (from >>> 0) + (count >>> 0)),
    emscripten_resize_heap: (asked = 0) => grown(guest().memory, asked >>> 0),
    _emscripten_throw_longjmp: () => {
      throw LONG_JUMP;
    },
    invoke: (index = 0, ...args) => invoked(guest(), index, args),
  };
}

function fault(what: string): never {
  throw new wasm.RuntimeError(`the codec cannot go on: ${what}`);
}

/** 1 if there is as much memory now as it asked for. */
function grown(memory: WasmMemory, asked: number): number {
  const bytes = memory.buffer.byteLength;
  if (asked > MEMORY_BYTES_MAX) return 0;
  for (const wanted of [Math.min(bytes * GROWTH, asked + GROWTH_BYTES_MAX), asked]) {
    const pages = Math.ceil((Math.min(MEMORY_BYTES_MAX, Math.max(asked, wanted)) - bytes) / PAGE_BYTES);
    try {
      memory.grow(Math.max(0, pages));
      return 1;
    } catch {
      // The module's own maximum, or the computer has no more.
    }
  }
  return 0;
}

/** Calls a function of the module, which may jump out of it. */
function invoked({ table, stackSave, stackRestore, setThrew }: Guest, index: number, args: readonly number[]): unknown {
  const stack = stackSave?.() ?? 0;
  try {
    const called = (table?.get(index) ?? null) as ImportFunction | null;
    return called === null ? fault('it called nothing') : called(...args);
  } catch (error) {
    if (error !== LONG_JUMP) throw error;
    stackRestore?.(stack);
    setThrew?.(1, 0);
    return 0;
  }
}
