import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import process from 'node:process';

/** Imported into a host before it starts. At the first SIGUSR2 it begins to measure the event loop, at the second it writes the figures. */
export type LoopFigures = {
  readonly longestBlockMs: number;
  /** Part of the time in which the loop was not waiting. */
  readonly utilization: number;
};

const RESOLUTION_MS = 1;
const file = process.env['LOOP_FIGURES'];
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let before: ReturnType<typeof performance.eventLoopUtilization> | null = null;

if (file !== undefined)
  process.on('SIGUSR2', () => {
    if (before === null) {
      before = performance.eventLoopUtilization();
      delays.enable();
      return;
    }
    delays.disable();
    const { utilization } = performance.eventLoopUtilization(before);
    writeFileSync(file, JSON.stringify({ longestBlockMs: delays.max / 1e6 - RESOLUTION_MS, utilization } satisfies LoopFigures));
    delays.reset();
    before = null;
  });
