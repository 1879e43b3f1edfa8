import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect } from 'playwright/test';
import { launch, test } from './intray.ts';
import { askEngine } from './ask-engine.ts';

test('a computer that goes down is delayed until the journal is closed, and by nothing else', async ({ intray: { app, profile } }) => {
  test.skip(
    process.platform !== 'linux',
    'only Linux delays its end for a program that says so; test/unit/electron/desktop/system-end.test.ts has the others',
  );
  const log = join(profile, 'journal.sqlite-wal');
  expect(existsSync(log)).toBe(true);
  const ended = once(app.process(), 'exit');
  const held = await app.evaluate(({ powerMonitor }) => {
    let prevented = false;
    powerMonitor.emit('shutdown', {
      preventDefault: () => {
        prevented = true;
      },
    });
    return prevented;
  });
  expect(held).toBe(true);
  expect(await ended).toEqual([0, null]);
  expect(existsSync(log)).toBe(false);
});

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
