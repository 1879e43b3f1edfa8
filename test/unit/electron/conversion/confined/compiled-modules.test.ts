import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { confinedModule } from '#electron/conversion/confined/confined-module.ts';
import { KNOWN } from '#electron/conversion/confined/known-modules.ts';
import { openLibheif } from '#electron/conversion/heif/libheif.ts';
import { loadPdfium } from '#electron/conversion/pdf/pdfium.ts';
import { openQpdf } from '#electron/conversion/pdf/qpdf.ts';
import { codecBytes, knownBytes } from '#electron/conversion/process/codec-files.ts';
import { hostileWasm } from '#test/support/hostile/hostile-wasm.ts';
import { tempFolder } from '#test/support/folders.ts';
import { sample } from '../a-conversion.ts';
import { createHash } from 'node:crypto';
import { WASM_FILES } from '../../../../../build/package/compiled-libraries.ts';
import { type Codec, CODECS } from '#electron/conversion/picture.ts';
import { createRequire } from 'node:module';
import { scriptImports } from '#electron/conversion/vips/confined-script.ts';

/** Places of texts and numbers in the hostile module's memory. */
const [NAME, PARTS] = [1_000, 1_200];
/** libvips has its memory from its script: its attacks are below. */
const ALONE = ['heic', 'pdfium', 'qpdf'] as const;
type Alone = (typeof ALONE)[number];

/** The short name under which a module asks for a function. */
function shortly(codec: Alone, name: string): string {
  const { own, given, refused } = KNOWN[codec];
  const found = Object.entries({ ...own, ...given, ...refused }).find(([, one]) => one === name);
  if (found === undefined) throw new Error(`${codec} does not ask for ${name}`);
  return found[0];
}

describe('a function that no decoder needs', () => {
  it.each(ALONE.flatMap((codec) => Object.values(KNOWN[codec].refused).map((name) => [codec, name] as const)))(
    'is refused to %s: %s',
    async (codec, name) => {
      const { memory = '' } = KNOWN[codec].exports;
      const functions = { attack: { calls: [{ call: shortly(codec, name) }] } };
      const wasm = hostileWasm({ of: await codecBytes(codec), functions, memory });
      const { instance } = confinedModule(codec, wasm).instantiate(everything(codec));
      expect(instance.exports['attack']).toThrow(`refused: ${name}`);
    },
  );
});

describe('files and the environment', () => {
  it.each(['heic', 'pdfium'] as const)('are not there for %s', async (codec) => {
    const { exports, own } = KNOWN[codec];
    const { memory = '' } = exports;
    const names = Object.entries(own).filter(([, name]) => /no_such|^fd_(close|read|seek)/.test(name));
    const functions = Object.fromEntries(names.map(([at]) => [`x ${at}`, { calls: [], returns: { call: at, with: [0, NAME, 0, 0] } }]));
    const counted = {
      count: { calls: [{ call: shortly(codec, 'environ_sizes_get'), with: [PARTS, PARTS + 4] }], returns: 0 },
    };
    const wasm = hostileWasm({ of: await codecBytes(codec), functions: { ...functions, ...counted }, memory, data: { [PARTS]: [9, 9] } });
    const { instance, guest } = confinedModule(codec, wasm).instantiate(everything(codec));
    const answers = names.map(([at]) => (instance.exports[`x ${at}`] as () => number)());
    expect(new Set(answers)).toEqual(new Set([-44, -8, 8, 70]));
    (instance.exports['count'] as () => number)();
    expect([...new Uint32Array(guest.memory.buffer, PARTS, 2)]).toEqual([0, 0]);
  });

  it('of qpdf are in its own memory: the real script opens no path of the computer', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'secret'), 'not for qpdf');
    const opened = { call: shortly('qpdf', '__syscall_openat'), with: [-100, NAME, 0, 0] };
    // It gives up if the path is not there: an error is no address.
    const found: unknown[] = [];
    for (const name of [join(folder, 'secret'), '/etc/passwd', '/proc/self/environ', 'package.json', '../package.json']) {
      const wasm = hostileWasm({
        of: await codecBytes('qpdf'),
        functions: { ba: { calls: [] }, open: { calls: [], returns: opened } },
        memory: 'aa',
        table: 'da',
        data: { [NAME]: name },
      });
      const real = WebAssembly.Instance;
      const kept: WebAssembly.Instance[] = [];
      const Kept = class extends real {
        constructor(...of: ConstructorParameters<typeof real>) {
          super(...of);
          kept.push(this);
        }
      };
      Object.assign(WebAssembly, { Instance: Kept });
      await openQpdf(new Uint8Array(8), { codec: async () => wasm }).catch(() => undefined);
      Object.assign(WebAssembly, { Instance: real });
      found.push((kept[0]?.exports['open'] as (() => number) | undefined)?.());
    }
    expect(found).toEqual([-44, -44, -44, -44, -44]);
  });
});

describe('the real way of a file', () => {
  it('ends at one that begins to attack before it decodes', async () => {
    const starts = { heic: ['R', 'Q', 'T'], pdfium: ['emscripten_stack_init', 'memory', '__indirect_function_table'] } as const;
    const taken = async (codec: keyof typeof starts, call: string): Promise<Uint8Array<ArrayBuffer>> => {
      const [start, memory, table] = starts[codec];
      return hostileWasm({ of: await codecBytes(codec), functions: { [start]: { calls: [{ call }] } }, memory, table });
    };
    const heic = await taken('heic', shortly('heic', '_emval_new_cstring'));
    await expect(openLibheif(sample('photo.heic'), { codec: async () => heic })).rejects.toThrow('refused: _emval_new_cstring');
    const pdfium = await taken('pdfium', '_abort_js');
    await expect(loadPdfium({ codec: async () => pdfium })).rejects.toThrow('Aborted');
  });

  it('needs no script that makes functions of texts', () => {
    const scripts = ['libheif-js/libheif-wasm/libheif.js', '@hyzyla/pdfium/dist/index.esm.js', '@neslinesli93/qpdf-wasm/dist/qpdf.js'];
    for (const script of scripts)
      expect(readFileSync(`node_modules/${script}`, 'utf8')).not.toMatch(/new Function|\beval\(|new_?\(Function/);
  });
});

/** What else is handed over. */
function everything(codec: Alone) {
  const script = Object.fromEntries(Object.keys(KNOWN[codec].given).map((name) => [name, () => 0]));
  return { given: { a: script, env: script, wasi_snapshot_preview1: script } };
}

/** pdf.js loads these in the window, in a page without any rights. */
const WINDOWS_OWN = /^pdfjs-dist\//;
/** Names the functions that it hands over. */
const SCRIPT = 'node_modules/@img/sharp-wasm32/lib/sharp-wasm32-0.35.5.node.js';

/** Files, streams, the environment and the end of the program, as the script calls them, and what answers them. */
const OWN_ANSWERS =
  /^(_+syscall_\w+ (no_such_file|no_such_stream|nobody)|_m(un)?map_js no_such_stream|fd_(close|fdstat_get) fd_close|(fd_|environ_|random_get)\w* (fd_|environ_|random_get)\w*|_+assert_fail __assert_fail|_abort_js abort|(proc_)?exit exit|emscripten_num_logical_cores one_core|_emnapi_node_emit_async_\w+ nothing)$/;

/** libvips' script reads its own file, which a user may replace. */
const KNOWN_MODULES_ALONE = CODECS.filter((codec) => codec !== 'vips');

/** The installed file of each of them. */
async function wasmBytes(codec: Codec): Promise<Uint8Array<ArrayBuffer>> {
  return codec === 'vips' ? new Uint8Array(readFileSync(SCRIPT.replace(/js$/, 'wasm'))) : codecBytes(codec);
}

describe('the list of what a compiled module may ask for', () => {
  it.each(CODECS)('is that of the file that is installed, and is exactly what it asks for: %s', async (codec) => {
    const bytes = await wasmBytes(codec);
    const { sha256, own, given, refused, memory } = KNOWN[codec];
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    const asked = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map(({ name }) => name);
    expect([...[own, given, refused].flatMap(Object.keys), ...(memory === undefined ? [] : [memory])].sort()).toEqual(asked.sort());
    expect(() => confinedModule(codec, bytes)).not.toThrow();
  });

  it('is there for every .wasm file that is packaged', () => {
    const listed = new Set(Object.values(KNOWN).map(({ sha256 }) => sha256));
    const unlisted = WASM_FILES.filter(({ sha256 }) => !listed.has(sha256)).map(({ file }) => file);
    expect(unlisted.filter((file) => !WINDOWS_OWN.test(file))).toEqual([]);
    expect(WASM_FILES.filter(({ sha256 }) => listed.has(sha256))).toHaveLength(CODECS.length);
  });

  it('says of libvips what its script says: the same short name is the same function', () => {
    const lists = [...readFileSync(SCRIPT, 'utf8').matchAll(/wasmImports=\{([^}]*)\}/g)].map(([, list = '']) => list);
    const said = lists.flatMap((list) => list.split(',')).map((one) => one.split(':') as [string, string]);
    const plain = new Map(said.map(([short, name]) => [short, name.replace(/^_/, '')]));
    const { own, given, refused, memory = '' } = KNOWN.vips;
    expect(plain.get(memory)).toBe('wasmMemory');
    for (const [short, name] of Object.entries({ ...given, ...refused })) expect([short, plain.get(short)]).toEqual([short, name]);
    // What the script calls by another name is answered by us, and is what it is for.
    const answered = Object.entries(own).map(([short, name]) => `${plain.get(short)} ${name}`);
    expect(answered.filter((pair) => !OWN_ANSWERS.test(pair))).toEqual([]);
  });

  it('hands over nothing of a script that evaluates, calls or builds what a module says', () => {
    const given = Object.values(KNOWN).flatMap((known) => Object.values(known.given));
    expect(given.filter((name) => /emval|embind|asm_const|run_script|dlopen|exec|system|socket|environ/.test(name))).toEqual([]);
  });

  it('holds for these files alone: another one is not even compiled, but for those that a person may replace', async () => {
    for (const codec of KNOWN_MODULES_ALONE) {
      const bytes = await wasmBytes(codec);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      const refused = codec === 'heic' ? [] : [codec];
      expect([codec].filter((one) => isRefused(one, bytes))).toEqual(refused);
    }
  });

  it('keeps every other file out: one that asks for more, for less, or for what is no function', async () => {
    const other = await wasmBytes('heic');
    for (const codec of CODECS.filter((one) => one !== 'heic')) {
      expect(() => confinedModule(codec, other)).toThrow(`the imports of ${codec} are not on its list`);
    }
    const empty = hostileWasm({ of: new Uint8Array(8), functions: {}, memory: 'memory' });
    for (const codec of CODECS) expect(() => confinedModule(codec, empty)).toThrow(RangeError);
  });
});

function isRefused(codec: (typeof KNOWN_MODULES_ALONE)[number], bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    knownBytes(codec, bytes);
    return false;
  } catch (error) {
    return error instanceof Error && error.message === `nobody has looked into this file of ${codec}`;
  }
}

type Context = {
  readonly handleStore: { get(handle: number): { readonly value: unknown } | undefined; push(value: unknown): { readonly id: number } };
};
/** What stands behind the handles of a module: the real one. */
const { getDefaultContext } = createRequire(import.meta.url)('@emnapi/runtime') as { readonly getDefaultContext: () => Context };
const { handleStore } = getDefaultContext();
const handleOf = (value: unknown): number => handleStore.push(value).id;

const SCRIPT_IMPORTS_NAME = 64;
const madeUpMemory = { buffer: new ArrayBuffer(1_024), grow: () => 0 };
const held = { valueOf: (handle: number) => handleStore.get(handle)?.value };

/** The functions of the script, each of which answers that it was called, or does what it is told. */
function imports({ isThread = false, calls = (): unknown => 'called' } = {}) {
  const { given: names } = KNOWN.vips;
  const offered = Object.fromEntries(Object.keys(names).map((short) => [short, calls]));
  const { a = {} } = scriptImports({ a: offered }, { names, memory: madeUpMemory, held: isThread ? null : held });
  return (name: string, ...args: readonly number[]): unknown => {
    const [short = ''] = Object.entries(names).find(([, one]) => one === name) ?? [];
    return (a[short] as (...given: readonly number[]) => unknown)(...args);
  };
}

function named(name: string): number {
  new Uint8Array(madeUpMemory.buffer).set(new TextEncoder().encode(`${name}\0`), SCRIPT_IMPORTS_NAME);
  return SCRIPT_IMPORTS_NAME;
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
