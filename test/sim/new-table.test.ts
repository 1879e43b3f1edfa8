import { expect, it } from 'vitest';
import { newTable } from './new-table.ts';
import type { SeedReport } from './run-seed.ts';

it('the table counts in how many seeds something happened, and how often', () => {
  const table = newTable();
  const report = { struck: { 'disk-full': 3 }, actions: ['put#0', 'put#1'], switches: ['switch hashAs'], kills: 0, documents: 2 };
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
});
