import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { WASM_FILES } from '../../../../../build/package/compiled-libraries.ts';
import { confinedModule } from '#electron/conversion/confined/confined-module.ts';
import { KNOWN } from '#electron/conversion/confined/known-modules.ts';
import { CODECS, type Codec } from '#electron/conversion/picture.ts';
import { codecBytes, knownBytes } from '#electron/conversion/process/codec-files.ts';
import { hostileWasm } from '#test/support/hostile/hostile-wasm.ts';

/** pdf.js loads these in the window, in a page without any rights. */
const WINDOWS_OWN = /^pdfjs-dist\//;
/** Names the functions that it hands over. */
const SCRIPT = 'node_modules/@img/sharp-wasm32/lib/sharp-wasm32-0.35.5.node.js';

/** Files, streams, the environment and the end of the program, as the script calls them, and what answers them. */
const OWN_ANSWERS =
  /^(_+syscall_\w+ (no_such_file|no_such_stream|nobody)|_m(un)?map_js no_such_stream|fd_(close|fdstat_get) fd_close|(fd_|environ_|random_get)\w* (fd_|environ_|random_get)\w*|_+assert_fail __assert_fail|_abort_js abort|(proc_)?exit exit|emscripten_num_logical_cores one_core|_emnapi_node_emit_async_\w+ nothing)$/;

/** libvips' script reads its own file, which a person may replace. */
const ALONE = CODECS.filter((codec) => codec !== 'vips');

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
    for (const codec of ALONE) {
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

function isRefused(codec: (typeof ALONE)[number], bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    knownBytes(codec, bytes);
    return false;
  } catch (error) {
    return error instanceof Error && error.message === `nobody has looked into this file of ${codec}`;
  }
}
