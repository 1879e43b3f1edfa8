import type { Codec } from '../picture.ts';
import { confinedModule, type Instantiated, refusal } from './confined-module.ts';
import { KNOWN } from './known-modules.ts';
import type { ImportFunction, ImportFunctions } from './plain-imports.ts';
import { type Names, type ReadArgument, type Span, textAt, type Values, valuesOf } from './values.ts';

/** What a function of the module is called with: bytes become a `std::string`, an object the struct whose fields it has. */
type Input = number | boolean | Uint8Array | Readonly<Record<string, number | boolean>>;
type Call = (name: string, ...inputs: readonly Input[]) => unknown;

/** A type of C++: how an argument of it is read, and how one is made, with what frees it again. */
type Type = { readonly read?: ReadArgument; readonly made: (input: Input) => { readonly wire: number; readonly free?: () => void } };
type Field = { readonly name: string; readonly set: ImportFunction; readonly context: number };
type Struct = { readonly create: ImportFunction; readonly destroy: ImportFunction; readonly fields: Field[] };
type Function = { readonly invoker: ImportFunction; readonly at: number; readonly types: readonly number[] };

const TYPES_MAX = 16;
const PLAIN: Type = { read: (view, at) => view.getUint32(at, true), made: (input) => ({ wire: Number(input) }) };
const REGISTERING = /^_embind_/;

/**
 * Instantiates a codec that is written in C++ and bound by Embind, without its package's script: that one makes functions from texts, and hands
 * every object of JavaScript to a module that asks for it.
 */
export function embound(codec: Codec, bytes: Uint8Array<ArrayBuffer>, namesOf: (memory: () => ArrayBuffer) => Names): Call {
  let started: Instantiated | null = null;
  let isOpen = true;
  const memory = (): ArrayBuffer => running().guest.memory.buffer;
  const entry = (index: number): ImportFunction => (running().guest.table?.get(index) as ImportFunction | null) ?? refusal('no function')();
  const exported = (name: 'malloc' | 'free' | 'start'): ImportFunction =>
    running().instance.exports[KNOWN[codec].exports[name] ?? ''] as ImportFunction;
  function running(): Instantiated {
    return started ?? refusal('too early')();
  }

  const types = new Map<number, Type>();
  const functions = new Map<string, Function>();
  const typeOf = (type: number): Type => types.get(type) ?? refusal('an unknown type')();
  const values = valuesOf(namesOf(memory), { memory, typeOf: (type) => typeOf(type).read ?? refusal('a type that is no argument')() });
  const registering = registrations({ types, functions, values, memory, entry, exported });
  const closing = Object.entries(registering).map(([name, register]): [string, ImportFunction] => {
    // What a codec can do is said before it sees the first byte of a file.
    return [name, (...args) => (isOpen || !REGISTERING.test(name) ? register(...args) : refusal(name)())];
  });
  started = confinedModule(codec, bytes).instantiate({ own: { ...values.imports, ...Object.fromEntries(closing) } });
  exported('start')();
  isOpen = false;

  return (name, ...inputs) => {
    const { invoker, at, types: wanted } = functions.get(name) ?? refusal('an unknown function')();
    const made = inputs.map((input, index) => typeOf(wanted[index + 1] ?? 0).made(input));
    const handle = invoker(at, ...made.map(({ wire }) => wire)) as number;
    for (const { free } of made) free?.();
    return values.take(handle);
  };
}

type Parts = {
  readonly types: Map<number, Type>;
  readonly functions: Map<string, Function>;
  readonly values: Values;
  readonly memory: () => ArrayBuffer;
  readonly entry: (index: number) => ImportFunction;
  readonly exported: (name: 'malloc' | 'free') => ImportFunction;
};

/** By these, a module says when it starts which types and functions it has. */
function registrations({ types, functions, values, memory, entry, exported }: Parts): ImportFunctions {
  const text = (at: number): string => textAt(memory(), at) ?? '';
  const structs = new Map<number, Struct>();
  const plain: ImportFunction = (type = 0) => void types.set(type, PLAIN);
  return {
    _embind_register_void: plain,
    _embind_register_bool: plain,
    _embind_register_integer: plain,
    // None of these is used.
    _embind_register_float: () => undefined,
    _embind_register_bigint: () => undefined,
    _embind_register_std_wstring: () => undefined,
    _embind_register_emval: (type = 0) => void types.set(type, { read: values.read, made: refusal('a value') }),
    _embind_register_memory_view: (type = 0) => void types.set(type, { read: spanAt, made: refusal('a part of the memory') }),
    _embind_register_std_string: (type = 0) => {
      types.set(type, { made: (input) => heldString(input, { memory, exported }) });
    },
    _embind_register_function: (nameAt = 0, count = 0, typesAt = 0, _signature = 0, invoker = 0, at = 0) => {
      if (!(count >= 1 && count <= TYPES_MAX)) refusal('too many types')();
      const view = new DataView(memory());
      const list = Array.from({ length: count }, (_, index) => view.getUint32(typesAt + 4 * index, true));
      functions.set(text(nameAt).replace(/\(.*/, ''), { invoker: entry(invoker), at, types: list });
    },
    _embind_register_value_object: (type = 0, _name = 0, _creates = 0, create = 0, _destroys = 0, destroy = 0) => {
      structs.set(type, { create: entry(create), destroy: entry(destroy), fields: [] });
    },
    _embind_register_value_object_field: (...args) => {
      // Behind the type and the name come four numbers about reading it, and the same about writing it.
      const [type = 0, name = 0, , , , , , , set = 0, context = 0] = args;
      structs.get(type)?.fields.push({ name: text(name), set: entry(set), context });
    },
    _embind_finalize_value_object: (type = 0) => {
      const struct = structs.get(type) ?? refusal('an unknown struct')();
      types.set(type, { made: (input) => heldStruct(struct, input as Readonly<Record<string, number | boolean>>) });
    },
  };
}

function spanAt(view: DataView, at: number): Span {
  return { length: view.getUint32(at, true), at: view.getUint32(at + 4, true) };
}

/** A length, the bytes, and a zero, which belongs to nobody. */
function heldString(
  input: Input,
  { memory, exported }: Pick<Parts, 'memory' | 'exported'>,
): { readonly wire: number; readonly free: () => void } {
  const bytes = input as Uint8Array;
  const at = (exported('malloc')(4 + bytes.byteLength + 1) as number) >>> 0;
  if (at === 0) throw new RangeError('no memory');
  new DataView(memory()).setUint32(at, bytes.byteLength, true);
  new Uint8Array(memory()).set(bytes, at + 4);
  return { wire: at, free: () => void exported('free')(at) };
}

function heldStruct(
  { create, destroy, fields }: Struct,
  input: Readonly<Record<string, number | boolean>>,
): { readonly wire: number; readonly free: () => void } {
  const at = create() as number;
  for (const { name, set, context } of fields) {
    if (!Object.hasOwn(input, name)) refusal(`the field ${name}`)();
    set(context, at, Number(input[name]));
  }
  return { wire: at, free: () => void destroy(at) };
}
