import { defineConfig } from 'playwright/test';

/** Debian's Chromium, or the one that CHROMIUM_PATH names, without network requests of its own. */
const launchOptions = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // For a machine with other work; an idle one needs a tenth of it.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: { browserName: 'chromium', headless: true, trace: 'retain-on-failure', contextOptions: { reducedMotion: 'reduce' }, launchOptions },
  projects: [
    { name: 'window', testDir: 'test/e2e/window' },
    { name: 'headless', testDir: 'test/e2e/headless' },
    { name: 'console', testDir: 'test/e2e/console' },
    { name: 'dev', testDir: 'test/e2e/dev' },
    // One app at a time: with two, real Electron sometimes hung at its end on Linux.
    { name: 'electron', testDir: 'test/e2e/electron', workers: 1 },
  ],
});
