import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../demo/pause.ts';
import { FILE_LIST } from './bring-project.ts';
import { inRoot } from './in-root.ts';
import { type ReportLine, reportLines } from './report-lines.ts';
import { runProgram } from './run-program.ts';
import { fileLine } from './run-summary.ts';

type Ask = {
  readonly root: string;
  readonly tests: readonly string[];
  readonly vitest: readonly string[];
  readonly say: (line: string) => void;
  readonly stop: AbortSignal;
};

/** Where the project's copy lies in the small Debian: a short path, as long ones are trouble on Windows. */
export const COPY = 'w/project';
const REPORT = 'test-results/windows.jsonl';
const LOOK_EVERY_MS = 1_000;

/** Runs Vitest on Node for Windows, tells of each file that is through, and gives the report and Vitest's own code. */
export async function runTests({ root, tests, vitest, say, stop }: Ask): Promise<{ lines: readonly ReportLine[]; code: number }> {
  const copy = join(root, COPY);
  // What earlier runs left in the folder for such things.
  const temporary = join(root, 'w/prefix/drive_c/users/root/AppData/Local/Temp');
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  const reporters = ['--reporter=default', '--reporter=./build/windows/line-reporter.ts'];
  const words = ['/w/package/bin/node.exe', 'node_modules/vitest/vitest.mjs', 'run', ...tests, ...reporters, ...vitest];
  const told = { CI: 'true', NO_COLOR: '1', INTRAY_TEST_REPORT: REPORT, INTRAY_PROJECT_FILES: FILE_LIST };
  const command = inRoot(root, ['env', '-C', `/${COPY}`, 'wine', ...words], told);
  // Files, since a pipe is nothing that this Node can write to.
  const outputs = ['out.txt', 'err.txt'].map((name) => join(root, 'w', name));
  say(`  All that Vitest says goes to ${outputs.join(' and ')}`);
  const ended = new AbortController();
  const running = runProgram(command, { stop, stdio: ['ignore', ...outputs.map((file) => openSync(file, 'w'))] });
  void running.then(() => ended.abort());
  let shown = 0;
  for (;;) {
    await pause(LOOK_EVERY_MS, ended.signal);
    const isLast = ended.signal.aborted;
    const lines = readReport(join(copy, REPORT));
    shown = tell(lines, shown, say);
    if (isLast) return { lines, code: await running };
  }
}

function readReport(file: string): readonly ReportLine[] {
  return existsSync(file) ? reportLines(readFileSync(file, 'utf8')) : [];
}

function tell(lines: readonly ReportLine[], shown: number, say: (line: string) => void): number {
  const all = lines.find((line) => line.kind === 'start')?.files ?? 0;
  const files = lines.filter((line) => line.kind === 'file');
  for (const [at, file] of files.entries()) if (at >= shown) say(`  ${at + 1}/${all}  ${fileLine(file)}`);
  return files.length;
}
