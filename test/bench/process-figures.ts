import { readFileSync } from 'node:fs';

/** Linux counts a process's time in these, whatever the kernel's own tick is. */
const TICKS_PER_SECOND = 100;

/** Why a process cannot be measured here, or null. */
export function figuresMissing(): string | null {
  return process.platform === 'linux' ? null : 'only Linux has /proc';
}

/** Processor time that a process has used so far. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) * 1_024;
}
