import { type Codec, KNOWN } from './known-modules.ts';

/** As a package's script wants to hand them over: functions by the module's name and their own. */
export type GivenImports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export type Instantiated = { readonly instance: WasmInstance; readonly guest: Guest };

export type ConfinedModule = {
  readonly module: WasmModule;
  /** Its imports are those on its list alone: `own` are ours beside those of the C library, `given` those of the package's script. */
  readonly instantiate: (imports: { readonly own?: ImportFunctions; readonly given?: GivenImports }) => Instantiated;
};

/** Compiles a codec. Throws if its imports are not exactly those that somebody has looked into. */
export function confinedModule(name: Codec, bytes: Uint8Array<ArrayBuffer>): ConfinedModule {
  return confined(name, new wasm.Module(bytes));
}

/** The same for a codec that another thread has compiled. */
export function confined(name: Codec, module: WasmModule): ConfinedModule {
  const known = KNOWN[name];
  const listed = { ...known.own, ...known.given, ...known.refused, ...(known.memory === undefined ? {} : { [known.memory]: 'memory' }) };
  const asked = wasm.Module.imports(module);
  if (asked.length !== Object.keys(listed).length || !asked.every(isListed))
    throw new RangeError(`the imports of ${name} are not on its list`);

  function isListed(one: WasmImport): boolean {
    return one.kind === (one.name === known.memory ? 'memory' : 'function') && Object.hasOwn(listed, one.name);
  }

  return {
    module,
    instantiate: ({ own = {}, given = {} }) => {
      let guest: Guest | null = null;
      const ours: ImportFunctions = { ...plainImports(() => guest ?? tooEarly()), ...own };
      const imports: Record<string, Record<string, unknown>> = Object.create(null);
      for (const one of asked) {
        imports[one.module] ??= Object.create(null) as Record<string, unknown>;
        (imports[one.module] as Record<string, unknown>)[one.name] = standsFor(one);
      }
      const instance = new wasm.Instance(module, imports);
      guest = guestOf(instance, { names: known.exports, memory: memoryOf(imports) });
      return { instance, guest };

      function memoryOf(from: typeof imports): WasmMemory | null {
        const one = asked.find(({ name: asks }) => asks === known.memory);
        return one === undefined ? null : (from[one.module]?.[one.name] as WasmMemory);
      }

      function standsFor(one: WasmImport): unknown {
        if (Object.hasOwn(known.own, one.name)) return owned(ours, known.own[one.name] ?? '');
        if (Object.hasOwn(known.given, one.name) || one.name === known.memory) return given[one.module]?.[one.name];
        return refusal(listed[one.name] ?? one.name);
      }
    },
  };
}

function tooEarly(): never {
  throw new RangeError('the module runs before it is known');
}

function owned(ours: ImportFunctions, name: string): ImportFunction {
  const found = Object.hasOwn(ours, name) ? ours[name] : undefined;
  if (found === undefined) throw new RangeError(`nobody has written ${name}`);
  return found;
}

/** Nothing that we call needs this function: whoever asks for it is no longer the codec. */
export function refusal(what: string): () => never {
  return () => {
    throw new wasm.RuntimeError(`refused: ${what}`);
  };
}

type GuestHow = { readonly names: (typeof KNOWN)[Codec]['exports']; readonly memory: WasmMemory | null };

function guestOf({ exports }: WasmInstance, { names, memory: given }: GuestHow): Guest {
  const named = (name: string | undefined): unknown => (name === undefined ? null : (exports[name] ?? null));
  const memory = given ?? (named(names.memory) as WasmMemory | null);
  if (memory === null) throw new RangeError('it has no memory');
  return {
    memory,
    table: named(names.table) as WasmTable | null,
    setThrew: named(names.setThrew) as Guest['setThrew'],
    stackSave: named(names.stackSave) as Guest['stackSave'],
    stackRestore: named(names.stackRestore) as Guest['stackRestore'],
  };
}

/** The function that stands behind an import. Numbers are addresses, sizes and the like; 64 bits are a BigInt. */
type ImportFunction = (...args: number[]) => unknown;
type ImportFunctions = Readonly<Record<string, ImportFunction>>;

/** What our functions need of the module that calls them. */
type Guest = {
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
function plainImports(guest: () => Guest): ImportFunctions {
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

/** The part of WebAssembly that is used. The types of Node lack it, and those of browsers bring too much. */
export type WasmModule = object;
export type WasmInstance = { readonly exports: Readonly<Record<string, unknown>> };
export type WasmMemory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
type WasmTable = { readonly get: (index: number) => unknown };
type WasmImport = { readonly module: string; readonly name: string; readonly kind: string };

export const wasm = Reflect.get(globalThis, 'WebAssembly') as {
  readonly Module: { new (bytes: Uint8Array<ArrayBuffer>): WasmModule; imports(of: WasmModule): readonly WasmImport[] };
  readonly Instance: new (of: WasmModule, imports: object) => WasmInstance;
  readonly RuntimeError: new (message: string) => Error;
};
