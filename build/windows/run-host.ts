import { cpSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { buildWindow } from '../demo/build-window.ts';
import { COPY } from './copy.ts';
import { followReport } from './follow-report.ts';
import { apart } from './in-root.ts';
import { runProgram } from './run-program.ts';
import type { Run } from './run-summary.ts';

type Ask = { readonly project: string; readonly root: string; readonly say: (line: string) => void; readonly stop: AbortSignal };

const REPORT = 'test-results/windows-host.jsonl';

/**
 * Runs the built host on Windows' Node, with sandbox, relay, browser and the checks themselves on Linux: those are programs that no office
 * has on its own computer. All of it is in a name space of its own, which goes with all programs in it when it is stopped.
 */
export async function runHost({ project, root, say, stop }: Ask): Promise<Run> {
  buildWindow(say);
  // After the sources, since what was built before them is not used.
  cpSync(join(project, 'dist'), join(root, COPY, 'dist'), { recursive: true, filter: isForAll });
  const file = join(project, REPORT);
  rmSync(file, { force: true });
  mkdirSync(join(project, 'test-results'), { recursive: true });
  const reporters = ['--reporter=verbose', '--reporter=./build/windows/line-reporter.ts'];
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/windows/vitest.config.ts', ...reporters];
  const env = Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  const told = { ...env, CI: 'true', NO_COLOR: '1', INTRAY_WINE_ROOT: root, INTRAY_TEST_REPORT: REPORT };
  const outputs = [join(root, 'w', 'host.txt')];
  say(`  All that is said goes to ${outputs.join()}`);
  const output = openSync(outputs.join(), 'w');
  const running = runProgram(
    { ...apart([process.execPath, ...words]), env: told },
    { cwd: project, stdio: ['ignore', output, output], stop },
  );
  return { what: 'The checks of the host', outputs, ...(await followReport({ file, running, say })) };
}

/** What Linux' Node has compiled is of no use to another. */
function isForAll(path: string): boolean {
  return basename(path) !== 'compiled';
}
