import { mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { followReport } from './follow-report.ts';
import { apart } from './in-root.ts';
import { runProgram } from './run-program.ts';
import type { Run } from './run-summary.ts';

type Ask = { readonly project: string; readonly root: string; readonly say: (line: string) => void; readonly stop: AbortSignal };

/** The checks in `test/windows` to run, and their name for the user. */
type Spec = { readonly what: string; readonly name: 'host' | 'installer' };

/**
 * Runs checks on Linux that start the programs under test in Wine. Everything is in a namespace of its own, which ends with all of its programs
 * when it is stopped.
 */
export async function runSpec({ what, name }: Spec, { project, root, say, stop }: Ask): Promise<Run> {
  const report = `test-results/windows-${name}.jsonl`;
  const file = join(project, report);
  rmSync(file, { force: true });
  mkdirSync(join(project, 'test-results'), { recursive: true });
  const reporters = ['--reporter=verbose', '--reporter=./build/windows/line-reporter.ts'];
  const config = ['--config', 'test/windows/vitest.config.ts'];
  const words = ['node_modules/vitest/vitest.mjs', 'run', ...config, `test/windows/${name}.spec.ts`, ...reporters];
  const env = Object.fromEntries(Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
  const told = { ...env, CI: 'true', NO_COLOR: '1', INTRAY_WINE_ROOT: root, INTRAY_TEST_REPORT: report };
  const outputs = [join(root, 'w', `${name}.txt`)];
  say(`  All that is said goes to ${outputs.join()}`);
  const output = openSync(outputs.join(), 'w');
  const running = runProgram(
    { ...apart([process.execPath, ...words]), env: told },
    { cwd: project, stdio: ['ignore', output, output], stop },
  );
  return { what, outputs, ...(await followReport({ file, running, say })) };
}
