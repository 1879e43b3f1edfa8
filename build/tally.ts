import { z } from 'zod';
import { reportLines } from './windows/report-lines.ts';

/** Results of a suite, with one name for each failed test and one reason for each skipped one. */
export type Tally = { readonly passed: number; readonly failed: readonly string[]; readonly skipped: readonly string[] };

/** Reads the report lines of Vitest's tests (build/windows/line-reporter.ts). Errors in a hook or while a file was loaded count as failures. */
export function vitestTally(text: string): Tally {
  const lines = reportLines(text);
  const files = lines.filter((line) => line.kind === 'file');
  const tests = files.flatMap(({ file, tests: own }) => own.map((test) => ({ ...test, file })));
  return {
    passed: tests.filter(({ state }) => state === 'passed').length,
    failed: [
      ...tests.filter(({ state }) => state === 'failed' || state === 'pending').map(({ file, name }) => `${file}: ${name}`),
      ...files.flatMap(({ file, errors }) => errors.map((error) => `${file}: ${error}`)),
      ...lines.filter((line) => line.kind === 'end').flatMap(({ errors }) => errors),
    ],
    skipped: tests.filter(({ state }) => state === 'skipped').map(({ name, reason }) => reason ?? name),
  };
}

const annotation = z.object({ type: z.string(), description: z.string().optional() });
const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']), annotations: z.array(annotation) })),
});
type Suite = { readonly specs?: readonly z.infer<typeof playwrightSpec>[] | undefined; readonly suites?: readonly Suite[] | undefined };
const playwrightSuite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(playwrightSpec).optional(), suites: z.array(playwrightSuite).optional() }),
);
const playwrightReport = z.object({ suites: z.array(playwrightSuite), errors: z.array(z.unknown()) });

/** Reads Playwright's JSON report. A test that passed only on its second attempt counts as failed. */
export function playwrightTally(text: string): Tally {
  const report = playwrightReport.parse(JSON.parse(text));
  const runs = report.suites.flatMap(specsOf).flatMap(({ tests, ...spec }) => tests.map((test) => ({ ...spec, ...test })));
  return {
    passed: runs.filter((run) => run.status === 'expected').length,
    failed: [
      ...runs.filter((run) => run.status === 'unexpected' || run.status === 'flaky').map(({ file, title }) => `${file}: ${title}`),
      ...report.errors.map(() => 'an error outside of all specs'),
    ],
    skipped: runs
      .filter((run) => run.status === 'skipped')
      .map((run) => run.annotations.find(({ type }) => type === 'skip')?.description ?? run.title),
  };
}

function specsOf(suite: Suite): readonly z.infer<typeof playwrightSpec>[] {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

const simReport = z.object({ seeds: z.number(), bad: z.number() });

/** Reads the simulation's report. All seeds together count as one passed test; every seed that broke a promise counts as a failed one. */
export function simTally(text: string): Tally {
  const { seeds, bad } = simReport.parse(JSON.parse(text));
  return { passed: seeds > 0 && bad === 0 ? 1 : 0, failed: Array.from({ length: bad }, () => 'a seed of the simulation'), skipped: [] };
}
