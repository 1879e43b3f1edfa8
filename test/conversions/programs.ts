import { spawn } from 'node:child_process';
import process from 'node:process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { forkedConverter } from '#electron/conversion/process-converter.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import { COPY_HEADER_BYTES } from '#shared/domain/folder/copy-header.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Conversion, ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { recordingLog } from '#test/support/virtual-world.ts';

type Program = readonly [string, ...string[]];

/** The programs that make and read files, and how each says its version. */
const PROGRAMS: readonly Program[] = [
  ['convert', '-version'],
  ['tiffinfo', '-v'],
  ['heif-convert', '--version'],
  ['avifdec', '--version'],
  ['dwebp', '-version'],
  ['ppmtobmp', '--version'],
  ['gs', '--version'],
  ['qpdf', '--version'],
  ['exiftool', '-ver'],
  ['pdftoppm', '-v'],
  ['tesseract', '--version'],
];
const LINE_MAX = 100;

/** Each with the first line of what it says that has a version in it. */
export async function installedPrograms(programs: readonly Program[] = PROGRAMS): Promise<readonly string[]> {
  const said: string[] = [];
  for (const program of programs) {
    const { exit, out, said: errors } = await runProgram(program);
    const lines = `${out.toString('latin1')}\n${errors}`.split('\n');
    const line = lines.find((one) => /\d+\.\d+/.test(one)) ?? '';
    said.push(`${program[0]}: ${exit === null ? 'not installed' : line.trim().slice(0, LINE_MAX)}`);
  }
  return said;
}

/** `exit`: null if it had to be killed, or is not installed. */
type Ran = { readonly exit: number | null; readonly out: Buffer; readonly said: string };

const TIME_LIMIT_MS = 300_000;

/** Runs another program to its end. One thread each, so that two at a time take two cores. */
export function runProgram([command, ...args]: readonly [string, ...string[]]): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { ...process.env, OMP_THREAD_LIMIT: '1', MAGICK_THREAD_LIMIT: '1', LC_ALL: 'C.UTF-8' };
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL', env });
    const [out, said]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    child.once('error', (error) => resolve({ exit: null, out: Buffer.alloc(0), said: String(error) }));
    child.once('close', (exit) => resolve({ exit, out: Buffer.concat(out), said: Buffer.concat(said).toString('latin1') }));
  });
}

/** Runs it, and throws if it fails: for programs without which nothing can be made. */
export async function mustRun(command: readonly [string, ...string[]]): Promise<Buffer> {
  const { exit, out, said } = await runProgram(command);
  if (exit !== 0) throw new Error(`${command.join(' ')}: exit code ${exit}\n${said.slice(-1_000)}`);
  return out;
}

export async function isInstalled(command: readonly [string, ...string[]]): Promise<boolean> {
  return (await runProgram(command)).exit !== null;
}

/** The one of these that a text names. */
export function known<One extends string>(all: readonly One[], wanted: string): One {
  const one = all.find((each) => each === wanted);
  if (one === undefined) throw new Error(`not one of ${all.join(', ')}: ${wanted}`);
  return one;
}

export type ToConvert = { readonly path: string; readonly sha256: string; readonly kind: ConvertedKind; readonly password: string | null };

export type Made = {
  readonly mediaType: Conversion['mediaType'];
  readonly pages: number;
  readonly bytes: Uint8Array;
  /** What the conversion says about the file that it came from, such as that it is damaged. Empty where it says nothing. */
  readonly remarks: readonly string[];
};

/** What was made, or the fault. `seconds`: from asking to the answer. */
export type Answered = { readonly made: Made | null; readonly fault: string; readonly seconds: number };

export type Converting = {
  convert(of: ToConvert): Promise<Answered>;
  end(): void;
};

const PROGRAM = new URL('../../dist/headless/conversion-process.js', import.meta.url);
const ITEM = '00000000-0000-4000-8000-000000000001' as ItemId;

/** The process that converts in the product, as it was built, one for each file; the next one starts while what was made is compared. */
export function openConverting(): Converting {
  const clock = nodeClock();
  const folder = mkdtempSync(join(tmpdir(), 'conversion-'));
  const converter = forkedConverter({ clock, log: recordingLog(), file: PROGRAM });
  const copy = { path: join(folder, 'copy'), itemId: ITEM };
  return {
    convert: async ({ path, ...of }) => {
      const fromMs = clock.monotonicMs();
      const answer = await converter.convert(
        { path, root: dirname(path), copy, ...of },
        { progress: () => undefined, stop: new StopSource() },
      );
      const seconds = (clock.monotonicMs() - fromMs) / 1_000;
      if (!answer.ok) return { made: null, fault: answer.failure, seconds };
      const { mediaType, pages, bytes: length } = answer.value;
      const bytes = Uint8Array.from(readFileSync(copy.path).subarray(COPY_HEADER_BYTES, COPY_HEADER_BYTES + length));
      return { made: { mediaType, pages, bytes, remarks: remarksOf(answer.value) }, fault: '', seconds };
    },
    end: () => {
      converter.end();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A converter of an earlier version has no such field. */
function remarksOf(conversion: object): readonly string[] {
  const remarks: unknown = 'remarks' in conversion ? conversion.remarks : [];
  return Array.isArray(remarks) ? remarks.map((one: unknown) => (typeof one === 'string' ? one : JSON.stringify(one))) : [];
}
