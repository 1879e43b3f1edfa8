import { defineConfig } from 'vitest/config';

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
    maxWorkers: 2,
    restoreMocks: true,
  },
});
