import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The shell's source is type-checked against Electron's declarations; only at run time it gets a fake, which needs no binary.
  resolve: {
    alias: [{ find: /^electron(\/(main|common))?$/, replacement: `${import.meta.dirname}/test/support/fake-electron/fake-electron.ts` }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    // Real databases, sockets and keyrings: a machine with two slow cores and other work needs far more than the usual five seconds.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    restoreMocks: true,
  },
});
