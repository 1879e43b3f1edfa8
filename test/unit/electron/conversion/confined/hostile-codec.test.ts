import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { confinedModule } from '#electron/conversion/confined/confined-module.ts';
import { embound } from '#electron/conversion/confined/embind.ts';
import { KNOWN } from '#electron/conversion/confined/known-modules.ts';
import { openLibheif } from '#electron/conversion/heif/libheif.ts';
import { openAvif } from '#electron/conversion/heif/open-avif.ts';
import { openWebp } from '#electron/conversion/open-webp.ts';
import { loadPdfium } from '#electron/conversion/pdf/pdfium.ts';
import { openQpdf } from '#electron/conversion/pdf/qpdf.ts';
import type { Codec } from '#electron/conversion/picture.ts';
import { codecBytes } from '#electron/conversion/process/codec-files.ts';
import { hostileWasm, placeOf, type Value } from '#test/support/hostile/hostile-wasm.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { sample } from '../a-conversion.ts';

const EMBOUND = ['jpeg', 'webp', 'avif'] as const;
/** Places of texts and numbers in the hostile module's memory. */
const [NAME, DECODE, PARTS, TYPES, ARGUMENTS, TAKES] = [1_000, 1_100, 1_200, 1_300, 1_400, 1_500];
/** Numbers by which it names its types. */
const [EMVAL, VIEW, STRING] = [7, 8, 9];
const NAMES = [
  'process',
  'globalThis',
  'Function',
  'eval',
  'require',
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'fetch',
  'WebAssembly',
];

/** The short name under which a module asks for a function. */
function short(codec: Codec, name: string): string {
  const { own, given, refused } = KNOWN[codec];
  const found = Object.entries({ ...own, ...given, ...refused }).find(([, one]) => one === name);
  if (found === undefined) throw new Error(`${codec} does not ask for ${name}`);
  return found[0];
}

type Attack = (call: (name: string, ...given: Value[]) => Value) => readonly Value[];

/** A codec that says of itself what it has to, and then attacks while it decodes. */
async function takenOver(
  codec: (typeof EMBOUND)[number],
  attack: Attack,
  { name = 'Uint8Array', isEarly = false, takesFile = false } = {},
) {
  const call = (of: string, ...given: Value[]): Value => ({ call: short(codec, of), with: given });
  const { memory = '', table = '', start = '', malloc = '', free = '' } = KNOWN[codec].exports;
  const functions: Record<string, { calls: readonly Value[]; returns?: Value }> = {
    [malloc]: { calls: [], returns: 4_096 },
    [free]: { calls: [] },
    attack: { calls: attack(call), returns: 4 },
    [start]: { calls: [] },
  };
  const register = [
    call('_embind_register_emval', EMVAL),
    call('_embind_register_memory_view', VIEW, 1, NAME),
    call('_embind_register_std_string', STRING, NAME),
    call('_embind_register_function', DECODE, takesFile ? 2 : 1, TAKES, 0, placeOf(functions, 'attack'), 0),
  ];
  functions[start] = { calls: isEarly ? [...register, ...attack(call)] : register };
  const data = { [NAME]: name, [DECODE]: 'decode', [TYPES]: [EMVAL, VIEW], [ARGUMENTS]: [16, PARTS], [TAKES]: [EMVAL, STRING] };
  return hostileWasm({ of: await codecBytes(codec), functions, memory, table, data });
}

const part = (one: unknown): unknown => one;

/** Has a place for dots constructed. */
function madePlace(call: Parameters<Attack>[0]): Value {
  return call('_emval_call', call('_emval_get_method_caller', 2, TYPES, 1), call('_emval_get_global', NAME), 0, ARGUMENTS);
}

async function attacked(codec: (typeof EMBOUND)[number], attack: Attack, how?: Parameters<typeof takenOver>[2]): Promise<unknown> {
  const wasm = await takenOver(codec, attack, how);
  return embound(codec, wasm, () => ({ Uint8Array: part, Uint8ClampedArray: part }))('decode');
}

describe.each(EMBOUND)('a codec that is taken over: %s', (codec) => {
  it('may name a place to put its dots, and gets data for it', async () => {
    const made = attacked(codec, (call) => [madePlace(call)]);
    expect(await made).toBe(null);
  });

  it.each(NAMES)('may not name %s', async (name) => {
    for (const isEarly of [false, true]) {
      const attack = attacked(codec, (call) => [call('_emval_get_global', NAME)], { name, isEarly });
      await expect(attack).rejects.toThrow(`refused: the name ${name}`);
    }
  });

  it('may not name everything at once, or what has no end', async () => {
    await expect(attacked(codec, (call) => [call('_emval_get_global', 0)])).rejects.toThrow('refused: the name null');
    const long = attacked(codec, (call) => [call('_emval_get_global', NAME)], { name: 'Uint8Array'.repeat(20) });
    await expect(long).rejects.toThrow('refused: the name null');
  });

  it('may not call what it was given, nor what it makes up', async () => {
    const again = attacked(codec, (call) => [call('_emval_call', call('_emval_get_method_caller', 1, TYPES, 0), madePlace(call), 0, 0)]);
    await expect(again).rejects.toThrow('refused: a call of what is no function');
    for (const handle of [2, 4, 6, 8]) {
      const fixed = attacked(codec, (call) => [call('_emval_call', call('_emval_get_method_caller', 1, TYPES, 0), handle, 0, 0)]);
      await expect(fixed).rejects.toThrow('refused: a call of what is no function');
    }
    const unknown = attacked(codec, (call) => [call('_emval_call', call('_emval_get_method_caller', 1, TYPES, 0), 998, 0, 0)]);
    await expect(unknown).rejects.toThrow('refused: an unknown value');
    const caller = attacked(codec, (call) => [call('_emval_call', 5, call('_emval_get_global', NAME), 0, 0)]);
    await expect(caller).rejects.toThrow('refused: an unknown call');
  });

  it('may not say anew what it can do once it has seen a file', async () => {
    const anew: readonly (readonly [string, ...Value[]])[] = [
      ['_embind_register_function', DECODE, 1, TYPES, 0, 1, 0],
      ['_embind_register_emval', STRING + 1],
      ['_embind_register_memory_view', STRING + 1, 1, NAME],
    ];
    for (const [name, ...given] of anew) {
      await expect(attacked(codec, (call) => [call(name, ...given)])).rejects.toThrow(`refused: ${name}`);
    }
  });

  it('may not fill the process with what it names', async () => {
    const many = attacked(codec, (call) => Array.from({ length: 100 }, () => call('_emval_get_global', NAME)));
    await expect(many).rejects.toThrow('refused: too many values');
  });
});

describe('a function that no decoder needs', () => {
  it.each(Object.entries(KNOWN).flatMap(([codec, { refused }]) => Object.values(refused).map((name) => [codec as Codec, name] as const)))(
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

const naming: Attack = (call) => [call('_emval_get_global', NAME)];

describe('the real way of a file', () => {
  it('ends at a codec that is taken over', async () => {
    const picture = { webp: sample('lossy.webp'), avif: sample('photo.avif') };
    for (const [kind, open] of [
      ['webp', openWebp],
      ['avif', openAvif],
    ] as const) {
      const wasm = await takenOver(kind, naming, { name: 'process', takesFile: true });
      const opened = open(picture[kind], { codec: async () => wasm });
      if (!opened.ok) throw new Error(opened.failure);
      await expect(opened.value.page(0)).rejects.toThrow('refused: the name process');
    }
  });

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
function everything(codec: Codec) {
  const { own, given } = KNOWN[codec];
  const script = all(Object.keys(given));
  const embind = Object.values(own).filter((name) => /^_em(bind|val)_/.test(name));
  return { own: all(embind), given: { a: script, env: script, wasi_snapshot_preview1: script } };
}

function all(names: readonly string[]): Readonly<Record<string, () => number>> {
  return Object.fromEntries(names.map((name) => [name, () => 0]));
}
