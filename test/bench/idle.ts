import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asSeen } from '#electron/intake/folder/sweep.ts';
import { openJournal } from '#electron/journal/open-journal.ts';
import { fileStat } from '#electron/platform/files/file-stat.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { firstSweep } from '../../build/demo/first-sweep.ts';
import { pause } from '../../build/demo/pause.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { startHost } from '../../build/demo/start-host.ts';
import { type Parts, startParts } from '../../build/demo/start-parts.ts';
import { type Line, median, spread } from './line.ts';
import { childrenOf, cpuMs, ownMb, residentMb } from './of-process.ts';
import { seedFiles } from './programs/seed-files.ts';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';

const FOLDERS = 10;
const FILES_EACH = 1_000;
const STARTS = 5;
/** After this the start's own work is over; two sweeps fall within the measurement. */
const CALM_MS = 10_000;
const MEASURE_S = 60;
/** Two sweeps, each of which may fall into two of the seconds. */
const SECONDS_OF_SWEEPS = 4;

type Measure = { readonly unit: string; readonly most: number };
const SHARE: Measure = { unit: '% of a core', most: 0.2 };
const MEMORY: Measure = { unit: 'MB', most: 110 };

/** P6 and P7: a connected host with ten folders and 10,000 known files: its start, and then idle. */
export async function idleAndStart(): Promise<readonly Line[]> {
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
    return [await coldStart(profile), ...(await idle(profile))];
  } finally {
    await parts.stop();
    removeFolder(root);
  }
}

async function connected(profile: string, root: string, parts: Parts): Promise<void> {
  mkdirSync(profile);
  const host = await startHost(profile);
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

/** Until the ready line, which comes when the loops run and the window is served: later than the first sweep, so nothing is embellished. */
async function coldStart(profile: string): Promise<Line> {
  const rounds: Record<string, number>[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const bareFrom = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    const from = performance.now();
    const host = await startHost(profile);
    const lasted = performance.now() - from;
    await host.program.stop();
    rounds.push({ ours: lasted, theirs: from - bareFrom });
  }
  const of = (name: string): readonly number[] => rounds.map((round) => round[name] ?? Number.NaN);
  const ours = median(of('ours'));
  const note = `${FOLDERS * FILES_EACH} items, to the ready line; beside it Node alone; spread ${Math.round(spread(of('ours')) * 100)} %`;
  return {
    id: 'P7',
    what: 'cold start of the headless host',
    ours,
    theirs: median(of('theirs')),
    unit: 'ms',
    figure: ours,
    target: { most: 400 },
    rounds,
    note,
  };
}

async function idle(profile: string): Promise<readonly Line[]> {
  const host = await startHost(profile);
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
    const line = (what: string, figure: number, { unit, most }: Measure, said = note): Line => ({
      id: 'P6',
      what,
      ours: figure,
      theirs: null,
      unit,
      figure,
      target: { most },
      rounds: [],
      note: said,
    });
    return [
      line('idle processor, between sweeps', between, SHARE),
      line('idle processor, its sweeps included', cpu, SHARE),
      line('idle memory, resident', memory, MEMORY),
      line('idle memory, after a window asked', asked, MEMORY),
      line(
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
