import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { confinedModule } from '#electron/conversion/confined/confined-module.ts';
import { KNOWN } from '#electron/conversion/confined/known-modules.ts';
import { openLibheif } from '#electron/conversion/heif/libheif.ts';
import { loadPdfium } from '#electron/conversion/pdf/pdfium.ts';
import { openQpdf } from '#electron/conversion/pdf/qpdf.ts';
import { codecBytes } from '#electron/conversion/process/codec-files.ts';
import { hostileWasm } from '#test/support/hostile/hostile-wasm.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { sample } from '../a-conversion.ts';

/** Places of texts and numbers in the hostile module's memory. */
const [NAME, PARTS] = [1_000, 1_200];
/** libvips has its memory from its script: script-imports.test.ts has its attacks. */
const ALONE = ['heic', 'pdfium', 'qpdf'] as const;
type Alone = (typeof ALONE)[number];

/** The short name under which a module asks for a function. */
function short(codec: Alone, name: string): string {
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
      const functions = { attack: { calls: [{ call: short(codec, name) }] } };
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
    const counted = { count: { calls: [{ call: short(codec, 'environ_sizes_get'), with: [PARTS, PARTS + 4] }], returns: 0 } };
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
    const opened = { call: short('qpdf', '__syscall_openat'), with: [-100, NAME, 0, 0] };
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
    const heic = await taken('heic', short('heic', '_emval_new_cstring'));
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
