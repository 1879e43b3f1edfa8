import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { KNOWN } from '#electron/conversion/confined/known-modules.ts';
import { scriptImports } from '#electron/conversion/vips/confined-script.ts';

type Context = {
  readonly handleStore: { get(handle: number): { readonly value: unknown } | undefined; push(value: unknown): { readonly id: number } };
};
/** What stands behind the handles of a module: the real one. */
const { getDefaultContext } = createRequire(import.meta.url)('@emnapi/runtime') as { readonly getDefaultContext: () => Context };
const { handleStore } = getDefaultContext();
const handleOf = (value: unknown): number => handleStore.push(value).id;

const NAME = 64;
const memory = { buffer: new ArrayBuffer(1_024), grow: () => 0 };
const held = { valueOf: (handle: number) => handleStore.get(handle)?.value };

/** The functions of the script, each of which answers that it was called, or does what it is told. */
function imports({ isThread = false, calls = (): unknown => 'called' } = {}) {
  const { given: names } = KNOWN.vips;
  const offered = Object.fromEntries(Object.keys(names).map((short) => [short, calls]));
  const { a = {} } = scriptImports({ a: offered }, { names, memory, held: isThread ? null : held });
  return (name: string, ...args: readonly number[]): unknown => {
    const [short = ''] = Object.entries(names).find(([, one]) => one === name) ?? [];
    return (a[short] as (...given: readonly number[]) => unknown)(...args);
  };
}

function named(name: string): number {
  new Uint8Array(memory.buffer).set(new TextEncoder().encode(`${name}\0`), NAME);
  return NAME;
}

function none(): never {
  throw new RangeError('there are no more threads');
}

class Ours {
  readonly value = 1;
}

const BY_NAME = ['napi_get_named_property', 'napi_has_named_property', 'napi_set_named_property'];
const BY_VALUE = ['napi_get_property', 'napi_has_property', 'napi_has_own_property'];
const OTHERS = ['napi_define_properties', 'napi_get_element', 'napi_set_element', 'napi_get_property_names', 'napi_coerce_to_object'];

describe('what libvips reaches of JavaScript', () => {
  it('is the properties that data of ours has itself, or could have', () => {
    const call = imports();
    const data = handleOf({ width: 3 });
    for (const one of BY_NAME) for (const name of ['width', 'height']) expect(call(one, 1, data, named(name), 0)).toBe('called');
    for (const one of BY_VALUE) expect(call(one, 1, data, handleOf('width'), 0)).toBe('called');
    for (const one of OTHERS) expect(call(one, 1, handleOf([1, 2]), 0, 0)).toBe('called');
    expect(call('napi_get_named_property', 1, handleOf(new Error('damaged')), named('message'), 0)).toBe('called');
  });

  it('is never the global object, whose handle is known to everybody', () => {
    const place = [...Array(12).keys()].find((handle) => held.valueOf(handle) === globalThis);
    expect(place).toBeDefined();
    const call = imports();
    for (const one of BY_NAME) expect(() => call(one, 1, place ?? 0, named('process'), 0)).toThrow(`refused: ${one}`);
    for (const one of BY_VALUE) expect(() => call(one, 1, place ?? 0, handleOf('process'), 0)).toThrow(`refused: ${one}`);
    for (const one of OTHERS) expect(() => call(one, 1, place ?? 0, 0, 0)).toThrow(`refused: ${one}`);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])('is not what data inherits: %s', (name) => {
    const call = imports();
    for (const value of [{ width: 3 }, [1], new Uint8Array(1), new Error('damaged')]) {
      for (const one of BY_NAME) expect(() => call(one, 1, handleOf(value), named(name), 0)).toThrow(`refused: ${one}`);
      for (const one of BY_VALUE) expect(() => call(one, 1, handleOf(value), handleOf(name), 0)).toThrow(`refused: ${one}`);
    }
  });

  it('is no function, no object of a class, and nothing that computes', () => {
    const call = imports();
    const computed = Object.defineProperty({}, 'value', { get: () => 1 });
    for (const value of [() => 1, Ours, new Ours(), new Map(), process, computed, undefined, null, 7]) {
      expect(() => call('napi_get_named_property', 1, handleOf(value), named('value'), 0)).toThrow('refused');
    }
    expect(() => call('napi_get_property', 1, handleOf({}), handleOf(Symbol.iterator), 0)).toThrow('refused');
  });

  it('is nothing at all in a thread', () => {
    const call = imports({ isThread: true });
    for (const one of [...BY_NAME, ...BY_VALUE, ...OTHERS]) expect(() => call(one, 1, handleOf({}), named('width'), 0)).toThrow('refused');
  });
});

describe('the threads of libvips', () => {
  it('ask the main one for another thread, and for nothing else', () => {
    const call = imports();
    expect(call('_emscripten_receive_on_main_thread_js', 2, 0, 0, 0, 0)).toBe('called');
    for (const index of [0, 1, 3, 13, 27, -1]) expect(() => call('_emscripten_receive_on_main_thread_js', index, 0)).toThrow('refused');
    expect(() => call('_emscripten_receive_on_main_thread_js', 2, 4_096)).toThrow('refused');
  });

  it('are told that there are no more of them, where the script finds none', () => {
    expect(imports({ calls: none })('__pthread_create_js', 0, 0, 0, 0)).toBe(6);
  });
});
