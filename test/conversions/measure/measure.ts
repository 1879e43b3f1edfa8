import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { Conversion, ConvertedKind, ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import { sha256Of } from '#test/corpus/listed.ts';
import type { Sample } from '../foreign.ts';
import { compareWords, countPages, type Words } from './words.ts';
import { forkedConverter } from '#electron/conversion/process-converter.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import { COPY_HEADER_BYTES } from '#shared/domain/folder/copy-header.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { nodeClock } from '#shared/node/clock.ts';
import type { Result } from '#shared/lib/result.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Clock } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';

export type Row = {
  readonly sample: Sample;
  readonly sha256: string;
  readonly bytes: number;
  /** As other programs count them; null if they cannot. */
  readonly pages: number | null;
  /** `made`, or the fault. */
  readonly outcome: string;
  readonly after: (Pick<Conversion, 'mediaType' | 'sha256'> & { readonly bytes: number; readonly pages: number | null }) | null;
  readonly seconds: number;
  readonly usage: Usage | null;
  /** `no-text`: a picture without text · `not-drawn`: other programs cannot draw it · `not-here`: Tesseract is not installed · null: nothing was made. */
  readonly words: Words | 'no-text' | 'not-drawn' | 'not-here' | null;
};

export type Setting = { readonly corpus: string; readonly hasTesseract: boolean };

/** Converts a file, and then compares what other programs see of it before and after. Null if the file is missing, or differs from the listed one. */
export async function startRow(
  sample: Sample,
  at: { readonly path: string; readonly sha256: string | null },
  setting: Setting,
): Promise<(() => Promise<Row>) | null> {
  if (!existsSync(at.path)) return null;
  const file = readFileSync(at.path);
  const sha256 = sha256Of(file);
  if (at.sha256 !== null && at.sha256 !== sha256) return null;
  const { kind, password } = sample;
  const converted = await convertMeasured({ path: at.path, sha256, kind, password });
  return async () => {
    const before = { path: at.path, kind, password };
    const pages = await countPages(before);
    const { answer, seconds, usage } = converted;
    const row = { sample, sha256, bytes: file.byteLength, pages, seconds, usage };
    if (!answer.ok) return { ...row, outcome: answer.failure, after: null, words: null };
    const made = await judge(converted, { ...setting, sample, path: at.path, pages });
    return { ...row, outcome: 'made', ...made };
  };
}

type Judged = Setting & { readonly sample: Sample; readonly path: string; readonly pages: number | null };

async function judge(
  { answer, bytes }: Converted,
  { sample, path, pages, corpus, hasTesseract }: Judged,
): Promise<Pick<Row, 'after' | 'words'>> {
  if (!answer.ok || bytes === null) return { after: null, words: null };
  const { mediaType, sha256 } = answer.value;
  const folder = mkdtempSync(join(tmpdir(), 'made-'));
  try {
    const kind = KINDS[mediaType];
    const made = { path: join(folder, `made.${kind}`), kind, password: null };
    writeFileSync(made.path, bytes);
    const after = { mediaType, sha256: sha256Of(bytes), bytes: bytes.byteLength, pages: await countPages(made) };
    if (after.sha256 !== sha256) throw new Error('the copy is not what was reported');
    const { language, kind: from, password } = sample;
    if (language === null) return { after, words: 'no-text' };
    if (!hasTesseract) return { after, words: 'not-here' };
    const words = await compareWords({ path, kind: from, password }, made, { language, corpus, pages: pages ?? 1 });
    return { after, words: words ?? 'not-drawn' };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const KINDS = { 'application/pdf': 'pdf', 'image/jpeg': 'jpeg', 'image/png': 'png' } as const satisfies Record<
  Conversion['mediaType'],
  string
>;

export const WORDS_SHARE_MIN = 0.98;

/** What is wrong with a row; empty if nothing is. */
export function complaints({ sample, pages, outcome, after, words }: Row): readonly string[] {
  const found: string[] = [];
  if (outcome !== sample.outcome) found.push(`${outcome}, expected: ${sample.outcome}`);
  if (after !== null && after.pages !== pages) found.push('another number of pages');
  if (after !== null && after.bytes > FILE_BYTES_MAX) found.push('too large for the service');
  if (words === 'not-here' || words === 'not-drawn') found.push('words not compared');
  if (typeof words === 'object' && words !== null && words.foundAgain < words.before * WORDS_SHARE_MIN) found.push('words lost');
  return found;
}

type Asked = { readonly path: string; readonly sha256: string; readonly kind: ConvertedKind; readonly password: string | null };

type Converted = {
  readonly answer: Result<Conversion, ConvertFault>;
  /** What was made; null for a fault. */
  readonly bytes: Uint8Array | null;
  /** From asking to the answer, with the start of the process. */
  readonly seconds: number;
  /** Of the process; null where the system does not tell. */
  readonly usage: Usage | null;
};

const PROGRAM = new URL('../../../electron/conversion/process/main.ts', import.meta.url);
const ITEM = '00000000-0000-4000-8000-000000000001' as ItemId;

/** Converts one file in a new process, the one that converts in the product. */
async function convertMeasured({ path, ...of }: Asked): Promise<Converted> {
  const clock = nodeClock();
  const folder = mkdtempSync(join(tmpdir(), 'conversion-'));
  const converter = forkedConverter({ clock, log: recordingLog(), file: PROGRAM });
  const stop = new StopSource();
  const watch = watchUsage(PROGRAM, { clock, stop });
  try {
    const copy = { path: join(folder, 'copy'), itemId: ITEM };
    const fromMs = clock.monotonicMs();
    const answer = await converter.convert({ path, root: dirname(path), copy, ...of }, { progress: () => watch.look(), stop });
    const seconds = (clock.monotonicMs() - fromMs) / 1_000;
    const usage = watch.usage();
    const bytes = answer.ok ? readFileSync(copy.path).subarray(COPY_HEADER_BYTES, COPY_HEADER_BYTES + answer.value.bytes) : null;
    return { answer, bytes, seconds, usage };
  } finally {
    stop.abort();
    converter.end();
    rmSync(folder, { recursive: true });
  }
}

/** Of a process, so far. */
type Usage = {
  /** The most memory that it had at once, in bytes. */
  readonly memoryBytes: number;
  /** Of all its threads. */
  readonly processorSeconds: number;
};

type UsageWatch = {
  /** Looks now. */
  look(): void;
  /** Null where the system does not tell: it needs Linux's /proc. */
  usage(): Usage | null;
};

const EVERY_MS = 20;
/** Linux counts a process's time in these. */
const TICKS_PER_SECOND = 100;

/** Watches the child of this process that runs `program`. The kernel keeps its peak, so that no look comes too late as long as it lives. */
function watchUsage(program: URL, { clock, stop }: { readonly clock: Clock; readonly stop: Stop }): UsageWatch {
  let known: Usage | null = null;
  const look = (): void => {
    for (const pid of childrenThatRun(fileURLToPath(program))) {
      const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(text(`/proc/${pid}/status`))?.[1];
      // The name comes second, in brackets, and may contain anything.
      const [user, system] = text(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ').slice(11, 13).map(Number) ?? [];
      if (kilobytes === undefined || user === undefined || system === undefined) continue;
      known = { memoryBytes: Number(kilobytes) * 1_024, processorSeconds: (user + system) / TICKS_PER_SECOND };
    }
  };
  void (async () => {
    while (!stop.aborted) {
      look();
      await clock.sleep(EVERY_MS, stop);
    }
  })();
  return {
    look,
    usage: () => {
      look();
      return known;
    },
  };
}

function childrenThatRun(program: string): readonly string[] {
  const threads = folderForWatchUsage(`/proc/${process.pid}/task`);
  const children = threads.flatMap((thread) => text(`/proc/${process.pid}/task/${thread}/children`).split(' '));
  return children.filter((pid) => pid !== '' && text(`/proc/${pid}/cmdline`).split('\0').includes(program));
}

function folderForWatchUsage(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Empty if it cannot be read: a process may end at any time. */
function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
