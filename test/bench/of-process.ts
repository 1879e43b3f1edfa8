import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts a process's time in these, whatever the kernel's own tick is. */
const TICKS_PER_SECOND = 100;

/** The name in field 2 may contain spaces; after its last parenthesis there are none. Fields 14 and 15: user and system time. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The same to the microsecond, for work shorter than a tick: the run time of each thread. */
export function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
  return threads.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e6;
}

export function residentMb(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1_024;
}

/** Its own share of memory: a page that several processes share counts partly for each. */
export function ownMb(pid: number): number {
  const line = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1_024;
}

/** Its running child processes. */
export function childrenOf(pid: number): readonly number[] {
  const listed = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'));
  return listed.join(' ').split(/\s+/).filter(Boolean).map(Number);
}
