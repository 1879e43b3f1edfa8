import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asSeen } from '#electron/intake/folder/sweep.ts';
import { openJournal } from '#electron/journal/open-journal.ts';
import { fileStat } from '#electron/platform/files/file-stat.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { firstSweep } from '../../build/demo/first-sweep.ts';
import { pause } from '../../build/demo/pause.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { startHost } from '../../build/demo/start-host.ts';
import { type Parts, startParts } from '../../build/demo/start-parts.ts';
import { type Line, median, spread } from './line.ts';
import { childrenOf, cpuMs, ownMb, residentMb } from './process-figures.ts';
import { seedFiles } from './programs/seed-files.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';
import { pathToFileURL } from 'node:url';
import { failingDiskMissing } from '../faults/disk/failing-disk.ts';
import { preloadLibrary } from '#test/support/disks/hanging-disk.ts';
import { FILE_BYTES, withBulk } from './bulk.ts';
import type { LoopFigures } from './programs/measure-loop.ts';

const FOLDERS = 10;
const FILES_EACH = 1_000;
const STARTS = 5;
/** As its unit and its image start it. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };
/** After this the start's own work is over; two sweeps fall within the measurement. */
const CALM_MS = 10_000;
/** The thread that flushes at a busy start has ended by then. */
const SETTLED_MS = 30_000;
const MEASURE_S = 60;
/** Two sweeps, each of which may fall into two of the seconds. */
const SECONDS_OF_SWEEPS = 4;

type Measure = { readonly unit: string; readonly most: number };
const SHARE: Measure = { unit: '% of a core', most: 0.2 };
const WITH_SWEEPS: Measure = { unit: '% of a core', most: 0.1 };
const MEMORY: Measure = { unit: 'MB', most: 100 };

/** P6 and P7: a connected host with ten folders and 10,000 known files: its start, and then idle. */
export function idleAndStart(): Promise<readonly Line[]> {
  return withKnownFiles(async (profile) => [await coldStart(profile), ...(await idle(profile))]);
}

/** The start, and the memory a moment later: for a quick look. */
export function startAndMemory(): Promise<readonly Line[]> {
  return withKnownFiles(async (profile) => {
    const start = await coldStart(profile);
    const host = await startHost(profile, ENVIRONMENT);
    try {
      await pause(SETTLED_MS);
      return [start, idleLine('idle memory, resident', residentMb(host.program.pid), MEMORY, `${SETTLED_MS / 1_000} s after the start`)];
    } finally {
      await host.program.stop();
    }
  });
}

async function withKnownFiles(measure: (profile: string) => Promise<readonly Line[]>): Promise<readonly Line[]> {
  if (process.platform !== 'linux') {
    process.stdout.write('P6 and P7 are left out: only Linux has /proc\n');
    return [];
  }
  const root = scratchFolder('idle');
  const parts = await startParts();
  try {
    const profile = join(root, 'profile');
    await connected(profile, root, parts);
    await known(profile);
    return await measure(profile);
  } finally {
    await parts.stop();
    removeFolder(root);
  }
}

async function connected(profile: string, root: string, parts: Parts): Promise<void> {
  mkdirSync(profile);
  const host = await startHost(profile, ENVIRONMENT);
  try {
    await host.client.installation.change(parts.installation);
    const company = await host.client.companies.connect({ name: 'Exemple SARL', ...(await parts.control.createIntegration()) });
    if (!company.ok) throw new Error(company.failure.kind);
    for (let folder = 0; folder < FOLDERS; folder += 1) {
      const path = join(root, `Purchases ${folder}`);
      mkdirSync(path);
      const added = await host.client.folders.add({ companyId: company.value.id, importType: 'purchase-invoices', path });
      if (!added.ok) throw new Error(added.failure.kind);
    }
    await firstSweep(host.client);
  } finally {
    await host.program.stop();
  }
}

async function known(profile: string): Promise<void> {
  const opened = openJournal(join(profile, 'journal.sqlite'), { clock: nodeClock(), random: nodeRandom() });
  if (!opened.ok) throw new Error(opened.failure.kind);
  for (const folder of opened.value.folders.folders()) {
    const files = Array.from({ length: FILES_EACH }, (_, file) => {
      const place = `scan-${file}.pdf`;
      writeFileSync(join(folder.path, place), 'x');
      return { place, pair: asSeen(fileStat(lstatSync(join(folder.path, place), { bigint: true }))) };
    });
    await seedFiles(opened.value, folder, files);
  }
  opened.value.close();
}

/** Until the ready line: the journal is open and checked, and a window that connects is answered. The loops start in the same turn. */
async function coldStart(profile: string): Promise<Line> {
  const rounds: Record<string, number>[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const bareFrom = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    const from = performance.now();
    const host = await startHost(profile, ENVIRONMENT);
    const lasted = performance.now() - from;
    await host.program.stop();
    rounds.push({ ours: lasted, theirs: from - bareFrom });
  }
  const of = (name: string): readonly number[] => rounds.map((round) => round[name] ?? Number.NaN);
  const ratio = median(rounds.map(({ ours = Number.NaN, theirs = Number.NaN }) => ours / theirs));
  const note = `${FOLDERS * FILES_EACH} items, to the ready line; beside it Node alone; spread ${Math.round(spread(of('ours')) * 100)} %`;
  return {
    id: 'P7',
    what: 'cold start of the headless host',
    ours: median(of('ours')),
    theirs: median(of('theirs')),
    unit: 'ms',
    figure: ratio,
    target: { most: 5 },
    rounds,
    note,
  };
}

async function idle(profile: string): Promise<readonly Line[]> {
  const host = await startHost(profile, ENVIRONMENT);
  try {
    // Nothing calls it, as when no window is open: the code that answers a window is loaded at its first call.
    await pause(CALM_MS);
    const { pid } = host.program;
    const seconds = await shareOfEachSecond(pid);
    const cpu = mean(seconds);
    const between = mean([...seconds].sort((one, other) => one - other).slice(0, -SECONDS_OF_SWEEPS));
    const memory = residentMb(pid);
    await firstSweep(host.client);
    await pause(CALM_MS);
    const asked = residentMb(pid);
    const [ours, readers] = await withReader(profile, pid);
    const note = `${FOLDERS} folders, ${FOLDERS * FILES_EACH} known files, connected, over ${MEASURE_S} s with two sweeps`;
    return [
      idleLine('idle processor, between sweeps', between, SHARE, note),
      idleLine('idle processor, its sweeps included', cpu, WITH_SWEEPS, note),
      idleLine('idle memory, resident', memory, MEMORY, note),
      idleLine('idle memory, after a window asked', asked, MEMORY, note),
      idleLine(
        'memory with the process that reads',
        ours,
        MEMORY,
        `for a minute after a file; ${readers} MB of it are that process's; shared pages by parts`,
      ),
    ];
  } finally {
    await host.program.stop();
  }
}

function idleLine(what: string, figure: number, { unit, most }: Measure, note: string): Line {
  return { id: 'P6', what, ours: figure, theirs: null, unit, figure, target: { most }, rounds: [], note };
}

/** After a file has arrived: the host's memory with its child processes, and theirs alone. */
async function withReader(profile: string, pid: number): Promise<readonly [number, string]> {
  writeFileSync(join(profile, '..', 'Purchases 0', 'one-more.pdf'), aPdf('one more'));
  await pause(CALM_MS);
  const children = childrenOf(pid);
  if (children.length === 0) throw new Error('a file came, and no process was started to read it');
  const readers = children.reduce((sum, child) => sum + ownMb(child), 0);
  return [ownMb(pid) + readers, readers.toFixed(0)];
}

/** How much of a core it used in each of these seconds, in per cent. */
async function shareOfEachSecond(pid: number): Promise<readonly number[]> {
  const shares: number[] = [];
  for (let second = 0; second < MEASURE_S; second += 1) {
    const [before, from] = [cpuMs(pid), performance.now()];
    await pause(1_000);
    shares.push(((cpuMs(pid) - before) / (performance.now() - from)) * 100);
  }
  return shares;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const ROUNDS = 3;
const FILES = 300;
const FLUSH_MS = 20;
const PROGRAM = pathToFileURL(resolve('test/bench/programs/measure-loop.ts')).href;

/** P15: how long the host's event loop is held up while it sends scans from a disk whose every flush takes 20 ms. */
export async function longestBlock(): Promise<readonly Line[]> {
  const missing = failingDiskMissing();
  if (missing !== null) {
    process.stdout.write(`P15 is left out: ${missing}\n`);
    return [];
  }
  const folder = scratchFolder('slow-disk');
  try {
    const library = preloadLibrary(folder, 'test/faults/power-cut/slow-flush.c');
    const figures = join(folder, 'figures.json');
    const env = { LD_PRELOAD: library, SLOW_FLUSH_MS: `${FLUSH_MS}`, NODE_OPTIONS: `--import=${PROGRAM}`, LOOP_FIGURES: figures };
    return linesOf(await measured(env, figures));
  } finally {
    removeFolder(folder);
  }
}

type Round = LoopFigures & { readonly perSecond: number };

async function measured(env: Readonly<Record<string, string>>, figures: string): Promise<readonly Round[]> {
  const rounds: Round[] = [];
  await withBulk(async (bulk) => {
    await bulk.parallel(4);
    // The first round does not count: it loads what a host loads when it first sends.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const scans = await bulk.scans(FILES);
      const { lastedMs } = await bulk.timed(FILES, 0, async () => {
        await bulk.engineSends(scans);
        // From when the folder is known: what a user does is durable when its call returns.
        process.kill(bulk.pid, 'SIGUSR2');
      });
      process.kill(bulk.pid, 'SIGUSR2');
      while (!existsSync(figures)) await pause(20);
      const one = { ...(JSON.parse(readFileSync(figures, 'utf8')) as LoopFigures), perSecond: (FILES * 1_000) / lastedMs };
      rmSync(figures);
      process.stderr.write(`  ${JSON.stringify(one)}\n`);
      if (round > 0) rounds.push(one);
    }
  }, env);
  return rounds;
}

function linesOf(rounds: readonly Round[]): readonly Line[] {
  const blocks = rounds.map(({ longestBlockMs }) => longestBlockMs);
  const rates = rounds.map(({ perSecond }) => perSecond);
  const busy = rounds.map(({ utilization }) => utilization);
  const what = `longest block of the event loop, ${FILES} scans of ${FILE_BYTES / 1_000} KB, flushes of ${FLUSH_MS} ms`;
  const note = `${median(rates).toFixed(0)} files/s, loop busy ${Math.round(median(busy) * 100)} % of the time; spread ${Math.round(spread(blocks) * 100)} %`;
  return [
    {
      id: 'P15',
      what,
      ours: median(blocks),
      theirs: null,
      unit: 'ms',
      figure: median(blocks),
      target: { most: 10 },
      rounds: [...rounds],
      note,
    },
  ];
}
