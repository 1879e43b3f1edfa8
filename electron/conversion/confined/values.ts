import type { ImportFunction, ImportFunctions } from './plain-imports.ts';
import { refusal } from './confined-module.ts';

/** A part of the module's memory. It is valid until the module goes on. */
export type Span = { readonly at: number; readonly length: number };
/** What a module hands to a function that it names: numbers, parts of its memory, and what such functions have returned. */
export type Argument = unknown;
/** The only names of JavaScript that a module may say, and what happens when it calls or constructs them. */
export type Names = Readonly<Record<string, (...args: readonly Argument[]) => unknown>>;
/** How the arguments of one type are read, each of eight bytes at most. */
export type ReadArgument = (view: DataView, at: number) => Argument;

/** Of its own values: undefined, null, true, false. Others begin behind them. */
const FIXED: readonly unknown[] = [undefined, null, true, false];
const [FIRST, STEP] = [10, 2];
/** A codec holds five. */
const VALUES_MAX = 64;
const NAME_BYTES_MAX = 64;
const ARGUMENTS_MAX = 8;
const ARGUMENT_BYTES = 8;
const isTooMuch = refusal('too many values');

/** A function that the module may call. It is an object of ours, and never what JavaScript knows by the same name. */
class Callable {
  readonly call: Names[string];

  constructor(call: Names[string]) {
    this.call = call;
  }
}

/** Values by the numbers by which a module holds them. */
class HeldValues {
  readonly #values = new Map<number, { readonly value: unknown; holders: number }>();
  #next = FIRST;

  add(value: unknown): number {
    const fixed = FIXED.indexOf(value);
    if (fixed !== -1) return (fixed + 1) * STEP;
    if (this.#values.size >= VALUES_MAX) return isTooMuch();
    const handle = this.#next;
    this.#values.set(handle, { value, holders: 1 });
    this.#next += STEP;
    return handle;
  }

  of(handle: number): unknown {
    if (handle >= STEP && handle < FIRST && handle % STEP === 0) return FIXED[handle / STEP - 1];
    return (this.#values.get(handle) ?? refusal('an unknown value')()).value;
  }

  share(handle: number): void {
    const held = this.#values.get(handle);
    if (held !== undefined) held.holders += 1;
  }

  letGo(handle: number): void {
    const held = this.#values.get(handle);
    if (held === undefined) return;
    held.holders -= 1;
    if (held.holders === 0) this.#values.delete(handle);
  }

  take(handle: number): unknown {
    const value = this.of(handle);
    this.letGo(handle);
    return value;
  }
}

export type Values = {
  /** The functions of Embind's `val`, by which C++ uses JavaScript. */
  readonly imports: ImportFunctions;
  /** Gives up a value, and returns it. */
  readonly take: (handle: number) => unknown;
  readonly read: ReadArgument;
};

/**
 * What C++ sees of JavaScript: handles of values that are data of ours. A module can name the listed functions alone, and call them; it reaches no
 * property of anything.
 */
export function valuesOf(
  names: Names,
  { memory, typeOf }: { readonly memory: () => ArrayBuffer; readonly typeOf: (type: number) => ReadArgument },
): Values {
  const held = new HeldValues();
  const callers: (readonly ReadArgument[])[] = [];
  const imports: Record<string, ImportFunction> = {
    _emval_get_global: (nameAt = 0) => {
      const name = textAt(memory(), nameAt);
      const call = name !== null && Object.hasOwn(names, name) ? names[name] : undefined;
      return call === undefined ? refusal(`the name ${name}`)() : held.add(new Callable(call));
    },
    _emval_get_method_caller: (count = 0, typesAt = 0) => {
      if (!(count >= 1 && count <= ARGUMENTS_MAX) || callers.length >= VALUES_MAX) return isTooMuch();
      const view = new DataView(memory());
      // The first one is what it returns: a value.
      callers.push(Array.from({ length: count - 1 }, (_, at) => typeOf(view.getUint32(typesAt + 4 * (at + 1), true))));
      return callers.length - 1;
    },
    _emval_call: (caller = 0, handle = 0, _destructors = 0, argumentsAt = 0) => {
      const called = held.of(handle);
      if (!(called instanceof Callable)) return refusal('a call of what is no function')();
      const view = new DataView(memory());
      const types = callers[caller] ?? refusal('an unknown call')();
      return held.add(called.call(...types.map((read, at) => read(view, argumentsAt + at * ARGUMENT_BYTES))));
    },
    _emval_new_cstring: (at = 0) => held.add(textAt(memory(), at) ?? ''),
    _emval_incref: (handle = 0) => held.share(handle),
    _emval_decref: (handle = 0) => held.letGo(handle),
    // A call leaves nothing behind that would have to be destroyed.
    _emval_run_destructors: (handle = 0) => void (handle === 0 || refusal('destructors')()),
  };
  return { imports, take: (handle) => held.take(handle), read: (view, at) => held.take(view.getUint32(at, true)) };
}

/** A text that ends with a zero; null if it is longer than any name, or nowhere. */
export function textAt(memory: ArrayBuffer, at: number): string | null {
  const bytes = new Uint8Array(memory).subarray(at, at + NAME_BYTES_MAX);
  const end = bytes.indexOf(0);
  return at === 0 || end === -1 ? null : String.fromCharCode(...bytes.subarray(0, end));
}
