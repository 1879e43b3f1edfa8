import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';

const FOLDER = 'docs/decisions';

it('the records of decisions are numbered one after the other, each with its number in its title', () => {
  const records = readdirSync(FOLDER).toSorted();
  expect(records.length).toBeGreaterThan(10);
  expect(records.map((name) => Number(name.slice(0, 4)))).toEqual(records.map((_, at) => at + 1));
  for (const name of records) expect(projectText(join(FOLDER, name))).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `));
});
