import { readFileSync } from 'node:fs';
import { pause } from '../../build/demo/pause.ts';
import type { BenchHost } from './bench-host.ts';
import { type Figure, rounded } from './figure.ts';

/** The start's own work is over, and the first sweeps are done. */
const CALM_MS = 5_000;
const MEASURE_MS = 20_000;
/** Linux counts a process's time in these, whatever the kernel's own tick is. */
const TICKS_PER_SECOND = 100;

/** A connected host with nothing to do. Read from /proc, so only on Linux. */
export async function benchIdle({ host }: BenchHost): Promise<readonly Figure[]> {
  if (process.platform !== 'linux') {
    process.stderr.write('idle: skipped, because only Linux has /proc\n');
    return [];
  }
  const { pid } = host.program;
  await pause(CALM_MS);
  const [before, from] = [cpuSeconds(pid), performance.now()];
  await pause(MEASURE_MS);
  const seconds = (performance.now() - from) / 1_000;
  const how = `headless host, one folder, connected, over ${MEASURE_MS / 1_000} s`;
  return [
    { what: 'idle CPU', value: rounded(((cpuSeconds(pid) - before) / seconds) * 100, 2), unit: '% of a core', how },
    { what: 'idle memory (RSS)', value: rounded(residentMb(pid)), unit: 'MB', how },
  ];
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
