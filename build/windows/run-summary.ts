import type { ReportedFile, ReportLine } from './report-lines.ts';

/** Results of one part of the run. */
export type Run = {
  readonly what: string;
  readonly lines: readonly ReportLine[];
  /** Exit code of the program that ran it. */
  readonly code: number;
  /** Files with its whole output. */
  readonly outputs: readonly string[];
};

export type RunSummary = { readonly text: string; readonly isGood: boolean };

/** Never just "Windows": Wine has no NTFS, no virus scanner, no Explorer and no tray. */
const WHERE = 'Windows’ Node under Wine 10';

/** Results of the whole run, to be read: what was skipped and why, what failed, file by file, and the totals. */
export function runSummary(runs: readonly Run[]): RunSummary {
  const files = runs.flatMap(filesOf).sort((a, b) => a.file.localeCompare(b.file));
  const broken = runs.flatMap(brokenIn);
  const { passed, failed, skipped, unended } = sums(files);
  const text = [
    ...titled('Skipped', files.flatMap(skippedIn)),
    ...titled('Failed', files.flatMap(failedIn)),
    ...titled(
      'Failed as a whole',
      broken.map((why) => `  ${why}`),
    ),
    `${WHERE}: ${passed} passed, ${failed + broken.length} failed, ${skipped} skipped${unended === 0 ? '' : `, ${unended} never ran`}`,
  ].join('\n');
  return { text: `${text}\n`, isGood: failed + broken.length + unended === 0 };
}

function filesOf({ lines }: Run): readonly ReportedFile[] {
  return lines.filter((line) => line.kind === 'file');
}

/** Errors that belong to none of its files. */
function brokenIn(run: Run): readonly string[] {
  const { what, lines, code } = run;
  const files = filesOf(run);
  const started = lines.find((line) => line.kind === 'start')?.files ?? 0;
  const end = lines.find((line) => line.kind === 'end');
  const broken = [
    ...(end?.errors ?? []).map((error) => `outside of any test: ${error}`),
    ...(end === undefined ? [`${what} was cut off after ${files.length} of ${started} files`] : []),
  ];
  const { passed, failed } = sums(files);
  if (end !== undefined && passed + failed === 0) broken.push(`${what}: no test ran`);
  if (code !== 0 && failed + broken.length === 0) broken.push(`${what} ended with code ${code}, though no test failed`);
  return broken;
}

/** One line while the tests run. */
export function fileLine({ file, tests, errors }: ReportedFile): string {
  const failed = tests.filter(({ state }) => state === 'failed').length;
  const skipped = tests.filter(({ state }) => state === 'skipped').length;
  const marks = [
    tests.length === 1 ? '1 test' : `${tests.length} tests`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(errors.length > 0 ? ['did not run as a whole'] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return `${failed + errors.length > 0 ? 'FAILED' : 'ok'}  ${file} (${marks.join(', ')})`;
}

/** An error outside the tests, in a hook or while the file was loaded, counts as one failure. */
function sums(files: readonly ReportedFile[]) {
  const count = (state: string): number => files.flatMap(({ tests }) => tests).filter((test) => test.state === state).length;
  const errors = files.flatMap((file) => file.errors).length;
  return { passed: count('passed'), failed: count('failed') + errors, skipped: count('skipped'), unended: count('pending') };
}

function failedIn({ file, tests, errors }: ReportedFile): readonly string[] {
  const wrong = tests.filter(({ state }) => state === 'failed' || state === 'pending');
  if (wrong.length + errors.length === 0) return [];
  return [
    `  ${file}: ${wrong.length} of ${tests.length}`,
    ...errors.map((error) => `    the file: ${error}`),
    ...wrong.map(({ name, error }) => `    ${name}: ${error ?? 'never ended'}`),
  ];
}

/** With the test's reason; a test that a condition in its file leaves out has none. */
function skippedIn({ file, tests }: ReportedFile): readonly string[] {
  const byReason = Map.groupBy(
    tests.filter(({ state }) => state === 'skipped'),
    ({ reason }) => reason ?? 'a condition in its file',
  );
  return [...byReason].map(([reason, skipped]) => {
    const which =
      skipped.length === tests.length && tests.length > 1 ? `all ${tests.length} tests` : skipped.map(({ name }) => name).join('; ');
    return `  ${file}: ${which} (${reason})`;
  });
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines, ''];
}
