import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_SIGNALS, unless } from '#test/support/why-skipped.ts';
import { newTable } from './new-table.ts';
import type { SeedReport } from './run-seed.ts';

const FOLDERS = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
/** A loaded machine needs time to start a program and to make its first office. */
const PATIENCE_MS = 240_000;

function play(...options: readonly string[]) {
  const program = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...options], { stdio: 'ignore' });
  const ended = once(program, 'exit');
  onTestFinished(async () => {
    program.kill('SIGKILL');
    await ended;
  });
  const folder = join(FOLDERS, `intray-sim-${program.pid}`);
  const isPlaying = (): boolean => existsSync(folder) && readdirSync(folder).length > 0;
  const begun = async (): Promise<void> => {
    await expect.poll(isPlaying, { timeout: PATIENCE_MS, interval: 100 }).toBe(true);
  };
  return { program, ended, folder, begun };
}

describe('the folders of a simulation', { timeout: PATIENCE_MS }, () => {
  it('are gone when it is ended by a signal', unless(NO_SIGNALS), async () => {
    const { program, ended, folder, begun } = play('--seeds', '500', '--threads', '1');
    await begun();
    program.kill('SIGTERM');
    await ended;
    expect(existsSync(folder)).toBe(false);
  });

  it('are gone when it has played to its end, and so are those of one that was killed', async () => {
    const killed = play('--seeds', '500', '--threads', '1');
    await killed.begun();
    killed.program.kill('SIGKILL');
    await killed.ended;
    expect(existsSync(killed.folder)).toBe(true);
    const next = play('--seeds', '1', '--threads', '1');
    await next.begun();
    expect(existsSync(killed.folder)).toBe(false);
    await next.ended;
    expect(existsSync(next.folder)).toBe(false);
  });
});

it('the table counts in how many seeds something happened, and how often', () => {
  const table = newTable();
  const report = {
    struck: { 'disk-full': 3 },
    actions: ['put#0', 'put#1'],
    switches: ['switch hashAs'],
    kills: 0,
    documents: 2,
    entries: { sent: 1 },
    pairs: { together: 1 },
  };
  table.count(report as unknown as SeedReport);
  table.count({ ...report, struck: { 'disk-full': 0 }, switches: [] } as unknown as SeedReport);
  const rows = new Map(
    table
      .text()
      .trim()
      .split('\n')
      .map((line) => [line.replace(/\s+\d+\s+\d+$/, '').trim(), line.match(/\d+/g)?.map(Number)] as const),
  );
  expect(rows.get('fault disk-full')).toEqual([1, 3]);
  expect(rows.get('deed put')).toEqual([2, 4]);
  expect(rows.get('switch hashAs')).toEqual([1, 1]);
  expect(rows.get('a document arrived')).toEqual([2, 4]);
  expect(rows.get('a program was killed')).toEqual([0, 0]);
  expect(rows.get('entries sent')).toEqual([2, 2]);
  expect(rows.get('pairs together')).toEqual([2, 2]);
});
