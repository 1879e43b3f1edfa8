import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '#electron/journal/open-journal.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { firstSweep } from '../../build/demo/first-sweep.ts';
import { pause } from '../../build/demo/pause.ts';
import { startHost } from '../../build/demo/start-host.ts';
import { type Parts, startParts } from '../../build/demo/start-parts.ts';
import { type Line, median, spread } from './line.ts';
import { seedFiles } from './programs/seed-files.ts';

const FOLDERS = 10;
const FILES_EACH = 1_000;
const STARTS = 5;
/** The start's own work is over; two sweeps fall into what is measured. */
const CALM_MS = 5_000;
const MEASURE_MS = 60_000;
/** Linux counts a process's time in these, whatever the kernel's own tick is. */
const TICKS_PER_SECOND = 100;

/** P6 and P7: a host with ten folders and 10,000 known files, connected: its start, and then nothing to do. */
export async function idleAndStart(): Promise<readonly Line[]> {
  if (process.platform !== 'linux') {
    process.stdout.write('P6 and P7 are left out: only Linux has /proc\n');
    return [];
  }
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'intray-idle-')));
  const parts = await startParts();
  try {
    const profile = join(root, 'profile');
    await connected(profile, root, parts);
    await known(profile);
    return [await coldStart(profile), ...(await idle(profile))];
  } finally {
    await parts.stop();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function connected(profile: string, root: string, parts: Parts): Promise<void> {
  mkdirSync(profile);
  const host = await startHost(profile);
  try {
    await host.client.settings.change(parts.installation);
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
      const { size, mtimeMs } = lstatSync(join(folder.path, place));
      return { place, pair: { bytes: size, modifiedAt: wallMs(Math.floor(mtimeMs)) } };
    });
    await seedFiles(opened.value, folder, files);
  }
  opened.value.close();
}

/** To the ready line, which comes when the loops run and the window is served: later than the first sweep, so no flattery. */
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
    await firstSweep(host.client);
    await pause(CALM_MS);
    const { pid } = host.program;
    const [before, from] = [cpuSeconds(pid), performance.now()];
    await pause(MEASURE_MS);
    const cpu = ((cpuSeconds(pid) - before) / ((performance.now() - from) / 1_000)) * 100;
    const memory = residentMb(pid);
    const note = `${FOLDERS} folders, ${FOLDERS * FILES_EACH} known files, connected, over ${MEASURE_MS / 1_000} s with two sweeps`;
    const common = { theirs: null, rounds: [], note };
    return [
      { ...common, id: 'P6', what: 'idle processor', ours: cpu, unit: '% of a core', figure: cpu, target: { most: 0.2 } },
      { ...common, id: 'P6', what: 'idle memory, resident', ours: memory, unit: 'MB', figure: memory, target: { most: 110 } },
    ];
  } finally {
    await host.program.stop();
  }
}

/** The name in field 2 may hold spaces; what follows its last parenthesis does not. Fields 14 and 15: user and system time. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function residentMb(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1_024;
}
