import type { TakenKind } from '#shared/domain/item/file-kinds.ts';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';

type Tool = {
  readonly name: string;
  readonly command: string;
  readonly args: (file: string) => readonly string[];
};

/** Dots per inch: enough to notice a missing line of text. */
const DPI = '50';

const ffmpeg = (form: string): Tool => ({
  name: 'ffmpeg',
  command: 'ffmpeg',
  args: (file) => ['-nostdin', '-v', 'warning', '-threads', '1', '-f', `${form}_pipe`, '-i', file, ...FIRST_AS_PPM],
});
const FIRST_AS_PPM = ['-frames:v', '1', '-f', 'image2pipe', '-c:v', 'ppm', '-'];

const POPPLER: Tool = { name: 'poppler', command: 'pdftoppm', args: (file) => ['-r', DPI, file] };
const MUPDF: Tool = { name: 'mupdf', command: 'mutool', args: (file) => ['draw', '-q', '-r', DPI, '-F', 'ppm', '-o', '-', file] };

/** Programs that share no code where it matters: each kind has at least two independent decoders. */
export const TOOLS: Readonly<Record<TakenKind, readonly Tool[]>> = {
  pdf: [MUPDF, POPPLER],
  jpeg: [{ name: 'libjpeg', command: 'djpeg', args: (file) => ['-pnm', file] }, ffmpeg('jpeg')],
  png: [{ name: 'libpng', command: 'pngtopnm', args: (file) => [file] }, ffmpeg('png')],
  bmp: [
    { name: 'netpbm', command: 'bmptopnm', args: (file) => [file] },
    ffmpeg('bmp'),
    { name: 'imagemagick', command: 'convert', args: (file) => [`bmp:${file}`, '-depth', '8', 'ppm:-'] },
  ],
};

/** Also run and recorded, but without a vote. */
export const QPDF: Tool = { name: 'qpdf', command: 'qpdf', args: (file) => ['--check', file] };

/** Everything attached to a PDF, one after the other: an electronic invoice's data are there, and no page shows them. */
export const ATTACHED: Tool = { name: 'attached', command: 'sh', args: (file) => ['-c', SAVE_ALL, 'sh', file] };
const SAVE_ALL =
  'd=$(mktemp -d) && { pdfdetach -saveall -o "$d" "$1" >&2; LC_ALL=C; for f in "$d"/*; do [ -f "$f" ] && cat "$f"; done; rm -r "$d"; }';

export type Answers = {
  /** From the disk, or by running the tool; null if only known answers are wanted. */
  of(tool: Tool, content: Content): Promise<Answer | null>;
};

export type Content = {
  readonly sha256: string;
  /** Where the bytes are, or the bytes themselves: those are in a file only while a tool reads them. */
  readonly at: string | (() => Uint8Array);
};

/** What each program said about each content, stored in the corpus folder: a second run starts none of them. */
export function answers(corpus: string, options: { readonly ask: boolean }): Answers {
  const file = join(corpus, 'answers.jsonl');
  const known = new Map<string, Answer>();
  if (existsSync(file)) for (const [key, answer] of entriesOf(readFileSync(file, 'utf8'))) known.set(key, answer);
  return {
    async of(tool, content) {
      const key = `${content.sha256} ${tool.name}`;
      const before = known.get(key);
      if (before !== undefined || !options.ask) return before ?? null;
      const answer = await asked(tool, content);
      known.set(key, answer);
      appendFileSync(file, `${JSON.stringify({ key, answer })}\n`);
      return answer;
    },
  };
}

/** The last line is incomplete if the previous run was ended while writing it. */
function* entriesOf(text: string): Iterable<[string, Answer]> {
  for (const line of text.split('\n')) {
    if (!line.endsWith('}')) continue;
    const { key, answer } = JSON.parse(line) as { readonly key: string; readonly answer: Answer };
    yield [key, answer];
  }
}

async function asked(tool: Tool, { sha256, at }: Content): Promise<Answer> {
  if (typeof at === 'string') return await runTool(tool.command, tool.args(at));
  const folder = scratchFolder('corpus');
  try {
    const place = join(folder, sha256);
    writeFileSync(place, at());
    return await runTool(tool.command, tool.args(place));
  } finally {
    removeFolder(folder);
  }
}

export type Answer = {
  /** Null if it had to be killed. */
  readonly exit: number | null;
  /** Pages, or one for a picture. */
  readonly count: number;
  readonly pixels: string;
  /** Its messages, each line once, without the file's name. */
  readonly said: readonly string[];
};

const TIME_LIMIT_MS = 20_000;
const SAID_MAX = 30;
const LINE_MAX = 160;

/** Runs a program that writes pictures to its standard output; returns what came. */
function runTool(command: string, args: readonly string[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL' });
    const pixmaps = pixmapCounter();
    const said = new Set<string>();
    let line = '';
    child.stdout.on('data', (chunk: Buffer) => pixmaps.take(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      const lines = (line + chunk.toString('latin1')).split(/\r?\n/);
      line = (lines.pop() ?? '').slice(0, LINE_MAX);
      for (const one of lines) if (said.size < SAID_MAX) said.add(withoutPlaces(one));
    });
    child.once('error', reject);
    child.once('close', (exit) => {
      said.add(withoutPlaces(line));
      const { count, sha256 } = pixmaps.end();
      resolve({ exit, count, pixels: sha256, said: [...said].filter((one) => one !== '') });
    });
  });
}

/** The same fault in another place is the same message. */
function withoutPlaces(line: string): string {
  const bare = line.replaceAll(/\/\S*\/[0-9a-f]{64}\S*/g, 'FILE').replaceAll(/0x[0-9a-f]+/g, '#');
  return bare.replaceAll(/\d+/g, '#').trim().slice(0, LINE_MAX);
}

type Pixmaps = {
  readonly count: number;
  /** Of all pictures; the same pixels give the same hash. */
  readonly sha256: string;
};

const HEADER_MAX = 64;
/** `P6 width height 255` for colour, `P5` for grey, `P4` for one bit. */
const HEADER = /^P([456])\s+(\d+)\s+(\d+)\s(?:(\d+)\s)?/;

/** Counts and hashes the pictures of a stream in Netpbm's formats as it arrives. */
export function pixmapCounter(): { readonly take: (chunk: Buffer) => void; readonly end: () => Pixmaps } {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let left = 0;
  let count = 0;
  const take = (chunk: Buffer): void => {
    hash.update(chunk);
    let rest = chunk;
    while (rest.byteLength > 0) {
      const skipped = Math.min(left, rest.byteLength);
      left -= skipped;
      rest = rest.subarray(skipped);
      if (rest.byteLength === 0) return;
      const known = head.byteLength;
      head = Buffer.concat([head, rest.subarray(0, HEADER_MAX - known)]);
      const read = headerOf(head);
      if (read === null) {
        rest = rest.subarray(head.byteLength - known);
        if (head.byteLength >= HEADER_MAX) head = Buffer.alloc(0);
        continue;
      }
      count += 1;
      left = read.pixelBytes;
      rest = rest.subarray(read.headerBytes - known);
      head = Buffer.alloc(0);
    }
  };
  // A picture that was begun but not completed does not count.
  return { take, end: () => ({ count: left > 0 ? count - 1 : count, sha256: hash.digest('hex') }) };
}

function headerOf(head: Buffer): { readonly headerBytes: number; readonly pixelBytes: number } | null {
  const text = head.toString('latin1');
  const [whole, form, width, height, most] = HEADER.exec(text) ?? [];
  if (whole === undefined || (form !== '4' && most === undefined)) return null;
  const sample = Number(most) > 255 ? 2 : 1;
  const rowBytes = form === '4' ? Math.ceil(Number(width) / 8) : Number(width) * sample * (form === '6' ? 3 : 1);
  return { headerBytes: whole.length, pixelBytes: rowBytes * Number(height) };
}
