import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { ReportedFile, ReportLine } from './report-lines.ts';

const FILE = process.env['INTRAY_TEST_REPORT'] ?? 'test-results/windows.jsonl';

/**
 * A Vitest reporter that writes one JSON line per test file as soon as it is finished: progress is visible, results are kept if the run is cut
 * off, and unlike in Vitest's own report, a skipped test has its reason. `npm test` uses it too.
 */
export default class LineReporter implements Reporter {
  readonly #written = new Set<string>();

  onTestRunStart(specifications: readonly unknown[]): void {
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(FILE, '');
    write({ kind: 'start', files: specifications.length });
  }

  onTestModuleEnd(file: TestModule): void {
    this.#written.add(file.moduleId);
    write(reported(file));
  }

  onTestRunEnd(files: readonly TestModule[], errors: readonly { readonly message: string }[]): void {
    // A file whose process died has had no end event.
    for (const file of files) if (!this.#written.has(file.moduleId)) write(reported(file));
    write({ kind: 'end', errors: errors.map(firstLine) });
  }
}

function reported(file: TestModule): ReportedFile {
  const tests = [...file.children.allTests()].map((test) => {
    const result = test.result();
    const [error] = result.errors ?? [];
    const reason = result.state === 'skipped' ? (result.note ?? whySkipped(test)) : undefined;
    return {
      name: test.fullName,
      state: result.state,
      ...(reason === undefined ? {} : { reason }),
      ...(error === undefined ? {} : { error: firstLine(error) }),
    };
  });
  const suites = [...file.children.allSuites()].flatMap((suite) => suite.errors());
  const ms = Math.round(file.diagnostic().duration);
  return { kind: 'file', file: file.relativeModuleId, ms, tests, errors: [...file.errors(), ...suites].map(firstLine) };
}

/** The reason that `unless` (test/support/why-skipped.ts) gave to the test or a block around it, because nothing of it ever ran. */
function whySkipped(test: TestCase): string | undefined {
  const why: unknown = Reflect.get(test.meta(), 'whySkipped');
  return typeof why === 'string' ? why : undefined;
}

function firstLine({ message }: { readonly message: string }): string {
  return message.split('\n')[0] ?? '';
}

function write(line: ReportLine): void {
  appendFileSync(FILE, `${JSON.stringify(line)}\n`);
}
