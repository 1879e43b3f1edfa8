import { expect, it } from 'vitest';
import { readAll } from '#relay/commands/said.ts';

it('all pages are read, each after the last row of the one before, up to one that is empty', async () => {
  const rows = [1, 2, 3, 4, 5];
  const asked: (number | null)[] = [];
  const all = await readAll<number>((after) => {
    asked.push(after);
    return Promise.resolve(rows.filter((row) => row > (after ?? 0)).slice(0, 2));
  });
  expect(all).toEqual(rows);
  expect(asked).toEqual([null, 2, 4, 5]);
});
