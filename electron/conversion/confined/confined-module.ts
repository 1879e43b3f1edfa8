import { type Codec, KNOWN } from './known-modules.ts';
import { type Guest, type ImportFunction, type ImportFunctions, plainImports } from './plain-imports.ts';
import { wasm, type WasmImport, type WasmInstance, type WasmMemory, type WasmModule, type WasmTable } from './web-assembly.ts';

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
