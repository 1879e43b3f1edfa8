import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { PAGE_ROWS } from '#electron/journal/sqlite/journal-context.ts';
import { STEMS_PAGE } from '#electron/journal/results/reference-stem-rows.ts';
import { MINUTE_MS, wallMs } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anOpenJournal, opened, OTHER_INTEGRATION } from './an-open-journal.ts';

it('makes all that waits due when there is more of it than one page, after a pause and when somebody is in a hurry', async () => {
  const open = anOpenJournal();
  const { journal, clock } = open;
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const many = PAGE_ROWS * 2 + 3;
  const names = Array.from({ length: many }, (_, file) => `scan-${file}`);
  const made = await Promise.all(names.map((name) => journal.join(() => journal.intake.enqueue(aFile(folder, { name, content: name })))));
  const failure = { kind: 'offline', code: 'ENETUNREACH' } as const;
  const at = clock.wallMs();
  const putOff = () =>
    Promise.all(
      made.map(({ itemId }) => journal.join(() => journal.delivery.postpone(itemId, { failure, chance: 0.5, at: clock.wallMs() }))),
    );
  const due = () => journal.delivery.due(wallMs(clock.wallMs()), many + 1).length;
  await putOff();
  expect(due()).toBe(0);
  journal.delivery.makeAllDueNow(at);
  expect(due()).toBe(many);
  await clock.advance(MINUTE_MS);
  await putOff();
  expect(due()).toBe(0);
  journal.companies.setConnection(company.id, { kind: 'paused', since: at });
  journal.companies.setConnection(company.id, { kind: 'active', seenAt: at });
  expect(due()).toBe(many);
});

it('takes an integration that is new to the company a page of its documents at a time, and leaves none out', async () => {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const found = (name: string) => open.journal.join(() => open.journal.intake.enqueue(aFile(folder, { name, content: name })));
  await Promise.all(Array.from({ length: STEMS_PAGE * 2 + 3 }, (_, file) => found(`scan-${file}`)));
  const { companies } = open.journal;
  const commits: string[] = [];
  open.journal.onChange(() => commits.push('page'));
  expect(companies.prepareReconnect(company.id, OTHER_INTEGRATION)).toBe(true);
  expect(companies.prepareReconnect(company.id, OTHER_INTEGRATION)).toBe(true);
  expect(companies.prepareReconnect(company.id, OTHER_INTEGRATION)).toBe(false);
  expect(commits).toHaveLength(2);
  await found('meanwhile');
  companies.reconnect(company.id, OTHER_INTEGRATION, open.clock.wallMs());
  expect(companies.prepareReconnect(company.id, OTHER_INTEGRATION)).toBe(false);
  open.journal.close();
  const database = new DatabaseSync(open.file);
  const laid = database.prepare('SELECT count(*) AS count FROM reference_stems WHERE integration_id = ?').get(OTHER_INTEGRATION);
  database.close();
  expect(laid?.['count']).toBe(STEMS_PAGE * 2 + 4);
});

it('leaves none out either when it ends between two pages', async () => {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const names = Array.from({ length: STEMS_PAGE + 1 }, (_, file) => `scan-${file}`);
  await Promise.all(names.map((name) => open.journal.join(() => open.journal.intake.enqueue(aFile(folder, { name, content: name })))));
  open.journal.companies.prepareReconnect(company.id, OTHER_INTEGRATION);
  open.journal.close();
  const journal = opened(open.file, open.clock);
  journal.companies.reconnect(company.id, OTHER_INTEGRATION, open.clock.wallMs());
  journal.close();
  const database = new DatabaseSync(open.file);
  const laid = database.prepare('SELECT count(*) AS count FROM reference_stems WHERE integration_id = ?').get(OTHER_INTEGRATION);
  database.close();
  expect(laid?.['count']).toBe(STEMS_PAGE + 1);
});
