import { defineConfig } from 'vitest/config';

/** One after the other, on one profile: each check goes on where the one before it ended. Programs under Wine start slowly. */
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
