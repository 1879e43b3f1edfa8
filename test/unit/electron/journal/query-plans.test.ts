import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { itemQuery } from '#electron/journal/items/list/item-query.ts';
import { openJournal } from '#electron/journal/open-journal.ts';
import { SORTS } from '#shared/app-api/list/item-filter.ts';
import { defineReferenceStem } from '#electron/journal/results/reference-stem-rows.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { seededRandom, virtualClock } from '#test/support/virtual-world.ts';
import { INTEGRATION } from './an-open-journal.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

/** Tables that grow with every document, for years. The named indexes contain only open items. */
const LARGE =
  /^SCAN (items|files|events|intents|reference_stems|i|f|e|s)\b(?! USING (COVERING )?INDEX (events_unmatched|items_failing|items_bulk_arrival|items_ignored_unreadable|items_sent_before|items_to_convert)$)/;
/**
 * Statements that may read a whole table: the counts are computed once per start and kept in memory; a page without a filter goes backwards
 * from the newest and ends after its limit, as does the search for the last event.
 */
const WHOLE: readonly RegExp[] = [
  /SELECT kind, count\(\*\) AS count FROM items WHERE company_id NOT IN \(.*\) GROUP BY kind/,
  /FROM items WHERE TRUE/,
  // A narrowed list: one walk over a narrow index that contains all of its columns, never over the rows.
  /FROM items INDEXED BY items_(list|name) WHERE/,
  /ORDER BY n DESC LIMIT 1\) AS last_event_at/,
];

describe('the statements of the journal', () => {
  let prepared: readonly string[] = [];
  const folder = scratchFolder('plans');
  const file = join(folder, 'journal.sqlite');

  beforeAll(async () => {
    const seen = vi.spyOn(DatabaseSync.prototype, 'prepare');
    const opened = openJournal(file, { clock: virtualClock(), random: seededRandom(1) });
    if (!opened.ok) throw new Error(opened.failure.kind);
    const company = opened.value.companies.addCompany({ name: 'x', colour: null, integrationId: INTEGRATION, at: wallMs(0) });
    await opened.value.proofs();
    opened.value.list.page({ limit: 5 });
    opened.value.list.page({ companyId: company.id, limit: 5 });
    opened.value.list.page({ companyId: company.id, states: ['waiting'], limit: 5, after: '9' });
    opened.value.list.page({ states: ['waiting', 'held'], limit: 5 });
    opened.value.list.page({ states: ['refused'], asking: true, search: 'x', limit: 5, upTo: '9', offset: 3 });
    opened.value.list.page({ states: ['refused'], search: 'dddddddd-1111', limit: 5 });
    opened.value.list.page({ states: ['refused'], search: 'iy2mfrggzdfmztwq', limit: 5 });
    opened.value.list.page({ states: ['refused', 'unfit', 'held'], asking: true, resolved: false, limit: 5 });
    opened.value.list.page({ states: ['refused'], resolved: true, limit: 5 });
    for (const sort of SORTS) {
      opened.value.list.page({ sort, limit: 5, after: '3-9' });
      opened.value.list.page({ sort, states: ['refused', 'accepted'], asking: true, search: 'x', limit: 5 });
      opened.value.list.groups({ filter: { states: ['refused', 'accepted'], search: 'x' }, sort, timeZone: 'Europe/Paris' });
      opened.value.list.idsOf({ filter: { companyId: company.id }, sort, upTo: '9', offset: 3, limit: 5 });
    }
    for (const kind of ['bulk-arrival', 'other-type'] as const) opened.value.list.page({ states: ['held'], question: { kind }, limit: 5 });
    opened.value.bulkArrivals.bulkArrivals();
    opened.value.bulkArrivals.bulkArrival({ companyId: company.id, importType: 'sales-invoices', folderId: null });
    opened.value.items.counts();
    opened.value.months.figures({ companyId: company.id, from: wallMs(0), before: wallMs(1) });
    opened.value.months.lastReceivedAt();
    await (await opened.value.expected()).expected({ waits: true });
    opened.value.list.countOf({ states: ['held', 'refused'] });
    opened.value.list.chosen({ kind: 'items', itemIds: [] });
    opened.value.list.chosen({ kind: 'filter', filter: { search: 'x', states: ['held'] }, upTo: '9' });
    opened.value.list.chosenPage({ kind: 'items', itemIds: [] }, null, 5);
    opened.value.close();
    prepared = seen.mock.calls.map(([sql]) => sql);
    seen.mockRestore();
  });

  afterAll(() => {
    removeFolder(folder);
  });

  it('never walk through all documents, files or events', () => {
    const database = new DatabaseSync(file);
    const queries = Array.from(new Set(prepared)).filter((sql) => !sql.startsWith('PRAGMA') && !WHOLE.some((whole) => whole.test(sql)));
    const walks = queries.filter((sql) => planOf(database, sql).some((step) => LARGE.test(step)));
    database.close();
    expect(queries.length).toBeGreaterThan(25);
    expect(walks).toEqual([]);
  });

  it('keep nothing aside for a page without a filter: it ends after its limit', () => {
    const database = new DatabaseSync(file);
    const pages = Array.from(new Set(prepared)).filter((sql) => sql.includes('LIMIT ? OFFSET ?') && sql.includes('WHERE TRUE'));
    const steps = pages.flatMap((sql) => planOf(database, sql));
    database.close();
    expect(steps).toContain('SCAN items USING COVERING INDEX items_list');
    expect(steps.filter((step) => /MATERIALIZE|TEMP B-TREE/.test(step))).toEqual([]);
  });

  it('read the narrow index alone where they walk over it', () => {
    const database = new DatabaseSync(file);
    const values = { search: 'metro', companyId: '11111111-1111-4111-8111-111111111111' as CompanyId, from: wallMs(1), before: wallMs(2) };
    const { from, where } = itemQuery({ ...values, importType: 'sales-invoices', states: ['accepted', 'held'], asking: true });
    const steps = planOf(database, `SELECT n FROM ${from} WHERE ${where} ORDER BY n DESC LIMIT 5 OFFSET 5`);
    database.close();
    expect(steps).toEqual(['SCAN items USING COVERING INDEX items_list']);
  });

  it('read names in their order from their own index, and keep nothing aside', () => {
    const database = new DatabaseSync(file);
    const { from, where } = itemQuery(
      { states: ['accepted', 'held'], search: 'metro', importType: 'sales-invoices' },
      { along: 'items_name' },
    );
    const steps = planOf(
      database,
      `SELECT n FROM ${from} WHERE ${where} AND (name_key, n) > ('a', 5) ORDER BY name_key, n LIMIT 5 OFFSET 5`,
    );
    database.close();
    expect(steps).toEqual(['SEARCH items USING COVERING INDEX items_name (name_key>?)']);
  });

  it('tell how many are held for one answer, and of when, from an index that holds nothing else', () => {
    const database = new DatabaseSync(file);
    const views = Array.from(new Set(prepared)).filter((sql) => sql.includes('min(written_at)'));
    const steps = views.flatMap((sql) => planOf(database, sql));
    database.close();
    expect(views).toHaveLength(2);
    expect(steps).toContain('SEARCH items USING INDEX items_bulk_arrival (company_id=? AND import_type=? AND found_in=? AND written_at>?)');
    expect(steps.filter((step) => step.includes('items') && !step.includes('items_bulk_arrival'))).toEqual([]);
  });

  it('find a content by its hash, not among all of its company', () => {
    const database = new DatabaseSync(file);
    const byContent = Array.from(new Set(prepared)).filter((sql) => sql.includes('FROM items') && sql.includes('sha256 = ?'));
    const walks = byContent.filter((sql) => !planOf(database, sql).some((step) => step.includes('sha256=?')));
    database.close();
    expect(byContent.length).toBeGreaterThanOrEqual(2);
    expect(walks).toEqual([]);
  });

  it('find the files of documents of one kind by these few, not by all files of a folder', () => {
    const database = new DatabaseSync(file);
    const byKind = Array.from(new Set(prepared)).filter((sql) => sql.includes('f.folder_id = ? AND i.kind = '));
    const first = byKind.map((sql) => planOf(database, sql)[0]);
    database.close();
    expect(first).toEqual(['SEARCH i USING INDEX items_kind (kind=?)', 'SEARCH i USING INDEX items_kind (kind=?)']);
  });

  it('are seen when they do, so that the check can fail', () => {
    const database = new DatabaseSync(file);
    expect(planOf(database, 'SELECT * FROM items WHERE name = ?').some((step) => LARGE.test(step))).toBe(true);
    expect(planOf(database, 'SELECT * FROM items WHERE id = ?').some((step) => LARGE.test(step))).toBe(false);
    database.close();
  });
});

function planOf(database: DatabaseSync, sql: string): readonly string[] {
  defineReferenceStem(database);
  const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
  return rows.map((row) => String(row['detail']));
}
