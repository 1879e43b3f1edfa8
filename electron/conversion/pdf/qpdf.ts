import { confinedModule, type ConfinedModule, type GivenImports, wasm } from '../confined/confined-module.ts';
import type { ConvertDeps } from '../picture.ts';
import { uncopied } from './pdf-lib.ts';
import { withMemoryMax } from './wasm-memory.ts';

/** Far more than the structure of a file of 130 MB needs: streams are not held. */
const MEMORY_BYTES_MAX = 192 * 1_048_576;

const OUTPUT_BYTES_MAX = 256 * 1_048_576;
const [INPUT, OUTPUT] = ['/in.pdf', '/out.pdf'];

/** An open file of the library's file system. */
type OpenFile = { readonly path: string; position: number };
/** The part of the library's interface that is used; its own types lack most of the file system. */
type Qpdf = {
  /** Answers the program's exit code. */
  callMain(args: string[]): number;
  readonly FS: {
    writeFile(path: string, bytes: Uint8Array): void;
    write: (file: OpenFile, memory: Int8Array | Uint8Array, from: number, length: number) => number;
  };
};
type Make = (options: { readonly locateFile: () => string }) => Promise<Qpdf>;

export type Written = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The file is damaged, and was repaired as well as it goes. */
  readonly isRepaired: boolean;
};
export type OpenedQpdf = {
  /** Whether qpdf can read the file with these options. */
  readonly opens: (args: readonly string[]) => boolean;
  readonly write: (args: readonly string[]) => Written | null;
  /** From here on, it is about this file. */
  readonly replace: (bytes: Uint8Array) => void;
};

const WARNINGS = 3;

/** Opens a file with qpdf. `write` answers null for what qpdf cannot do: the file is too damaged, or the password is wrong. */
export async function openQpdf(bytes: Uint8Array, { codec }: Pick<ConvertDeps, 'codec'>): Promise<OpenedQpdf> {
  const { default: make } = await loadQpdf();
  const qpdf = await loaded(make as unknown as Make, confinedModule('qpdf', withMemoryMax(await codec('qpdf'), MEMORY_BYTES_MAX)));
  const { write } = qpdf.FS;
  qpdf.FS.writeFile(INPUT, uncopied(bytes));
  const run = (args: readonly string[]): number => qpdf.callMain(['--no-warn', ...args]);
  return {
    opens: (args) => [0, WARNINGS].includes(run([...args, '--show-npages', INPUT])),
    write: (args) => {
      const output = takeOutput(qpdf.FS, bytes.byteLength);
      const exit = run([...args, INPUT, OUTPUT]);
      return exit === 0 || exit === WARNINGS ? { bytes: output(), isRepaired: exit === WARNINGS } : null;
    },
    replace: (other) => {
      // What takes the output throws away all that is written to other files.
      qpdf.FS.write = write;
      qpdf.FS.writeFile(INPUT, uncopied(other));
    },
  };
}

export function loadQpdf() {
  return import('@neslinesli93/qpdf-wasm');
}

/** Takes what is written. The library's own files are copied each time they grow by an eighth. */
function takeOutput(files: Qpdf['FS'], inputBytes: number): () => Uint8Array<ArrayBuffer> {
  let [held, length] = [new Uint8Array(Math.ceil(inputBytes * 1.02) + 65_536), 0];
  files.write = (file, memory, from, bytes) => {
    if (file.path !== OUTPUT) return bytes;
    if (length + bytes > OUTPUT_BYTES_MAX) throw new RangeError('too long');
    if (length + bytes > held.byteLength) {
      const larger = new Uint8Array(2 * (length + bytes));
      larger.set(held);
      held = larger;
    }
    held.set(new Uint8Array(memory.buffer, memory.byteOffset + from, bytes), length);
    length += bytes;
    file.position += bytes;
    return bytes;
  };
  return () => held.subarray(0, length);
}

function silent(): void {
  // What the program says of a damaged file is of no use to anybody.
}

/**
 * Where the library sees Node, it reads a path of the disk, writes to the console and sets the exit code of the process; and its file system could be
 * that of the computer. So it sees none while it is called. It takes the module from a URL, which holds next to nothing, because what it has
 * instantiated is ours.
 */
async function loaded(make: Make, confined: ConfinedModule): Promise<Qpdf> {
  const { process, console } = globalThis;
  const value = async (_fetched: unknown, given: GivenImports) => ({ module: confined.module, ...confined.instantiate({ given }) });
  const hidden = globalThis as { process: unknown; console: unknown; WebAssembly?: unknown };
  try {
    hidden.WebAssembly = Object.create(wasm, { instantiateStreaming: { value } });
    hidden.process = {};
    hidden.console = { log: silent, error: silent };
    const making = make({ locateFile: () => 'data:application/wasm;base64,AA==' });
    hidden.process = process;
    hidden.console = console;
    return await making;
  } finally {
    Object.assign(hidden, { process, console, WebAssembly: wasm });
  }
}
