import { relative } from 'node:path';
import { z } from 'zod';
import { reportLines } from '../../build/windows/report-lines.ts';

/** What became of the tests of one file. `skipped`: the reason of each test that could not run here. */
export type Outcome = { readonly passed: number; readonly failed: number; readonly skipped: readonly string[] };
/** One test; a `failed` without a test is an error of its file. */
type Ran = { readonly file: string; readonly state: 'passed' | 'failed' | 'skipped'; readonly reason: string };

/** The tests in a report of build/windows/line-reporter.ts. */
export function outcomesOfVitest(text: string): readonly Ran[] {
  return reportLines(text)
    .filter((line) => line.kind === 'file')
    .flatMap(({ file, tests, errors }) => [
      ...tests.map(({ name, state, reason = name }) => ({ file, state: state === 'pending' ? ('failed' as const) : state, reason })),
      ...errors.map((reason) => ({ file, state: 'failed' as const, reason })),
    ]);
}

const spec = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
    }),
  ),
});
type Suite = { readonly specs?: readonly z.infer<typeof spec>[] | undefined; readonly suites?: readonly Suite[] | undefined };
const suite: z.ZodType<Suite> = z.lazy(() => z.object({ specs: z.array(spec).optional(), suites: z.array(suite).optional() }));
const playwright = z.object({ config: z.object({ rootDir: z.string() }), suites: z.array(suite) });

/** The tests in Playwright's JSON report. */
export function outcomesOfPlaywright(text: string): readonly Ran[] {
  const { config, suites } = playwright.parse(JSON.parse(text));
  const root = relative(process.cwd(), config.rootDir).replaceAll('\\', '/');
  return suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests.map(({ status, annotations }) => ({
      file: `${root}/${file}`,
      state: status === 'expected' ? ('passed' as const) : status === 'skipped' ? ('skipped' as const) : ('failed' as const),
      reason: annotations.find(({ type }) => type === 'skip')?.description ?? title,
    })),
  );
}

function specsOf({ specs = [], suites = [] }: Suite): readonly z.infer<typeof spec>[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

export function byFile(all: readonly Ran[]): ReadonlyMap<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const { file, state, reason } of all) {
    const { passed, failed, skipped } = outcomes.get(file) ?? { passed: 0, failed: 0, skipped: [] };
    outcomes.set(file, {
      passed: passed + (state === 'passed' ? 1 : 0),
      failed: failed + (state === 'failed' ? 1 : 0),
      skipped: state === 'skipped' ? [...skipped, reason] : skipped,
    });
  }
  return outcomes;
}
