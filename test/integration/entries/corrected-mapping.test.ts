import { describe, expect, it } from 'vitest';
import type { EntriesPreviewHead } from '#shared/app-api/entries.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { runIn } from '#test/unit/electron/headless/host-fixture.ts';
import { agree, ALL, office, only, type Sent } from '../entries-office.ts';
import { BY_CREDIT, BY_DEBIT, FILE, hashOf, setMapping, theFolder } from '../mapped-office.ts';

/** A file that was sent with debit and credit swapped, what the accountant's tool said of it, and the mapping that was corrected since. */
async function corrected(said: 'Accepted' | 'Refused', made: EntriesMapping = BY_DEBIT) {
  const fixture = await office();
  const { id: folderId } = await theFolder(fixture);
  await setMapping(fixture, folderId, BY_CREDIT, null);
  fixture.drop('paie.csv', FILE);
  await fixture.counted('held', 1);
  const { id } = await only(fixture);
  await agree(fixture, await only(fixture));
  await fixture.counted('awaiting', 1);
  const [first] = await fixture.control<readonly Sent[]>('/documents');
  await fixture.decide(first?.documentId ?? '', said);
  await fixture.counted(said === 'Accepted' ? 'accepted' : 'refused', 1);
  const wrong = (await only(fixture)).entries?.linesSha256 ?? '';
  expect(await setMapping(fixture, folderId, made, 1)).toMatchObject({ value: { version: 2, readAgain: 0 } });
  // A program touches the file: it is read once more, and nothing comes of that.
  fixture.drop('paie.csv', FILE);
  await fixture.clock.advance(HOUR_MS);
  expect(await fixture.documents()).toHaveLength(1);
  expect((await only(fixture)).entries).toMatchObject({ linesSha256: wrong, mappingSha256: hashOf(BY_CREDIT) });
  const { client, during } = fixture;
  const seen = (anew?: boolean) => during(shown(client(), { itemId: id, ...(anew === undefined ? {} : { anew }) }));
  const allow = (linesSha256: string, twice?: boolean) =>
    during(client().items.allowEntries({ itemId: id, linesSha256, choice: ALL, ...(twice === undefined ? {} : { twice }) }));
  /** By number: what its metadata names, and the sides of its lines. */
  const sent = async () => {
    const all = (await fixture.control<readonly Sent[]>('/documents')).toSorted((a, b) =>
      a.externalReference < b.externalReference ? -1 : 1,
    );
    return Promise.all(
      all.map(async ({ documentId, externalReference, metadata }) => {
        const { lines } = (JSON.parse(await fixture.received(documentId)) as { readonly data: { readonly lines: readonly SentLine[] } })
          .data;
        return [externalReference.slice(-2), metadata, lines.map(({ debit, credit }) => [debit.amount, credit.amount])] as const;
      }),
    );
  };
  const run = (...args: readonly string[]) => during(runIn({ client: client() }, ...args));
  /** Whether the window offers to send it once more. */
  const offered = async () => {
    const detail = await during(client().items.get({ itemId: id }));
    return detail.ok && detail.value.columnsCorrected === true;
  };
  return { ...fixture, folderId, id, wrong, seen, allow, sent, run, offered };
}

type SentLine = Readonly<Record<'debit' | 'credit', { readonly amount: number }>>;
type Client = ReturnType<Awaited<ReturnType<typeof office>>['client']>;

async function shown({ items }: Client, of: Parameters<Client['items']['entriesPreview']>[0]) {
  const heads: EntriesPreviewHead[] = [];
  const parts: Uint8Array[] = [];
  for await (const piece of await items.entriesPreview(of)) {
    if (piece.kind === 'fault') return { fault: piece.fault };
    if (piece.kind === 'head') heads.push(piece);
    if (piece.kind === 'piece') parts.push(Buffer.from(piece.base64, 'base64'));
  }
  const rows = Buffer.concat(parts).toString('utf8').split('\n').slice(0, -1);
  const text = rows.map((row) => `${row.slice(0, row.indexOf('\t'))}\n`).join('');
  return { head: heads[0], text, sha256: hex(nodeSha256([utf8(text)])) };
}

const SWAPPED = [
  [0, 2150.1],
  [2150.1, 0],
];
const RIGHT = [
  [2150.1, 0],
  [0, 2150.1],
];
/** By which the file comes to the same lines. */
const WITHOUT_TOTALS: EntriesMapping = { ...BY_CREDIT, skip: [{ column: { column: 1, name: 'Date' }, begins: 'Total' }] };
const [OLD, NEW] = [
  { version: 1, sha256: hashOf(BY_CREDIT), labelFromAccount: false },
  { version: 2, sha256: hashOf(BY_DEBIT), labelFromAccount: false },
];

describe('a file whose mapping was corrected after it was accepted', () => {
  it('is sent as it is read now under its next number, once a user says that it is booked twice', async () => {
    const { seen, allow, sent, ...fixture } = await corrected('Accepted');
    expect(await seen()).toMatchObject({ head: { mapping: OLD, choice: ALL }, sha256: fixture.wrong });
    const { head, sha256 = '' } = await seen(true);
    // With the sides the other way round these are other lines than those that were sent.
    expect(head).toMatchObject({ mapping: NEW, choice: ALL, repeated: [], lines: 2 });
    expect(sha256).not.toBe(fixture.wrong);
    expect(await allow(fixture.wrong, true)).toEqual({ became: 'changed' });
    expect(await allow(sha256)).toEqual({ became: 'repeats' });
    await fixture.clock.advance(HOUR_MS);
    expect(await fixture.documents()).toHaveLength(1);
    expect((await only(fixture)).state.kind).toBe('accepted');
    expect(await allow(sha256, true)).toEqual({ became: 'allowed' });
    await fixture.counted('awaiting', 1);
    expect(await sent()).toEqual([
      ['00', { v: 1, linesSha256: fixture.wrong, mappingSha256: hashOf(BY_CREDIT) }, SWAPPED],
      ['01', { v: 1, linesSha256: sha256, mappingSha256: hashOf(BY_DEBIT) }, RIGHT],
    ]);
    expect(await seen()).toMatchObject({ head: { mapping: NEW }, sha256 });
    await fixture.clock.advance(HOUR_MS);
    expect(await fixture.documents()).toHaveLength(2);
  });

  it('is offered to be sent once more as long as its folder has another mapping than the one that it was sent by', async () => {
    const { offered, folderId, seen, allow, ...fixture } = await corrected('Accepted');
    expect(await offered()).toBe(true);
    await setMapping(fixture, folderId, BY_CREDIT, 2);
    expect(await offered()).toBe(false);
    await setMapping(fixture, folderId, BY_DEBIT, 3);
    expect(await offered()).toBe(true);
    await allow((await seen(true)).sha256 ?? '', true);
    expect(await offered()).toBe(false);
    await fixture.counted('awaiting', 1);
    expect(await offered()).toBe(false);
  });

  it('shows the lines that stay as they were as sent before', async () => {
    const { seen, allow, sent, ...fixture } = await corrected('Accepted', WITHOUT_TOTALS);
    const { head, sha256 = '' } = await seen(true);
    expect(head).toMatchObject({ mapping: { version: 2, sha256: hashOf(WITHOUT_TOTALS) }, repeated: [[0, 1]], sentBefore: 2 });
    expect(await allow(sha256)).toEqual({ became: 'repeats' });
    expect(await allow(sha256, true)).toEqual({ became: 'allowed' });
    await fixture.counted('awaiting', 1);
    expect((await sent()).map(([number, , lines]) => [number, lines])).toEqual([
      ['00', SWAPPED],
      ['01', SWAPPED],
    ]);
  });

  it('is sent by "entries send --twice", and not without it', async () => {
    const { run, id, sent, ...fixture } = await corrected('Accepted');
    expect(await run('entries', 'send', id)).toMatchObject({ exit: 1, complained: expect.stringContaining(id) });
    expect(await fixture.documents()).toHaveLength(1);
    expect(await run('entries', 'send', '--twice', id)).toMatchObject({ exit: 0, printed: expect.stringContaining('2 are sent now') });
    await fixture.counted('awaiting', 1);
    expect((await sent()).map(([number, , lines]) => [number, lines])).toEqual([
      ['00', SWAPPED],
      ['01', RIGHT],
    ]);
  });
});

describe('a file whose mapping was corrected after it was refused', () => {
  it('is asked about as it is read now when a user sends it again, and leaves under its next number after a look at it', async () => {
    const { seen, allow, sent, id, offered, ...fixture } = await corrected('Refused');
    expect(await offered()).toBe(true);
    expect(await fixture.during(fixture.client().items.sendAgain({ itemIds: [id] }))).toMatchObject({ sent: [id] });
    await fixture.counted('held', 1);
    expect(await offered()).toBe(false);
    expect(await only(fixture)).toMatchObject({
      resubmission: 1,
      state: { question: { kind: 'entries', lines: 2, debitCents: 215_010 } },
      entries: { mappingSha256: hashOf(BY_DEBIT) },
    });
    const { head, sha256 = '' } = await seen();
    expect(head).toMatchObject({ mapping: NEW, choice: ALL, repeated: [] });
    expect(await seen(true)).toMatchObject({ head: { mapping: NEW }, sha256 });
    expect(await allow(fixture.wrong)).toEqual({ became: 'changed' });
    expect(await fixture.documents()).toHaveLength(1);
    expect(await allow(sha256)).toEqual({ became: 'allowed' });
    await fixture.counted('awaiting', 1);
    expect(await sent()).toEqual([
      ['00', { v: 1, linesSha256: fixture.wrong, mappingSha256: hashOf(BY_CREDIT) }, SWAPPED],
      ['01', { v: 1, linesSha256: sha256, mappingSha256: hashOf(BY_DEBIT) }, RIGHT],
    ]);
  });

  it('is read by a mapping that is corrected once more while it is asked about', async () => {
    const { seen, allow, sent, id, ...fixture } = await corrected('Refused', WITHOUT_TOTALS);
    await fixture.during(fixture.client().items.sendAgain({ itemIds: [id] }));
    await fixture.counted('held', 1);
    const { sha256: before = '' } = await seen();
    await setMapping(fixture, fixture.folderId, BY_DEBIT, 2);
    expect(await allow(before)).toEqual({ became: 'changed' });
    const { sha256 = '' } = await seen();
    expect(await allow(sha256)).toEqual({ became: 'allowed' });
    await fixture.counted('awaiting', 1);
    expect((await sent()).map(([number, , lines]) => [number, lines])).toEqual([
      ['00', SWAPPED],
      ['01', RIGHT],
    ]);
  });

  it('that does not fit its mapping of now is asked about as it was sent, until that is corrected', async () => {
    const renamed = JSON.parse(JSON.stringify(BY_DEBIT).replaceAll('"Compte"', '"N° compte"')) as EntriesMapping;
    const { seen, allow, sent, id, ...fixture } = await corrected('Refused', renamed);
    await fixture.during(fixture.client().items.sendAgain({ itemIds: [id] }));
    await fixture.counted('held', 1);
    expect(await seen()).toEqual({ fault: 'damaged' });
    expect(await allow(fixture.wrong)).toEqual({ became: 'unreadable' });
    await setMapping(fixture, fixture.folderId, BY_DEBIT, 2);
    const { sha256 = '' } = await seen();
    expect(await allow(sha256)).toEqual({ became: 'allowed' });
    await fixture.counted('awaiting', 1);
    expect((await sent()).map(([number, , lines]) => [number, lines])).toEqual([
      ['00', SWAPPED],
      ['01', RIGHT],
    ]);
  });
});
