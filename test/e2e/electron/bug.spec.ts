import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { askEngine } from './ask-engine.ts';
import { launch, test } from './intray.ts';

const EXIT_SOFTWARE = 70;

test('a bug in the main process ends it, it would start again, and the start after it works and says so', async ({ intray }) => {
  const { app, profile, binary } = intray;
  const notes = () => JSON.parse(readFileSync(join(profile, 'electron', 'crashes.json'), 'utf8')) as { crashes: number[]; told: boolean };
  // A real relaunch would start another program, which this test could not end.
  await app.evaluate((electron) => {
    electron.app.relaunch = () => undefined;
  });
  const ended = once(app.process(), 'exit');
  // The call that causes the bug ends with the program.
  await app.evaluate(() => setTimeout(() => void Promise.reject(new Error('a bug')), 50)).catch(() => undefined);
  expect(await ended).toEqual([EXIT_SOFTWARE, null]);
  expect(notes()).toEqual({ crashes: [expect.any(Number)], told: false });

  const second = await launch(binary, profile);
  const window = await second.firstWindow();
  await window.waitForFunction(() => 'intrayPort' in globalThis && document.readyState === 'complete');
  expect(await askEngine(window, '/overview')).toMatchObject({ standing: 'empty' });
  await expect.poll(() => notes().told).toBe(true);
  const log = readFileSync(join(profile, 'electron', 'logs', 'intray.log'), 'utf8');
  expect(log).toContain('a bug ended Intray');
  await second.close();
});
