import { mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_LIST } from './bring-project.ts';
import { COPY } from './copy.ts';
import { followReport } from './follow-report.ts';
import { inRoot } from './in-root.ts';
import { runProgram } from './run-program.ts';
import type { Run } from './run-summary.ts';

type Ask = {
  readonly root: string;
  readonly tests: readonly string[];
  readonly vitest: readonly string[];
  readonly say: (line: string) => void;
  readonly stop: AbortSignal;
};

const REPORT = 'test-results/windows.jsonl';

/** Runs Vitest on Node for Windows, reports each finished test file, and returns the report and Vitest's own exit code. */
export async function runTests({ root, tests, vitest, say, stop }: Ask): Promise<Run> {
  // Removes leftovers of earlier runs from the temporary folder.
  const temporary = join(root, 'w/prefix/drive_c/users/root/AppData/Local/Temp');
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  const reporters = ['--reporter=default', '--reporter=./build/windows/line-reporter.ts'];
  const words = ['/w/package/bin/node.exe', 'node_modules/vitest/vitest.mjs', 'run', ...tests, ...reporters, ...vitest];
  const told = { CI: 'true', NO_COLOR: '1', INTRAY_TEST_REPORT: REPORT, INTRAY_PROJECT_FILES: FILE_LIST };
  const command = inRoot(root, ['env', '-C', `/${COPY}`, 'wine', ...words], told);
  // Output goes to files, because this Node cannot write to a pipe.
  const outputs = ['out.txt', 'err.txt'].map((name) => join(root, 'w', name));
  say(`  All that Vitest says goes to ${outputs.join(' and ')}`);
  const running = runProgram(command, { stop, stdio: ['ignore', ...outputs.map((file) => openSync(file, 'w'))] });
  return { what: 'Vitest', outputs, ...(await followReport({ file: join(root, COPY, REPORT), running, say })) };
}
