import { existsSync } from 'node:fs';
import { defineConfig } from 'playwright/test';

/** Debian's Chromium without a window of its own: a page costs half of what it costs in the whole browser. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** The one that CHROMIUM_PATH names, else Debian's, without network requests of its own. */
const launchOptions = {
  executablePath: process.env['CHROMIUM_PATH'] ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '/usr/bin/chromium'),
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

/** A trace doubles the time of each test, so it is written only where somebody wants to read it: `INTRAY_TRACE=1 npm run e2e -- …`. */
const TRACE = process.env['INTRAY_TRACE'] === '1' ? 'retain-on-failure' : 'off';

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
  use: { browserName: 'chromium', headless: true, trace: TRACE, contextOptions: { reducedMotion: 'reduce' }, launchOptions },
  projects: [
    // One app at a time: with two, real Electron sometimes hung at its end on Linux. Begun first, so that the other workers are not idle meanwhile.
    { name: 'electron', testDir: 'test/e2e/electron', workers: 1 },
    { name: 'window', testDir: 'test/e2e/window' },
    { name: 'headless', testDir: 'test/e2e/headless' },
    { name: 'console', testDir: 'test/e2e/console' },
    { name: 'relay', testDir: 'test/e2e/relay' },
    { name: 'dev', testDir: 'test/e2e/dev' },
  ],
});
