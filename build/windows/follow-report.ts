import { existsSync, readFileSync } from 'node:fs';
import { pause } from '../demo/pause.ts';
import { type ReportLine, reportLines } from './report-lines.ts';
import { fileLine } from './run-summary.ts';

type Ask = {
  /** The report, which grows. */
  readonly file: string;
  /** The program that writes it; resolves with its exit code. */
  readonly running: Promise<number>;
  readonly say: (line: string) => void;
};

const LOOK_EVERY_MS = 1_000;

/** Reports each test file as soon as it is in the report, until the program that writes it has ended. */
export async function followReport({ file, running, say }: Ask): Promise<{ readonly lines: readonly ReportLine[]; readonly code: number }> {
  const ended = new AbortController();
  void running.then(() => ended.abort());
  let shown = 0;
  for (;;) {
    await pause(LOOK_EVERY_MS, ended.signal);
    const isLast = ended.signal.aborted;
    const lines = existsSync(file) ? reportLines(readFileSync(file, 'utf8')) : [];
    shown = tell(lines, shown, say);
    if (isLast) return { lines, code: await running };
  }
}

function tell(lines: readonly ReportLine[], shown: number, say: (line: string) => void): number {
  const all = lines.find((line) => line.kind === 'start')?.files ?? 0;
  const files = lines.filter((line) => line.kind === 'file');
  for (const [at, file] of files.entries()) if (at >= shown) say(`  ${at + 1}/${all}  ${fileLine(file)}`);
  return files.length;
}
