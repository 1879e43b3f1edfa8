import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take from half a minute to three: the rest fills the gaps beside them, and none is alone at the end. */
const LONG = /\/test\/(faults|fuzz|sim|contract\/suite-tests|relay\/(nodes|commands))\//;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return LONG.test(moduleId);
}

export default defineConfig({
  // The shell's source is type-checked against Electron's declarations; at run time it gets a fake that needs no binary.
  resolve: {
    alias: [{ find: /^electron(\/(main|common))?$/, replacement: `${import.meta.dirname}/test/support/fake-electron/fake-electron.ts` }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    // Tests use real databases, sockets and keyrings: on two slow cores with other work, some that need ten seconds on idle ones take a minute.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One more than the cores of the smallest machine: the suites of real programs mostly wait, for retries, for patience, for other processes.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    restoreMocks: true,
  },
});
