import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect } from 'playwright/test';
import { test } from './intray.ts';

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
