import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The shell's source is type-checked against Electron's declarations; at run time it gets a fake that needs no binary.
  resolve: {
    alias: [{ find: /^electron(\/(main|common))?$/, replacement: `${import.meta.dirname}/test/support/fake-electron/fake-electron.ts` }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    // Tests use real databases, sockets and keyrings: two slow cores with other work need far more than the usual five seconds.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    restoreMocks: true,
  },
});
