import type { Codec } from '../picture.ts';
import { KNOWN } from './known-modules.ts';
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
  const module = new wasm.Module(bytes);
  const known = KNOWN[name];
  const listed = { ...known.own, ...known.given, ...known.refused };
  const asked = wasm.Module.imports(module);
  if (asked.length !== Object.keys(listed).length || !asked.every(isListed))
    throw new RangeError(`the imports of ${name} are not on its list`);

  function isListed(one: WasmImport): boolean {
    return one.kind === 'function' && Object.hasOwn(listed, one.name);
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
      guest = guestOf(instance, known.exports);
      return { instance, guest };

      function standsFor(one: WasmImport): unknown {
        if (Object.hasOwn(known.own, one.name)) return owned(ours, known.own[one.name] ?? '');
        if (Object.hasOwn(known.given, one.name)) return given[one.module]?.[one.name];
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

function guestOf({ exports }: WasmInstance, names: (typeof KNOWN)[Codec]['exports']): Guest {
  const named = (name: string | undefined): unknown => (name === undefined ? null : (exports[name] ?? null));
  const memory = named(names.memory) as WasmMemory | null;
  if (memory === null) throw new RangeError('it has no memory');
  return {
    memory,
    table: named(names.table) as WasmTable | null,
    setThrew: named(names.setThrew) as Guest['setThrew'],
    stackSave: named(names.stackSave) as Guest['stackSave'],
    stackRestore: named(names.stackRestore) as Guest['stackRestore'],
  };
}
