import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { COPY } from './copy.ts';
import { inRoot } from './in-root.ts';
import type { ReportLine } from './report-lines.ts';
import { runProgram } from './run-program.ts';
import { fileLine, type Run } from './run-summary.ts';

type Ask = { readonly root: string; readonly say: (line: string) => void; readonly stop: AbortSignal };

export const SEEDS = 200;
const REPORT = 'test-results/sim.json';
const reportSchema = z.object({ seeds: z.number(), bad: z.number() });

/** Runs the simulation on Node for Windows: the same programs, but with Windows paths. */
export async function runSimulation({ root, say, stop }: Ask): Promise<Run> {
  const words = ['/w/package/bin/node.exe', 'test/sim/main.ts', '--seeds', `${SEEDS}`, '--report', REPORT];
  const outputs = ['sim.txt', 'sim-err.txt'].map((name) => join(root, 'w', name));
  say(`  All that it says goes to ${outputs.join(' and ')}`);
  const command = inRoot(root, ['env', '-C', `/${COPY}`, 'wine', ...words]);
  const code = await runProgram(command, { stop, stdio: ['ignore', ...outputs.map((file) => openSync(file, 'w'))] });
  const report = join(root, COPY, REPORT);
  const json: unknown = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
  const lines = simulationLines(json, readFileSync(join(root, 'w', 'sim.txt'), 'utf8'));
  for (const line of lines) if (line.kind === 'file') say(`  ${fileLine(line)}`);
  return { what: 'The simulation', outputs, lines, code };
}

/** The simulation's report as lines of the common report, with each seed that broke a promise and the first error that its output shows. */
export function simulationLines(json: unknown, said: string): readonly ReportLine[] {
  const start: ReportLine = { kind: 'start', files: 1 };
  // Cut off: a report without an end shows that.
  if (json === null) return [start];
  const { seeds, bad: failed } = reportSchema.parse(json);
  const bad = [...said.matchAll(/^seed (\d+): (.*)\n(?:(?! {2}(?:BROKEN|UNFINISHED)|seed ).*\n)*(?: {2}((?:BROKEN|UNFINISHED).*))?/gm)].map(
    ([, seed = '', told = '', why = told]) => ({ name: `seed ${seed}`, state: 'failed' as const, error: why }),
  );
  const unnamed = Array.from({ length: Math.max(0, failed - bad.length) }, () => ({ name: 'a seed', state: 'failed' as const }));
  const good = seeds > 0 && failed === 0 ? [{ name: `${seeds} seeds keep every promise`, state: 'passed' as const }] : [];
  return [start, { kind: 'file', file: 'test/sim/main.ts', tests: [...good, ...bad, ...unnamed], errors: [] }, { kind: 'end', errors: [] }];
}
