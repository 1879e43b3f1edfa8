import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';
import { tempFolder } from '#test/support/folders.ts';
import { runIn } from '#test/unit/electron/headless/host-fixture.ts';
import { ALL, ENTRIES, FILE as JSON_FILE, office, only } from './entries-office.ts';
import { BY_CREDIT, BY_DEBIT, FILE, hashOf, HEADING, type Office, setMapping, theFolder } from './mapped-office.ts';

/** Sixty lines and a row of totals, in a folder that has no mapping yet. */
async function sampled(fixture: Office) {
  const rows = Array.from({ length: 60 }, (_, n) => `31/01/2026;PAIE;641100;PAIE ${n};${'x'.repeat(90)};1,00;`);
  fixture.drop('paie.csv', [HEADING, ...rows, 'Total;;;;;60,00;'].join('\r\n'));
  await fixture.counted('unfit', 1);
  const { id: folderId } = await theFolder(fixture);
  const sample = await fixture.during(fixture.client().folders.mappingSample({ folderId }));
  if (!sample.ok) throw new Error(sample.failure);
  return { folderId, value: sample.value };
}

describe('the mapping of a folder', () => {
  it('is made on the first rows of a file that needs one, as the guess has them', async () => {
    const { value } = await sampled(await office());
    expect(value).toMatchObject({
      name: 'paie.csv',
      dialect: { separator: ';' },
      encoding: { name: 'utf-8', guessed: false },
      rowCount: 62,
      current: null,
      differences: [],
    });
    expect(value.rows).toHaveLength(40);
    expect(value.rows[0]).toEqual({ line: 1, cells: HEADING.split(';') });
    expect(value.rows[1]?.cells[4]).toBe(`${'x'.repeat(80)}…`);
    // The last row has no date where its column has them.
    expect(value.guess.open).toEqual(['date']);
    expect(value.proposed).toMatchObject({
      dates: 'dd/mm/yyyy',
      decimal: ',',
      sources: { account: [{ from: 'column', column: 3, name: 'Compte' }] },
    });
  });

  it('is tried on the whole file before it is stored', async () => {
    const fixture = await office();
    const { value, folderId } = await sampled(fixture);
    const { folders } = fixture.client();
    const tryOut = (made: EntriesMapping) => fixture.during(folders.tryMapping({ folderId, itemId: value.itemId, mapping: made }));
    const first = [
      { kind: 'no-date', line: 62, value: 'Total' },
      ...['Journal', 'Compte', 'Pièce'].map((name) => ({ kind: 'missing', name })),
    ];
    expect(await tryOut(value.proposed)).toMatchObject({
      value: { lines: 60, debitCents: 6_000, creditCents: 0, leftOut: 0, errors: { count: 4, first } },
    });
    const skipping: EntriesMapping = { ...value.proposed, skip: [{ column: { column: 1, name: 'Date' }, begins: 'Total' }] };
    const tried = await tryOut(skipping);
    expect(tried).toMatchObject({ value: { lines: 60, leftOut: 1, errors: { count: 0, first: [] }, differences: [] } });
    if (!tried.ok) throw new Error(tried.failure);
    expect(tried.value.first.length).toBe(5);
    expect(JSON.parse(tried.value.first[0] ?? '')).toMatchObject({ account: '641100', debit: { cents: 100 } });
    expect((await theFolder(fixture)).entries.mapping).toBeNull();
  });

  it('is shown with what a file differs in, and whether that keeps it from being read', async () => {
    const fixture = await office();
    const { id: folderId } = await theFolder(fixture);
    await setMapping(fixture, folderId, BY_DEBIT, null);
    fixture.drop('paie.csv', FILE.replace('Compte', 'N° compte').replaceAll('\r\n', ';x\r\n').replace(';x', ';Axe'));
    await fixture.counted('unfit', 1);
    expect(await fixture.during(fixture.client().folders.mappingSample({ folderId }))).toMatchObject({
      value: {
        current: { version: 1, mapping: BY_DEBIT },
        differences: [
          { kind: 'renamed', name: 'Compte', found: 'N° compte', blocks: true },
          { kind: 'new', name: 'Axe', blocks: false },
        ],
      },
    });
  });

  it('is not made of a file that needs none, of none, or for a folder of scans', async () => {
    const fixture = await office();
    const { id: folderId } = await theFolder(fixture);
    const sample = (of: Folder['id']) => fixture.during(fixture.client().folders.mappingSample({ folderId: of }));
    expect(await sample(folderId)).toEqual({ ok: false, failure: 'no-file' });
    fixture.drop('paie.json', JSON_FILE);
    await fixture.counted('held', 1);
    expect(await sample(folderId)).toEqual({ ok: false, failure: 'not-rows' });
    const scans = { companyId: fixture.company.id, importType: 'purchase-invoices', path: '/office/Purchases', existing: 'send' } as const;
    const added = await fixture.during(fixture.client().folders.add(scans));
    const scanFolder = added.ok ? added.value.id : folderId;
    expect(await sample(scanFolder)).toEqual({ ok: false, failure: 'not-found' });
    expect(await setMapping(fixture, scanFolder, BY_DEBIT, null)).toEqual({ ok: false, failure: 'not-found' });
    const beyond: EntriesMapping = { ...BY_DEBIT, amounts: { form: 'two', debit: { column: 6 }, credit: { column: 8 } } };
    expect(await setMapping(fixture, folderId, beyond, null)).toEqual({ ok: false, failure: 'not-a-mapping' });
  });

  it('ends, when it is changed, that files are sent without a question, as a user can end it too', async () => {
    const fixture = await office();
    const { id: folderId } = await theFolder(fixture);
    await setMapping(fixture, folderId, BY_DEBIT, null);
    fixture.drop('paie.csv', FILE);
    await fixture.counted('held', 1);
    const { id: itemId, entries } = await only(fixture);
    const agreed = { itemId, linesSha256: entries?.linesSha256 ?? '', choice: ALL, byItself: true };
    const byItself = async () => (await theFolder(fixture)).entries.byItself;
    expect(await fixture.during(fixture.client().items.allowEntries(agreed))).toEqual({ became: 'allowed' });
    expect(await byItself()).toEqual({ mappingSha256: hashOf(BY_DEBIT) });
    await setMapping(fixture, folderId, BY_CREDIT, 1);
    expect(await byItself()).toBeNull();
    expect(await fixture.during(fixture.client().folders.stopByItself({ folderId }))).toEqual({ ok: true, value: { stopped: true } });
  });

  it('is made and used on the command line', async () => {
    const fixture = await office();
    fixture.drop('paie.csv', FILE);
    await fixture.counted('unfit', 1);
    const file = join(tempFolder(), 'paie.csv');
    writeFileSync(file, FILE);
    const entries = (...args: readonly string[]) => fixture.during(runIn({ client: fixture.client() }, 'entries', ...args));
    expect(await entries('check', '--folder', ENTRIES, file)).toMatchObject({
      exit: 1,
      printed: expect.stringContaining('Nobody has said yet'),
    });
    const mapped = await entries('map', '--folder', ENTRIES, '--json', file);
    expect(JSON.parse(mapped.printed)).toMatchObject({ open: [], version: 1, readAgain: 1 });
    expect(await entries('check', '--folder', ENTRIES, file)).toMatchObject({
      exit: 0,
      printed: expect.stringContaining('2 lines without errors'),
    });
    await fixture.counted('held', 1);
    const listed = await fixture.during(runIn({ client: fixture.client() }, 'folders', 'list'));
    expect(listed.printed).toContain('version 1');
    expect(await entries('map', '--folder', '/office/Nowhere', file)).toMatchObject({
      exit: 1,
      complained: expect.stringContaining('not watched'),
    });
    writeFileSync(file, FILE.replace('Compte', 'N° compte'));
    expect(await entries('check', '--folder', ENTRIES, file)).toMatchObject({ exit: 1, printed: expect.stringContaining('(renamed)') });
  });
});
