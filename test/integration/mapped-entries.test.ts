import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Item } from '#shared/domain/item/item.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { runIn } from '#test/unit/electron/headless/host-fixture.ts';
import { FOREIGN } from '#test/unit/shared/entries/foreign-mappings.ts';
import { type ForeignFile, NO_PIECE } from '#test/unit/shared/entries/typed-mapping.ts';
import { agree, FILE as JSON_FILE, office, only, OTHER, type Sent, sentOnce } from './entries-office.ts';
import { BY_CREDIT, BY_DEBIT, entriesFolder, FILE, hashOf, type Office, setMapping, theFolder } from './mapped-office.ts';

type SentLine = { readonly [Member in string]?: unknown } & {
  readonly debit: { readonly amount: number };
  readonly credit: { readonly amount: number };
};

/** Lines as they reached the service, with amounts in cents. */
async function sentLines({ received }: Office, documentId: string) {
  const { data } = JSON.parse(await received(documentId)) as { readonly data: { readonly lines: readonly SentLine[] } };
  return data.lines.map(({ date, journal, account, thirdParty = '', label = '', reference, debit, credit, dueDate }) => ({
    date,
    journal,
    account,
    thirdParty,
    label,
    reference,
    dueDate,
    debit: Math.round(debit.amount * 100),
    credit: Math.round(credit.amount * 100),
  }));
}

/** The independent reading, with what the mapping types where the file has nothing. */
function expectedLines({ file, typed = {}, without = [] }: ForeignFile) {
  const name = file.replace('/', '-').replace('.xlsx', '.csv');
  const lines = JSON.parse(readFileSync(`test/entries/expected/${name}.json`, 'utf8')) as readonly Readonly<
    Record<string, string | number>
  >[];
  const given: Readonly<Record<string, unknown>> = { reference: NO_PIECE, ...typed };
  return lines
    .filter(({ at }) => !without.includes(Number(at)))
    .map((line) => {
      const own = (member: string): unknown => {
        const value = line[member] === '' ? (given[member] ?? '') : line[member];
        return value === '{entry}' ? line['entry'] : value;
      };
      const members = ['date', 'journal', 'account', 'thirdParty', 'label', 'reference', 'dueDate', 'debit', 'credit'];
      return Object.fromEntries(members.map((member) => [member, own(member)]));
    });
}

const readState = async (fixture: Office): Promise<Item['state']> => (await only(fixture)).state;

describe('files of rows in folders of entries', () => {
  it('are sent as an independent reader reads them, each by the mapping of its folder, whose hash is in the metadata', async () => {
    const fixture = await office();
    const readable = FOREIGN.filter(({ faults = [] }) => faults.length === 0);
    expect(readable.length).toBeGreaterThan(15);
    for (const [n, { file, mapping: made }] of readable.entries()) {
      const { id } = await entriesFolder(fixture, `/office/Entries ${n}`);
      expect(await setMapping(fixture, id, made, null)).toMatchObject({ ok: true, value: { version: 1, sha256: hashOf(made) } });
      fixture.disk.put(
        `/office/Entries ${n}/${file.split('/').at(-1)}`,
        new Uint8Array(readFileSync(`test/entries/open/${file}`)),
        fixture.clock.wallMs(),
      );
    }
    await fixture.counted('held', readable.length);
    // All of them are of the same books.
    for (const item of (await fixture.items()).toReversed()) await agree(fixture, item, true);
    await fixture.counted('awaiting', readable.length);
    const items = await fixture.items();
    const all = await fixture.control<readonly Sent[]>('/documents');
    for (const foreign of readable) {
      const item = items.find(
        ({ name, entries }) => name === foreign.file.split('/').at(-1) && entries?.mappingSha256 === hashOf(foreign.mapping),
      );
      const sent = all.find(({ externalReference }) => externalReference === item?.reference);
      expect({ file: foreign.file, metadata: sent?.metadata }).toEqual({
        file: foreign.file,
        metadata: {
          v: 1,
          linesSha256: item?.entries?.linesSha256,
          mappingSha256: hashOf(foreign.mapping),
        },
      });
      const lines = await sentLines(fixture, sent?.documentId ?? '');
      expect({ file: foreign.file, lines }).toEqual({ file: foreign.file, lines: expectedLines(foreign) });
    }
  });

  it('are held until somebody says what their columns mean, and read again then', async () => {
    const fixture = await office();
    fixture.drop('paie.csv', FILE);
    await fixture.counted('unfit', 1);
    const { id, entries } = await theFolder(fixture);
    expect(entries).toEqual({ mapping: null, byItself: null });
    expect(await setMapping(fixture, id, BY_DEBIT, null)).toEqual({
      ok: true,
      value: { version: 1, sha256: hashOf(BY_DEBIT), readAgain: 1 },
    });
    await fixture.counted('held', 1);
    expect(await readState(fixture)).toEqual({
      kind: 'held',
      question: { kind: 'entries', lines: 2, debitCents: 215_010, creditCents: 215_010, warnings: 0 },
    });
    expect((await theFolder(fixture)).entries.mapping).toMatchObject({ version: 1, sha256: hashOf(BY_DEBIT) });
    await agree(fixture, await only(fixture));
    await fixture.counted('awaiting', 1);
    const { documentId, metadata } = await sentOnce(fixture);
    expect(metadata).toMatchObject({ mappingSha256: hashOf(BY_DEBIT) });
    expect((await sentLines(fixture, documentId)).map(({ debit, credit }) => [debit, credit])).toEqual([
      [215_010, 0],
      [0, 215_010],
    ]);
  });

  it('are read again after the program was killed between the new mapping and the reading', async () => {
    const fixture = await office();
    fixture.drop('paie.csv', FILE);
    await fixture.counted('unfit', 1);
    const { id } = await theFolder(fixture);
    expect(await setMapping(fixture, id, BY_DEBIT, null)).toMatchObject({ ok: true });
    fixture.killAfter(0);
    await fixture.clock.advance(MINUTE_MS);
    fixture.killAfter(Number.POSITIVE_INFINITY);
    expect(fixture.desktop.client()).toBeNull();
    await fixture.during(fixture.desktop.start());
    expect((await fixture.overview()).counts).toMatchObject({ unfit: 1, held: 0 });
    await fixture.counted('held', 1);
    expect((await only(fixture)).entries).toMatchObject({ mappingSha256: hashOf(BY_DEBIT) });
  });

  it('that nobody sent yet are asked about again by a corrected mapping, and what was agreed to by the other is not sent', async () => {
    const fixture = await office();
    const { id } = await theFolder(fixture);
    await setMapping(fixture, id, BY_CREDIT, null);
    fixture.drop('paie.csv', FILE);
    await fixture.counted('held', 1);
    await fixture.control('/switches', { offline: true }, 'PATCH').catch(() => undefined);
    await fixture.during(fixture.client().companies.pause({ companyId: fixture.company.id }));
    await agree(fixture, await only(fixture));
    await fixture.counted('waiting', 1);
    expect(await setMapping(fixture, id, BY_DEBIT, 1)).toMatchObject({ ok: true, value: { version: 2, readAgain: 1 } });
    expect(await readState(fixture)).toMatchObject({ kind: 'held', question: { kind: 'entries', again: true } });
    await fixture.clock.advance(MINUTE_MS);
    expect((await only(fixture)).entries).toMatchObject({ mappingSha256: hashOf(BY_DEBIT) });
    expect(await readState(fixture)).toMatchObject({ kind: 'held', question: { kind: 'entries', again: true } });
    await fixture.during(fixture.client().companies.resume({ companyId: fixture.company.id }));
    await fixture.clock.advance(HOUR_MS);
    expect(await fixture.documents()).toEqual([]);
    await agree(fixture, await only(fixture));
    await fixture.counted('awaiting', 1);
    const { documentId } = await sentOnce(fixture);
    expect((await sentLines(fixture, documentId)).map(({ debit }) => debit)).toEqual([215_010, 0]);
  });

  it('that were sent keep the mapping that they were sent by, and their lines can be read by it', async () => {
    const fixture = await office();
    const { id } = await theFolder(fixture);
    await setMapping(fixture, id, BY_DEBIT, null);
    fixture.drop('paie.csv', FILE);
    await fixture.counted('held', 1);
    await agree(fixture, await only(fixture));
    await fixture.counted('awaiting', 1);
    const { documentId } = await sentOnce(fixture);
    expect(await setMapping(fixture, id, BY_CREDIT, 1)).toMatchObject({ value: { version: 2, readAgain: 0 } });
    await fixture.clock.advance(HOUR_MS);
    // Touched, and so read once more by the new mapping.
    fixture.drop('paie.csv', FILE);
    await fixture.clock.advance(MINUTE_MS);
    const { id: itemId, entries } = await only(fixture);
    expect(entries).toMatchObject({ mappingSha256: hashOf(BY_DEBIT) });
    const text: string[] = [];
    const read = async (): Promise<void> => {
      for await (const piece of await fixture.client().items.entryLines({ itemId })) if (piece.kind === 'piece') text.push(piece.base64);
    };
    await fixture.during(read());
    expect(Buffer.from(text.join(''), 'base64').toString()).toBe(await fixture.received(documentId));
  });

  it('that changed their columns are held with the difference, until the mapping is corrected', async () => {
    const fixture = await office();
    const { id } = await theFolder(fixture);
    await setMapping(fixture, id, BY_DEBIT, null);
    fixture.drop('paie.csv', FILE.replace('Compte', 'N° compte'));
    await fixture.counted('unfit', 1);
    expect(await readState(fixture)).toMatchObject({
      problem: { kind: 'entries-misfit', differences: [{ kind: 'renamed', name: 'Compte', column: 3, found: 'N° compte' }] },
    });
    const listed = await fixture.during(runIn({ client: fixture.client() }, 'documents'));
    expect(listed.printed).toContain('Column 3 is called “N° compte” now, no longer “Compte”.');
    const renamed = JSON.parse(JSON.stringify(BY_DEBIT).replaceAll('"Compte"', '"N° compte"')) as EntriesMapping;
    expect(await setMapping(fixture, id, renamed, 1)).toMatchObject({ value: { version: 2, readAgain: 1 } });
    await fixture.counted('held', 1);
    expect((await only(fixture)).entries).toMatchObject({ lines: 2, mappingSha256: hashOf(renamed) });
  });

  it('with a new column, one that nothing is taken from less, or columns in another order are read all the same', async () => {
    const fixture = await office();
    const { id } = await theFolder(fixture);
    await setMapping(fixture, id, BY_DEBIT, null);
    const heading = 'Axe;Crédit;Débit;Libellé;Compte;Pièce;Journal;Date';
    const rows = ['A1;;2150,10;Salaires;641100;PAIE 2026-01;PAIE;31/01/2026', ';2150,10;;Net à payer;421000;PAIE 2026-01;PAIE;31/01/2026'];
    fixture.drop('paie.csv', [heading, ...rows].join('\r\n'));
    await fixture.counted('held', 1);
    expect((await only(fixture)).entries).toMatchObject({ lines: 2, debitCents: 215_010, creditCents: 215_010, warnings: 0 });
  });

  it('are not read by a mapping that somebody else has corrected meanwhile', async () => {
    const fixture = await office();
    const { id } = await theFolder(fixture);
    await setMapping(fixture, id, BY_DEBIT, null);
    expect(await setMapping(fixture, id, BY_CREDIT, null)).toEqual({ ok: false, failure: 'stale' });
    expect((await theFolder(fixture)).entries.mapping).toMatchObject({ version: 1 });
  });

  it('of two folders of one company are read by the mapping of each', async () => {
    const fixture = await office();
    const first = await theFolder(fixture);
    const second = await entriesFolder(fixture, '/office/Other entries');
    await setMapping(fixture, first.id, BY_DEBIT, null);
    await setMapping(fixture, second.id, BY_CREDIT, null);
    fixture.drop('a.csv', FILE);
    fixture.disk.put('/office/Other entries/b.csv', utf8(FILE.replaceAll('PAIE 2026-01', 'PAIE 2026-02')), fixture.clock.wallMs());
    await fixture.counted('held', 2);
    // The same bytes as in the first folder: what they were read by first counts.
    fixture.disk.put('/office/Other entries/a.csv', utf8(FILE), fixture.clock.wallMs());
    await fixture.clock.advance(MINUTE_MS);
    const readBy = async () => Object.fromEntries((await fixture.items()).map(({ name, entries }) => [name, entries?.mappingSha256]));
    expect(await readBy()).toEqual({ 'a.csv': hashOf(BY_DEBIT), 'b.csv': hashOf(BY_CREDIT) });
    const anew: EntriesMapping = { ...BY_CREDIT, labelFromAccount: true };
    expect(await setMapping(fixture, second.id, anew, 1)).toMatchObject({ value: { version: 2, readAgain: 1 } });
    await fixture.clock.advance(MINUTE_MS);
    // A program has touched it, so that it is read once more.
    fixture.disk.put('/office/Other entries/a.csv', utf8(FILE), fixture.clock.wallMs());
    await fixture.clock.advance(MINUTE_MS);
    expect(await readBy()).toEqual({ 'a.csv': hashOf(BY_DEBIT), 'b.csv': hashOf(anew) });
  });

  it('are not touched by a mapping where they need none, and are not asked about again', async () => {
    const fixture = await office();
    fixture.drop('paie.json', JSON_FILE);
    await fixture.counted('held', 1);
    const before = await only(fixture);
    const { id } = await theFolder(fixture);
    expect(await setMapping(fixture, id, BY_DEBIT, null)).toMatchObject({ value: { readAgain: 0 } });
    fixture.drop('paie.json', JSON_FILE);
    await fixture.clock.advance(MINUTE_MS);
    expect(await only(fixture)).toEqual(before);
    await agree(fixture, before);
    await fixture.counted('awaiting', 1);
    expect((await sentOnce(fixture)).metadata).toMatchObject({ mappingSha256: null });
    fixture.drop('other.json', OTHER);
    await fixture.counted('held', 1);
    expect((await fixture.items()).map(({ entries }) => entries?.mappingSha256)).toEqual([null, null]);
  });
});
