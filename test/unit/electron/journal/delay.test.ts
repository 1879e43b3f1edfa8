import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { NO_COUNTS, standing } from '#shared/domain/standing.ts';
import { DELAY_MS } from '#shared/domain/item/failure.ts';
import { MINUTE_MS, wallMs } from '#shared/lib/duration.ts';
import { aLife, aService } from '#test/unit/electron/delivery/a-life.ts';
import { memoryFiles } from '#test/unit/electron/delivery/memory-files.ts';
import { aCompany, aFile, aFolder, anOpenJournal, opened, OTHER_INTEGRATION } from './an-open-journal.ts';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PAGE_ROWS } from '#electron/journal/sqlite/journal-context.ts';
import { STEMS_PAGE } from '#electron/journal/results/reference-stem-rows.ts';

const OFFLINE: Outcome = { kind: 'failed', failure: { kind: 'offline', code: 'ENOTFOUND' }, retryAfterMs: null };

async function waiting() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const files = memoryFiles();
  const service = aService();
  const says: { outcome: Outcome | null } = { outcome: OFFLINE };
  const folder = aFolder(open, company);
  for (const name of ['a', 'b']) {
    files.all.set(`${folder.path}/${name}`, Buffer.from(name));
    open.journal.intake.enqueue(aFile(folder, { name, content: name }));
  }
  const { delivery } = aLife({ ...open, files, upload: async (what) => says.outcome ?? service.take(what) });
  await delivery.start();
  onTestFinished(() => delivery.close(0));
  const delay = () => open.journal.delays.delay({ before: wallMs(open.clock.wallMs() - DELAY_MS), companyIds: [company.id] });
  return { ...open, company, says, delay };
}

describe('what fails for long', () => {
  it('is silent for a quarter of an hour and not longer, then says why, and since when', async () => {
    const { clock, delay } = await waiting();
    const from = clock.wallMs();
    await clock.advance(15 * MINUTE_MS - 1);
    expect(delay()).toBeNull();
    await clock.advance(1);
    expect(delay()).toEqual({ items: 2, failure: { kind: 'offline', code: 'ENOTFOUND' }, since: from });
  });

  it('names the cause as it is now, and is over with the first that is received', async () => {
    const { clock, says, delay, journal } = await waiting();
    await clock.advance(20 * MINUTE_MS);
    says.outcome = { kind: 'failed', failure: { kind: 'proxy', code: 'PROXY_407' }, retryAfterMs: null };
    await clock.advance(20 * MINUTE_MS);
    expect(delay()?.failure).toEqual({ kind: 'proxy', code: 'PROXY_407' });
    says.outcome = null;
    await clock.advance(20 * MINUTE_MS);
    expect(journal.items.counts().awaiting).toBe(2);
    expect(delay()).toBeNull();
  });

  it('is tried again, and said, after a clock was set back by a year', async () => {
    const { clock, delay, says, journal } = await waiting();
    await clock.advance(20 * MINUTE_MS);
    clock.jump(-365 * 24 * 60 * MINUTE_MS);
    await clock.advance(60 * MINUTE_MS);
    expect(delay()).not.toBeNull();
    says.outcome = null;
    await clock.advance(20 * MINUTE_MS);
    expect(journal.items.counts().awaiting).toBe(2);
  });

  it('is never a standing that is fine', async () => {
    const { journal } = await waiting();
    const companies = journal.companies.companies();
    expect(standing({ ...NO_COUNTS, waiting: 1 }, { companies, folders: [], isDelayed: true })).toBe('disconnected');
    expect(standing({ ...NO_COUNTS, waiting: 1 }, { companies, folders: [], isDelayed: false })).toBe('working');
  });
});

function setUp() {
  const open = anOpenJournal();
  const folder = aFolder(open, aCompany(open));
  const { itemId } = open.journal.intake.enqueue(aFile(folder, { name: 'a' }));
  const drop = (name: string) => open.journal.intake.enqueue(aFile(folder, { name }));
  const drops = () => (open.journal.list.detail(itemId)?.drops ?? []).map(({ path }) => basename(path));
  return { ...open, folder, itemId, drop, drops };
}

describe('a content that is known', () => {
  it('is written down each time that it comes to a place where it does not lie', async () => {
    const { journal, clock, folder, drop, drops, itemId } = setUp();
    await clock.advance(1_000);
    drop('b');
    journal.intake.forget(folder.id, ['b']);
    drop('b');
    expect(drops()).toEqual(['b', 'b']);
    expect(journal.list.detail(itemId)?.drops?.[0]?.at).toBe(clock.wallMs());
    expect(journal.list.page({ limit: 5 }).drops).toMatchObject({ [itemId]: [{}, {}] });
  });

  it('that is only touched where it lies did not come again', () => {
    const { journal, folder, drops } = setUp();
    const touched = aFile(folder, { name: 'a' });
    journal.intake.enqueue({ ...touched, known: { ...touched.known, modifiedAt: wallMs(9_999) } });
    expect(drops()).toEqual([]);
  });

  it('has its last hundred times kept, and no more', () => {
    const { drop, drops } = setUp();
    for (let times = 1; times <= 130; times += 1) drop(`again-${times}`);
    expect(drops()).toHaveLength(100);
    expect([drops()[0], drops()[99]]).toEqual(['again-130', 'again-31']);
  });
});

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
