import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { noProgram, unless } from '#test/support/why-skipped.ts';
import { runLater } from '../../../build/unit-later.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** After a wait, says what the clock shows here and in a program that this one starts. */
const CLOCKS = `
const child = () => Number(require('node:child_process').execFileSync(process.execPath, ['-p', 'Date.now()']));
setTimeout(() => console.log(JSON.stringify([Date.now(), child()])), 20);`;

describe('the unit tests with the clock a year later', () => {
  it('see another date, and so do the programs that they start, while waits end as always', unless(noProgram('faketime')), () => {
    // Itself run a year later, this test is told the later date as today's.
    const today = spawnSync(process.execPath, ['-p', 'Date.now()'], { encoding: 'utf8', env: { PATH: process.env['PATH'] } });
    const { status, stdout } = runLater(['-e', CLOCKS], 'pipe');
    const days = (JSON.parse(stdout) as number[]).map((later) => Math.round((later - Number(today.stdout)) / DAY_MS));
    expect(status).toBe(0);
    expect(days).toEqual([365, 365]);
  });

  it('are not run where nothing moves the clock, which is said and is no success', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['build/unit-later.ts', 'test/tidy/arrows.test.ts'], {
      encoding: 'utf8',
      env: { PATH: '' },
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('faketime is not here');
    expect(stderr).toContain('apt-get install faketime');
  });
});
