import { z } from 'zod';

/** What a suite came to; one reason for each skipped test. */
export type Tally = { readonly passed: number; readonly failed: number; readonly skipped: readonly string[] };

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/** Reads Vitest's JSON report. A file that does not even load counts as one failure. */
export function vitestTally(json: unknown): Tally {
  const files = vitestReport.parse(json).testResults;
  const tests = files.flatMap((file) => file.assertionResults);
  const unloadable = files.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: tests.filter((test) => test.status === 'failed').length + unloadable,
    skipped: tests.filter((test) => !['passed', 'failed'].includes(test.status)).map((test) => test.fullName),
  };
}

const annotation = z.object({ type: z.string(), description: z.string().optional() });
const playwrightSpec = z.object({
  title: z.string(),
  tests: z.array(z.object({ status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']), annotations: z.array(annotation) })),
});
type Suite = { readonly specs?: readonly z.infer<typeof playwrightSpec>[] | undefined; readonly suites?: readonly Suite[] | undefined };
const playwrightSuite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(playwrightSpec).optional(), suites: z.array(playwrightSuite).optional() }),
);
const playwrightReport = z.object({ suites: z.array(playwrightSuite), errors: z.array(z.unknown()) });

/** Reads Playwright's JSON report. A test that passed only on a second try has failed once, so it counts as failed. */
export function playwrightTally(json: unknown): Tally {
  const report = playwrightReport.parse(json);
  const runs = report.suites.flatMap(specsOf).flatMap((spec) => spec.tests.map((test) => ({ ...test, title: spec.title })));
  return {
    passed: runs.filter((run) => run.status === 'expected').length,
    failed: runs.filter((run) => run.status === 'unexpected' || run.status === 'flaky').length + report.errors.length,
    skipped: runs
      .filter((run) => run.status === 'skipped')
      .map((run) => run.annotations.find(({ type }) => type === 'skip')?.description ?? run.title),
  };
}

function specsOf(suite: Suite): readonly z.infer<typeof playwrightSpec>[] {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

const simReport = z.object({ seeds: z.number(), bad: z.number() });

/** Reads the simulation's report. All of its seeds together are one test that passed; every seed that broke a promise is one that failed. */
export function simTally(json: unknown): Tally {
  const { seeds, bad } = simReport.parse(json);
  return { passed: seeds > 0 && bad === 0 ? 1 : 0, failed: bad, skipped: [] };
}
