import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { forkChild } from '#electron/file-process/fork-child.ts';
import { openDisks } from '#electron/file-process/open-disks.ts';
import type { FileReader, ReadRequest } from '#shared/ports/file-reader.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { readFec } from '#shared/entries/fec.ts';
import { guessDialect } from '#shared/entries/rows.ts';
import { entriesBody } from '#shared/entries/canonical.ts';
import { type Line, median } from './line.ts';
import { childrenOf, cpuMs, residentMb } from './process-figures.ts';

const LINES = 13_000;
const ROUNDS = 5;
const [CPU_MS_MOST, MEMORY_MB_MOST, BLOCK_MS_MOST] = [1_000, 120, 10];
/** Between two looks at the memory of the process that reads. */
const LOOK_MS = 2;
const BUILT = join(import.meta.dirname, '../../dist/headless/file-process.js');
const FOREIGN = 'test/entries/open/fec-masked/0000000001FEC20220831.txt';

/** A year's books of 13,000 lines, as a FEC and as the contract's JSON, read and judged by the process that reads files. */
export async function readingOfEntries(): Promise<readonly Line[]> {
  const root = scratchFolder('entries');
  try {
    const fec = booksOf(LINES);
    writeFileSync(join(root, 'books.txt'), fec);
    writeFileSync(join(root, 'books.json'), jsonOf(fec));
    return [...(await measured(root, 'books.txt', 'FEC')), ...(await measured(root, 'books.json', 'JSON'))];
  } finally {
    removeFolder(root);
  }
}

/** The lines of a real year until there are so many, each copy with entry numbers of its own. */
function booksOf(count: number): string {
  const [heading = '', ...lines] = readFileSync(FOREIGN, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '');
  const copies = Array.from({ length: count }, (_, at) => {
    const cells = (lines[at % lines.length] ?? '').split('\t');
    return cells.with(2, `${Math.floor(at / lines.length)}-${cells[2] ?? ''}`).join('\t');
  });
  return [heading, ...copies].join('\n');
}

function jsonOf(fec: string): string {
  const reading = readFec(fec, guessDialect(fec).dialect);
  if ('refused' in reading) throw new Error(reading.refused);
  return entriesBody(reading.lines.map(({ line }) => line));
}

/** Each round has a process of its own, whose memory before is that after a small file. */
async function measured(root: string, name: string, format: string): Promise<readonly Line[]> {
  const rounds: Record<string, number>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(root, name));
  const line = (what: string, unit: string, most: number): Line => {
    const ours = median(rounds.map((one) => one[unit] ?? Number.NaN));
    return {
      id: 'P16',
      what: `${format}, ${LINES} lines: ${what}`,
      ours,
      theirs: null,
      unit,
      figure: ours,
      target: { most },
      rounds,
      note: '',
    };
  };
  return [
    line('processor time of the process that reads', 'ms', CPU_MS_MOST),
    line('its memory above idle, at most', 'MB', MEMORY_MB_MOST),
    line('longest block of the program that asks', 'ms blocked', BLOCK_MS_MOST),
  ];
}

async function measureRound(root: string, name: string): Promise<Record<string, number>> {
  const profile = join(root, 'profile');
  mkdirSync(profile, { recursive: true });
  writeFileSync(join(root, 'small.json'), '{"data":{"lines":[]}}');
  const disks = openDisks({ clock: nodeClock(), log: recordingLog(), profile, start: forkChild(pathToFileURL(BUILT)) });
  try {
    await read(disks.reader, root, 'small.json');
    const [child] = childrenOf(process.pid);
    if (child === undefined) throw new Error('nobody reads');
    const before = { cpu: cpuMs(child), memory: residentMb(child) };
    const delay = monitorEventLoopDelay({ resolution: 1 });
    let peak = before.memory;
    const looking = setInterval(() => {
      peak = Math.max(peak, residentMb(child));
    }, LOOK_MS);
    delay.enable();
    await read(disks.reader, root, name);
    delay.disable();
    clearInterval(looking);
    peak = Math.max(peak, residentMb(child));
    return { ms: cpuMs(child) - before.cpu, MB: peak - before.memory, 'ms blocked': delay.max / 1e6 };
  } finally {
    disks.end();
  }
}

async function read(reader: FileReader, root: string, name: string): Promise<void> {
  const of: ReadRequest = { path: join(root, name), root, want: 'verdict', importType: 'entries', copy: null };
  const facts = await reader.read(of);
  if (!facts.ok) throw new Error(facts.failure.code);
}
