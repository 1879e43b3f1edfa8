import { defineConfig } from 'vitest/config';

/** The checks run one after the other on one profile, each where the last one ended. Programs start slowly under Wine. */
export default defineConfig({
  test: {
    include: ['test/windows/*.spec.ts'],
    environment: 'node',
    testTimeout: 900_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
    fileParallelism: false,
  },
});
